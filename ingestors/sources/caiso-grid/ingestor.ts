// Polls California's outlook: fuels and load by clock times of today without a date, and the operator's own state with its reserve. Fuels and
// load captured; the state documented by the outlook's own page, which reads it.

import { momentOf, wallClock } from '../../../base/calendar/zoned-time.ts'
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, parseCsv, toNumber } from '../../formats/csv.ts'
import { readList, readNumberOrNull, readRow, readTextOrNull } from '../../formats/json.ts'
import { fetchFeeds, mostFeedsAside, readFeed } from '../../shapes/grid-feeds.ts'
import { type GridState, seenState, sumMix } from '../../shapes/grid-state.ts'
import { caisoGrid } from './topic.ts'

interface Raw {
  readonly stats?: unknown
  readonly demand?: string
  readonly fuels?: string
}

const hourMs = 3_600_000
const zone = 'America/Los_Angeles'
const base = 'https://www.caiso.com/outlook/current'
const fuelColumns = [
  ...['Solar', 'Wind', 'Geothermal', 'Biomass', 'Biogas', 'Small hydro', 'Coal', 'Nuclear', 'Natural Gas', 'Large Hydro'],
  ...['Batteries', 'Other'],
]

export default defineIngestor<GridState, Raw>({
  source: 'caiso-grid',
  topic: caisoGrid,
  schedule: '1-59/5 * * * *',
  grade: 'B',
  proof: 'documented',
  mostAside: mostFeedsAside,
  fetch: (context) => {
    const { http, signal } = context
    const asks = {
      stats: () => http.json(`${base}/stats.txt`, { signal }) as Promise<object>,
      demand: () => http.text(`${base}/demand.csv`, { expect: 'csv', signal }),
      fuels: () => http.text(`${base}/fuelsource.csv`, { expect: 'csv', signal }),
    }
    return fetchFeeds<Raw>(asks, context)
  },
  parse({ stats, demand, fuels }, at, setAside) {
    const told = readFeed('fuels', fuels, (feed) => readFuels(feed, at), setAside)
    const asked = readFeed('demand', demand, (feed) => readLoad(feed, at), setAside)
    const outlook = readFeed('stats', stats, readOutlook, setAside)
    const moments = [told, asked].flatMap((one) => (one === null ? [] : [one.moment]))
    if (moments.length === 0) return []
    const moment = Math.max(...moments)
    // A feed that stands still tells nothing of the other's hour.
    const isCurrent = (one: { moment: number }) => moment - one.moment <= hourMs
    const mix = told !== null && isCurrent(told) ? told : null
    const load = asked !== null && isCurrent(asked) ? asked : null
    return [
      {
        ...seenState(at),
        region: 'CAISO',
        at: new Date(moment).toISOString(),
        demand_mw: load?.mw ?? null,
        forecast_mw: load?.ahead ?? null,
        ...outlook,
        interchange_mw: mix?.interchange ?? null,
        mix: mix?.mix ?? [],
      },
    ]
  },
})

function readFuels(feed: string, at: Date) {
  // Rows run to the end of the day; those to come are empty.
  const row = newestWith(parseCsv(feed, ['Time', 'Imports', ...fuelColumns]), 'Natural Gas')
  const imports = toNumber(row.Imports)
  return {
    moment: momentOf(dayOf(row.Time!, at), row.Time!, zone),
    // What comes in from other grids is given as positive; here an export is.
    interchange: imports === null ? null : -imports,
    mix: sumMix(fuelColumns.flatMap((name) => ({ name, mw: toNumber(row[name]) ?? 0 }))),
  }
}

function readLoad(feed: string, at: Date) {
  const row = newestWith(parseCsv(feed, ['Time', 'Current demand']), 'Current demand')
  const ahead = Object.keys(row).find((column) => /^day.?ahead/i.test(column))
  return {
    moment: momentOf(dayOf(row.Time!, at), row.Time!, zone),
    mw: toNumber(row['Current demand']),
    ahead: ahead === undefined ? null : toNumber(row[ahead]),
  }
}

function readOutlook(feed: unknown) {
  const state = readRow(feed, 'stats')
  const peak = readNumberOrNull(state.todayForecastPeakDemand, 'todayForecastPeakDemand')
  const [status] = state.gridstatus == null ? [] : readList(state.gridstatus, 'gridstatus')
  return {
    peak_forecast_mw: peak,
    peak_at: peak === null ? null : peakTime(state.todayForecastPeakDemandTS),
    reserve_mw: readNumberOrNull(state.Current_reserve, 'Current_reserve'),
    state: readTextOrNull(status, 'gridstatus'),
  }
}

function newestWith(rows: readonly CsvRow[], column: string): CsvRow {
  const newest = rows.filter((row) => toNumber(row[column]) !== null).at(-1)
  if (newest === undefined) throw new TollgateError('upstream_changed', `${column} has no value yet`)
  return newest
}

// Just after midnight the page still shows the day before.
function dayOf(time: string, at: Date): string {
  const today = wallClock(at, zone).slice(0, 10)
  const slackMs = 15 * 60_000
  if (momentOf(today, time, zone) <= at.getTime() + slackMs) return today
  return wallClock(new Date(at.getTime() - 86_400_000), zone).slice(0, 10)
}

// "202611181755…", by California's clocks.
function peakTime(stamp: unknown): string | null {
  const [, year, month, day, hour, minute] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})/.exec(readTextOrNull(stamp, 'peak') ?? '') ?? []
  return minute === undefined ? null : new Date(momentOf(`${year}-${month}-${day}`, `${hour}:${minute}`, zone)).toISOString()
}
