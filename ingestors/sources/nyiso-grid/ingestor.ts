// Polls New York's files of the day: load, forecast and fuels, and the newest price by zone; times are local.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, parseCsv, toNumber } from '../../formats/csv.ts'
import { readNumber } from '../../formats/json.ts'
import { type GridState, seenState, sumMix, withHourPrice } from '../../shapes/grid-state.ts'
import { nyisoGrid } from './topic.ts'

interface Raw {
  readonly load: string
  readonly forecast: string
  readonly mix: string
  readonly price: string
}

// 23 where clocks go forward.
const fewestHours = 23
const base = 'https://mis.nyiso.com/public'

export default defineIngestor<GridState, Raw>({
  source: 'nyiso-grid',
  topic: nyisoGrid,
  schedule: '3-59/5 * * * *',
  grade: 'B',
  proof: 'documented',
  async fetch({ http, at, signal }) {
    // A few minutes late, so that just after midnight there is a file.
    const day = newYorkDay(new Date(at.getTime() - 15 * 60_000))
    const ask = (path: string) => http.text(`${base}/${path}`, { expect: 'csv', signal })
    return {
      load: await ask(`csv/pal/${day}pal.csv`),
      forecast: await ask(`csv/isolf/${day}isolf.csv`),
      mix: await ask(`csv/rtfuelmix/${day}rtfuelmix.csv`),
      price: await ask('realtime/realtime_zone_lbmp.csv'),
    }
  },
  parse({ load, forecast, mix, price }, seenAt) {
    const fuels = newestOf(timed(parseCsv(mix, ['Time Stamp', 'Time Zone', 'Fuel Category', 'Gen MW'])), 'Fuel Category')
    const { at, row } = fuels[0]!
    const zone = row['Time Zone']!
    const loads = timed(parseCsv(load, ['Time Stamp', 'Time Zone', 'Name', 'Load']).filter((one) => toNumber(one.Load) !== null))
    // Just after midnight the day's file has no load yet.
    const zones = loads.length === 0 ? [] : newestOf(loads, 'Name')
    const demand = zones.reduce((sum, one) => sum + toNumber(one.row.Load)!, 0)
    // The file runs on into the days ahead; the peak asked for is today's.
    const today = row['Time Stamp']!.slice(0, 10)
    const hours = parseCsv(forecast, ['Time Stamp', 'NYISO'])
      .filter((one) => one['Time Stamp']!.startsWith(today))
      .map((one) => ({ at: timeOf(one['Time Stamp']!, zone), mw: toNumber(one.NYISO) }))
      .filter((hour): hour is { at: number; mw: number } => hour.mw !== null)
    const current = hours.find((hour) => hour.at <= at && at - hour.at < 3_600_000)
    const peak = hours.length < fewestHours ? undefined : hours.toSorted((a, b) => b.mw - a.mw)[0]
    const city = parseCsv(price, ['Name', 'LBMP ($/MWHr)']).find((one) => one.Name === 'N.Y.C.')
    const state = {
      ...seenState(seenAt),
      region: 'NYISO',
      at: new Date(at).toISOString(),
      demand_mw: zones.length === 0 ? null : Math.round(demand),
      forecast_mw: current?.mw ?? null,
      peak_forecast_mw: peak?.mw ?? null,
      peak_at: peak === undefined ? null : new Date(peak.at).toISOString(),
      price_usd_mwh: toNumber(city?.['LBMP ($/MWHr)']),
      price_hub: city === undefined ? null : 'N.Y.C.',
      mix: sumMix(fuels.map((one) => ({ name: one.row['Fuel Category']!, mw: readNumber(one.row['Gen MW'], 'Gen MW') }))),
    }
    return withHourPrice(state, seenAt)
  },
})

interface Timed {
  readonly at: number
  readonly row: CsvRow
}

const timed = (rows: readonly CsvRow[]): Timed[] =>
  rows.map((row) => ({ at: timeOf(row['Time Stamp']!, row['Time Zone']!), row }))

/** The rows of the newest moment, which name each thing once. */
function newestOf(rows: readonly Timed[], name: string): readonly Timed[] {
  const newest = Math.max(...rows.map(({ at }) => at))
  const chosen = rows.filter(({ at }) => at === newest)
  if (chosen.length === 0 || new Set(chosen.map(({ row }) => row[name])).size < chosen.length)
    throw new TollgateError('upstream_changed', `the newest rows by ${name} are none, or name one twice`)
  return chosen
}

// "02/01/2025 00:05:00", and EST or EDT beside it.
function timeOf(stamp: string, zone: string): number {
  const [, month, day, year, time] = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})/.exec(stamp) ?? []
  if (year === undefined || (zone !== 'EST' && zone !== 'EDT'))
    throw new TollgateError('upstream_changed', `${JSON.stringify(stamp)} ${zone} is not New York's time`)
  const at = Date.parse(`${year}-${month}-${day}T${time}:00${zone === 'EDT' ? '-04:00' : '-05:00'}`)
  if (Number.isNaN(at)) throw new TollgateError('upstream_changed', `${JSON.stringify(stamp)} is not a time`)
  return at
}

const newYorkDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at).replaceAll('-', '')
