// Polls the catalog for the newest edition's one file of all minerals, and reads it by statistic. Production captured in the edition of 2026; reserves and reliance documented.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside } from '../../aside.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { type CsvRow, parseCsv } from '../../formats/csv.ts'
import { readRow, readRows, readText } from '../../formats/json.ts'
import { monthOf } from '../../shapes/yearly-figures.ts'
import { readAmount, readFlag, readName, readReliance, readYear } from './cells.ts'
import { mineralSummaries } from './topic.ts'

type Summary = Unstamped<ValueOf<typeof mineralSummaries>>

interface Edition {
  readonly edition: number
  readonly csv: string
}

const catalog =
  'https://www.sciencebase.gov/catalog/items?q=Mineral%20Commodity%20Summaries%20Data%20Release&format=json&fields=title,files&max=50'
const host = 'www.sciencebase.gov'
const columns = ['Section', 'Commodity', 'Country', 'Statistics', 'Statistics_detail', 'Unit', 'Year', 'Value']
const world = 'World total'

export default defineIngestor<ValueOf<typeof mineralSummaries>, Edition>({
  source: 'usgs-mcs',
  topic: mineralSummaries,
  // Published in the first days of February; corrected later.
  schedule: '0 5 1 * *',
  grade: 'A',
  proof: 'documented',
  async fetch({ http, signal }) {
    const { url, edition } = findEdition(await http.json(catalog, { signal }))
    return { edition, csv: await http.text(url, { expect: 'csv', signal }) }
  },
  parse({ edition, csv }, at, setAside) {
    const rows = parseCsv(csv, columns)
    const flag = Object.keys(rows[0] ?? {}).find((name) => name.startsWith('Is critical mineral'))
    if (flag === undefined) throw changed('no column says which are critical')
    return [...Map.groupBy(rows, (row) => row.Commodity!)].flatMap(([name, own]) => {
      const read = () => readMineral(name, own, flag)
      const summary = readOrSetAside(() => name, read, setAside)
      return summary === undefined || summary === null ? [] : [{ ...summary, edition, month: monthOf(at) }]
    })
  },
})

function findEdition(answer: unknown): { url: string; edition: number } {
  const found = readRows(readRow(answer, 'the catalog').items, 'items').flatMap((item) =>
    (Array.isArray(item.files) ? item.files : []).flatMap((file) => {
      const { name, url } = readRow(file, 'a file')
      const [, year] = /^MCS(20\d\d)_Commodities_Data\.csv$/.exec(String(name)) ?? []
      return year === undefined ? [] : [{ url: readText(url, 'url'), edition: Number(year) }]
    }),
  )
  const [newest] = found.sort((a, b) => b.edition - a.edition)
  if (newest === undefined) throw changed('the catalog has no file of all minerals')
  if (!URL.canParse(newest.url) || new URL(newest.url).host !== host || !newest.url.startsWith('https:'))
    throw changed(`the file is said to lie at ${newest.url.slice(0, 60)}`)
  return newest
}

/** null: not mined by country, or not told. */
function readMineral(name: string, rows: readonly CsvRow[], flag: string): Omit<Summary, 'edition' | 'month'> | null {
  const ofWorld = rows.filter(({ Section }) => Section!.startsWith('World'))
  const produced = ofWorld.filter(({ Statistics }) => Statistics === 'Production')
  const stages = Map.groupBy(produced, ({ Statistics_detail: detail }) => detail!.split(/[:,]/)[0]!.trim())
  // Where ore and metal are both told, the ore: it is where a mineral begins.
  const [stage] = [...stages.keys()].sort((a, b) => Number(/mine/i.test(b)) - Number(/mine/i.test(a)))
  if (stage === undefined) return null
  if (!/production/i.test(stage)) throw changed(`${name} tells of ${stage.slice(0, 40)}`)
  const own = stages.get(stage)!
  const told = own.flatMap((row) => {
    const amount = readAmount(row.Value!)
    return amount === null ? [] : [{ country: readName(row.Country!), year: readYear(row.Year!), value: amount.value }]
  })
  const units = new Set(own.map(({ Unit }) => Unit!))
  if (units.size !== 1) throw changed(`${name} is counted in ${[...units].join(' and ')}`)
  if (told.length === 0) return null
  const left = ofWorld.find(({ Statistics, Country }) => Statistics === 'Reserves' && Country === world)
  const reserves = left === undefined ? null : readAmount(left.Value!)
  return {
    slug: name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .replace(/-$/, ''),
    name,
    is_critical: rows.some((row) => readFlag(row[flag]!)),
    unit: own[0]!.Unit!,
    stage,
    production: told,
    withheld: [...new Set(own.flatMap(({ Country, Value }) => (Value === 'W' || Value === 'NA' ? [readName(Country!)] : [])))],
    reserves: reserves === null ? null : { value: reserves.value, unit: left!.Unit!, is_at_least: reserves.isAtLeast },
    import_reliance: readReliance(rows),
  }
}

const changed = (what: string) => new TollgateError('upstream_changed', `the Mineral Commodity Summaries: ${what}`)
