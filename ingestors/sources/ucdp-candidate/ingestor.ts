// Finds the newest release on the downloads page and counts its last 90 days by country; rows of the consolidated file cover the year.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { type CsvRow, parseCells, parseCsv, toIsoDate, toNumber } from '../../formats/csv.ts'
import { layout } from './layout.ts'
import { conflictDeaths } from './topic.ts'

type Deaths = Unstamped<ValueOf<typeof conflictDeaths>>

const page = 'https://ucdp.uu.se/downloads/'
const columns = [
  'id',
  'where_description',
  'adm_1',
  'latitude',
  'longitude',
  'country',
  'date_end',
  'deaths_civilians',
  'best',
  'high',
  'low',
]
const windowDays = 90
const mostPlaces = 5
const dayMs = 86_400_000

export default defineIngestor<ValueOf<typeof conflictDeaths>, string>({
  source: 'ucdp-candidate',
  topic: conflictDeaths,
  schedule: '0 6 * * *',
  grade: 'B',
  proof: 'captured 2026-09',
  async fetch({ http, signal }) {
    const html = await http.text(page, { expect: 'html', signal })
    const found = [...html.matchAll(/GEDEvent_v(\d\d)_0(1_\d\d_(\d\d)|_(\d{1,2}))\.csv/g)].map(
      ([name, year, , consolidated, month]) => ({
        name,
        // Of one month the file of the whole year before that of the month alone.
        order: Number(year) * 1_000 + Number(consolidated ?? month) * 10 + (consolidated === undefined ? 0 : 1),
      }),
    )
    const newest = found.toSorted((a, b) => b.order - a.order)[0]
    if (newest === undefined) throw new TollgateError('upstream_changed', 'the page links to no candidate events')
    return http.text(`${page}candidateged/${newest.name}`, { expect: 'csv', signal, timeoutMs: 60_000 })
  },
  parse(text) {
    // Counts of which some are missing would be other counts: a row that cannot be read refuses the release.
    const events = parseCsv(withHeader(text), columns).map(readEvent)
    const through = events.reduce((last, { day }) => (day > last ? day : last), '')
    const first = events.reduce((early, { day }) => (day < early ? day : early), '9999')
    if (through === '') throw new TollgateError('upstream_changed', 'the release has no event')
    const from = new Date(Date.parse(through) - (windowDays - 1) * dayMs).toISOString().slice(0, 10)
    const covered_days = Math.min(windowDays, Math.round((Date.parse(through) - Date.parse(first)) / dayMs) + 1)
    return [
      ...Map.groupBy(
        events.filter(({ day }) => day >= from),
        ({ country }) => country,
      ),
    ].map(([country, own]) => countOf(country, own, through, covered_days))
  },
})

/** A release without its header (24.0.1 was one) holds the columns of all the others. */
function withHeader(text: string): string {
  if (!/^\uFEFF?"?\d+"?,/.test(text)) return text
  const [first] = parseCells(text)
  if (first?.length !== layout.length)
    throw new TollgateError('upstream_changed', `the release has no header and ${first?.length} columns`)
  return `${layout.join(',')}\n${text.replace(/^\uFEFF/, '')}`
}

type Event = ReturnType<typeof readEvent>

function countOf(country: string, own: readonly Event[], through: string, covered_days: number): Deaths {
  const sum = (of: (event: Event) => number) => own.reduce((total, event) => total + of(event), 0)
  const places = [...Map.groupBy(own, ({ place }) => place)].map(([name, list]) => ({
    name,
    lat: list[0]!.lat,
    lon: list[0]!.lon,
    best: list.reduce((total, { best }) => total + best, 0),
  }))
  return {
    country,
    through,
    covered_days,
    events: own.length,
    best: sum(({ best }) => best),
    low: sum(({ low }) => low),
    high: sum(({ high }) => high),
    civilians: sum(({ civilians }) => civilians),
    places: places.sort((a, b) => b.best - a.best || (a.name < b.name ? -1 : 1)).slice(0, mostPlaces),
  }
}

function readEvent(row: CsvRow) {
  const figure = (name: string): number => {
    const value = toNumber(row[name])
    if (value === null) throw new TollgateError('upstream_changed', `an event has no ${name}`)
    return value
  }
  if (!/^\d+$/.test(row.id ?? '')) throw new TollgateError('upstream_changed', 'an event has no id')
  if (!/^\p{Lu}\p{L}/u.test(row.country ?? '')) throw new TollgateError('upstream_changed', 'an event has no country')
  const place = (row.where_description || row.adm_1 || row.country)!.slice(0, 120)
  return {
    country: row.country!,
    place,
    day: toIsoDate(row.date_end!.split(/[ T]/)[0]!),
    lat: figure('latitude'),
    lon: figure('longitude'),
    best: figure('best'),
    low: figure('low'),
    high: figure('high'),
    civilians: figure('deaths_civilians'),
  }
}
