// Polls New York's files of the day: load, forecast and fuels, and the newest price by zone; times are local.
import { TollgateError } from '../../../errors.ts'
import { type CsvRow, parseCsv, toNumber } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { type GridState, sumMix, unknownState } from '../../grid-state.ts'
import { nyisoGrid } from './topic.ts'

interface Raw {
  readonly load: string
  readonly forecast: string
  readonly mix: string
  readonly price: string
}

const base = 'http://mis.nyiso.com/public'

export default defineIngestor<GridState, Raw>({
  source: 'nyiso-grid',
  topic: nyisoGrid,
  schedule: '3-59/5 * * * *',
  grade: 'B',
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
  parse({ load, forecast, mix, price }) {
    const fuels = newestRows(parseCsv(mix, ['Time Stamp', 'Time Zone', 'Fuel Category', 'Gen MW']))
    const zone = fuels[0]?.['Time Zone']
    if (zone === undefined) throw new TollgateError('upstream_changed', 'the fuel mix has no rows')
    const at = timeOf(fuels[0]!['Time Stamp']!, zone)
    const loads = newestRows(parseCsv(load, ['Time Stamp', 'Name', 'Load']).filter((row) => toNumber(row.Load) !== null))
    // The file runs on into the days ahead; the peak asked for is today's.
    const today = fuels[0]!['Time Stamp']!.slice(0, 10)
    const hours = parseCsv(forecast, ['Time Stamp', 'NYISO'])
      .filter((row) => row['Time Stamp']!.startsWith(today))
      .map((row) => ({ at: timeOf(row['Time Stamp']!, zone), mw: toNumber(row.NYISO) ?? 0 }))
    const current = hours.filter((hour) => hour.at <= at).at(-1)
    const peak = hours.reduce<(typeof hours)[number] | null>((top, hour) => (hour.mw > (top?.mw ?? 0) ? hour : top), null)
    const city = parseCsv(price, ['Name', 'LBMP ($/MWHr)']).find((row) => row.Name === 'N.Y.C.')
    const demand = loads.reduce((sum, row) => sum + toNumber(row.Load)!, 0)
    return [
      {
        ...unknownState,
        region: 'NYISO',
        at: new Date(at).toISOString(),
        demand_mw: loads.length === 0 ? null : Math.round(demand),
        forecast_mw: current?.mw ?? null,
        peak_forecast_mw: peak?.mw ?? null,
        peak_at: peak === null ? null : new Date(peak.at).toISOString(),
        price_usd_mwh: toNumber(city?.['LBMP ($/MWHr)']),
        price_hub: city === undefined ? null : 'N.Y.C.',
        mix: sumMix(fuels.map((row) => ({ name: row['Fuel Category']!, mw: toNumber(row['Gen MW']) ?? 0 }))),
      },
    ]
  },
})

function newestRows(rows: readonly CsvRow[]): CsvRow[] {
  const newest = rows.at(-1)?.['Time Stamp']
  return rows.filter((row) => row['Time Stamp'] === newest)
}

// "02/01/2025 00:05:00", and EST or EDT beside it.
function timeOf(stamp: string, zone: string): number {
  const [, month, day, year, time] = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})/.exec(stamp) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${time}:00${zone === 'EDT' ? '-04:00' : '-05:00'}`)
  if (Number.isNaN(at)) throw new TollgateError('upstream_changed', `${JSON.stringify(stamp)} is not a time`)
  return at
}

const newYorkDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at).replaceAll('-', '')
