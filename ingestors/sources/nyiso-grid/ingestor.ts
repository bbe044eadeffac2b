// Polls New York's files of the day: load, forecast and fuels, and the newest price by zone; times are local.

import { momentOf, wallClock } from '../../../base/calendar/zoned-time.ts'
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, parseCsv, toNumber } from '../../formats/csv.ts'
import { readNumber } from '../../formats/json.ts'
import { fetchFeeds, mostFeedsAside, readFeed } from '../../shapes/grid-feeds.ts'
import { type GridState, seenState, sumMix, withHourPrice } from '../../shapes/grid-state.ts'
import { nyisoGrid } from './topic.ts'

interface Raw {
  readonly load?: string
  readonly forecast?: string
  readonly mix?: string
  readonly price?: string
}

// 23 where clocks go forward.
const fewestHours = 23
const hourMs = 3_600_000
const zone = 'America/New_York'
const base = 'https://mis.nyiso.com/public'

export default defineIngestor<GridState, Raw>({
  source: 'nyiso-grid',
  topic: nyisoGrid,
  schedule: '3-59/5 * * * *',
  grade: 'B',
  proof: 'captured 2017-11',
  mostAside: mostFeedsAside,
  fetch: (context) => {
    const { http, at, signal } = context
    // A few minutes late, so that just after midnight there is a file.
    const day = newYorkDay(new Date(at.getTime() - 15 * 60_000))
    const ask = (path: string) => () => http.text(`${base}/${path}`, { expect: 'csv', signal })
    const asks = {
      load: ask(`csv/pal/${day}pal.csv`),
      forecast: ask(`csv/isolf/${day}isolf.csv`),
      mix: ask(`csv/rtfuelmix/${day}rtfuelmix.csv`),
      price: ask('realtime/realtime_zone_lbmp.csv'),
    }
    return fetchFeeds<Raw>(asks, context)
  },
  parse({ load, forecast, mix, price }, seenAt, setAside) {
    const fuels = readFeed('mix', mix, readFuels, setAside)
    const demand = readFeed('load', load, readDemand, setAside)
    const city = readFeed('price', price, readPrice, setAside)
    const at = fuels?.at ?? demand?.at ?? city?.at
    if (at === undefined) return []
    // One state is of one moment: a file that stood still tells nothing of it.
    const isCurrent = <F extends { at: number }>(feed: F | null): feed is F => feed !== null && Math.abs(feed.at - at) <= hourMs
    const state = {
      ...seenState(seenAt),
      region: 'NYISO',
      at: new Date(at).toISOString(),
      demand_mw: isCurrent(demand) ? demand.mw : null,
      ...readFeed('forecast', forecast, (feed) => readForecast(feed, at), setAside),
      price_usd_mwh: isCurrent(city) ? city.usd : null,
      price_hub: isCurrent(city) ? 'N.Y.C.' : null,
      mix: fuels?.mix ?? [],
    }
    return withHourPrice(state, seenAt)
  },
})

function readFuels(feed: string) {
  const fuels = newestOf(timed(parseCsv(feed, ['Time Stamp', 'Time Zone', 'Fuel Category', 'Gen MW'])), 'Fuel Category')
  return {
    at: fuels[0]!.at,
    mix: sumMix(fuels.map(({ row }) => ({ name: row['Fuel Category']!, mw: readNumber(row['Gen MW'], 'Gen MW') }))),
  }
}

/** null just after midnight, when the day's file has no load yet. */
function readDemand(feed: string): { at: number; mw: number } | null {
  const rows = parseCsv(feed, ['Time Stamp', 'Time Zone', 'Name', 'Load']).filter((one) => toNumber(one.Load) !== null)
  if (rows.length === 0) return null
  const zones = newestOf(timed(rows), 'Name')
  return { at: zones[0]!.at, mw: Math.round(zones.reduce((sum, { row }) => sum + toNumber(row.Load)!, 0)) }
}

function readForecast(feed: string, at: number) {
  // The file runs on into the days ahead; the peak asked for is today's.
  const today = wallClock(new Date(at), zone).slice(0, 10)
  const hours = parseCsv(feed, ['Time Stamp', 'NYISO'])
    .map((one) => ({ at: wallTimeOf(one['Time Stamp']!), mw: toNumber(one.NYISO) }))
    .filter((hour): hour is { at: number; mw: number } => hour.mw !== null)
    .filter((hour) => wallClock(new Date(hour.at), zone).startsWith(today))
  const current = hours.find((hour) => hour.at <= at && at - hour.at < hourMs)
  const peak = hours.length < fewestHours ? undefined : hours.toSorted((a, b) => b.mw - a.mw)[0]
  return {
    forecast_mw: current?.mw ?? null,
    peak_forecast_mw: peak?.mw ?? null,
    peak_at: peak === undefined ? null : new Date(peak.at).toISOString(),
  }
}

/** The newest of the city. */
function readPrice(feed: string): { at: number; usd: number | null } | null {
  const rows = parseCsv(feed, ['Time Stamp', 'Name', 'LBMP ($/MWHr)']).filter((one) => one.Name === 'N.Y.C.')
  const prices = rows.map((row) => ({ at: wallTimeOf(row['Time Stamp']!), usd: toNumber(row['LBMP ($/MWHr)']) }))
  return prices.toSorted((a, b) => b.at - a.at)[0] ?? null
}

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

/** The same without a zone beside it. */
function wallTimeOf(stamp: string): number {
  const [, month, day, year, time] = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})/.exec(stamp) ?? []
  if (year === undefined) throw new TollgateError('upstream_changed', `${JSON.stringify(stamp)} is not a time`)
  return momentOf(`${year}-${month}-${day}`, time!, zone)
}

const newYorkDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at).replaceAll('-', '')
