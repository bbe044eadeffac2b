// Polls four dashboards: the fuel mix, the load forecast against what came, the reserve with the operator's own verdict, and prices. Mix and
// forecast captured; reserve and prices documented by public readers with rows of theirs.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import {
  type Row,
  readList,
  readNumber,
  readNumberOrNull,
  readRow,
  readRows,
  readText,
  readTextOrNull,
} from '../../formats/json.ts'
import { fetchFeeds, mostFeedsAside, readFeed } from '../../shapes/grid-feeds.ts'
import { type GridState, seenState, sumMix, withHourPrice } from '../../shapes/grid-state.ts'
import { ercotGrid } from './topic.ts'

interface Raw {
  readonly mix: unknown
  readonly load?: unknown
  readonly reserve?: unknown
  readonly prices?: unknown
}

const hourMs = 3_600_000
const priceHub = 'HB_HUBAVG'
// 23 where clocks go forward.
const fewestHours = 23
const base = 'https://www.ercot.com/api/1/services/read/dashboards'

export default defineIngestor<GridState, Raw>({
  source: 'ercot-grid',
  topic: ercotGrid,
  schedule: '*/5 * * * *',
  grade: 'B',
  proof: 'documented',
  mostAside: mostFeedsAside,
  async fetch(context) {
    const { http, signal } = context
    const ask = (name: string) => http.json(`${base}/${name}.json`, { signal }) as Promise<object>
    // Its moment is the state's.
    const mix = await ask('fuel-mix')
    const asks = {
      load: () => ask('loadForecastVsActual'),
      reserve: () => ask('daily-prc'),
      prices: () => ask('system-wide-prices'),
    }
    return { mix, ...(await fetchFeeds<Omit<Raw, 'mix'>>(asks, context)) }
  },
  parse({ mix, load, reserve, prices }, seenAt, setAside) {
    const newest = newestMix(readRow(mix, 'the fuel mix'))
    const hours = readFeed('load', load, (feed) => readDay(feed, newest.at), setAside)
    const price = readFeed('prices', prices, (feed) => newestPrice(feed, newest.at), setAside)
    // What is generated, storage with its sign, is what is used: the ties to other grids are small and not in this file.
    const demand = newest.fuels.reduce((sum, fuel) => sum + fuel.mw, 0)
    const state = {
      ...seenState(seenAt),
      region: 'ERCOT',
      at: new Date(newest.at).toISOString(),
      demand_mw: Math.round(demand),
      ...hours,
      ...readFeed('reserve', reserve, (feed) => readCondition(feed, newest.at), setAside),
      price_usd_mwh: price,
      price_hub: price === null ? null : priceHub,
      mix: sumMix(newest.fuels),
    }
    return withHourPrice(state, seenAt)
  },
})

function readCondition(reserve: unknown, at: number) {
  const page = readRow(reserve, 'daily-prc')
  const condition = readRow(page.current_condition, 'current_condition')
  const seen = page.lastUpdated == null ? at : timeOf(readText(page.lastUpdated, 'lastUpdated'))
  // A page that stands still tells nothing of another's hour.
  if (Math.abs(seen - at) > hourMs) return {}
  return {
    // "6,341": text with a comma.
    reserve_mw: readNumberOrNull(condition.prc_value, 'prc_value'),
    state: readTextOrNull(condition.state, 'state'),
    note: readTextOrNull(condition.condition_note, 'condition_note'),
  }
}

function readDay(load: unknown, at: number) {
  const hours = readHours(load)
  const now = hours.find((hour) => hour.epoch >= at && hour.epoch - at < hourMs)
  // The file of another day than the state's knows nothing of its peak.
  if (now === undefined) return {}
  const forecasts = hours.flatMap(({ epoch, forecast }) => (forecast === null ? [] : [{ epoch, forecast }]))
  // The peak of a day of which hours are missing may be in one of them.
  const peak = forecasts.length < fewestHours ? undefined : forecasts.toSorted((a, b) => b.forecast - a.forecast)[0]
  return {
    forecast_mw: now.forecast,
    peak_forecast_mw: peak?.forecast ?? null,
    peak_at: peak === undefined ? null : new Date(peak.epoch).toISOString(),
    available_mw: now.available,
  }
}

// The file names the fuels it holds, so one that is missing shows.
function newestMix(mix: Row): { at: number; fuels: { name: string; mw: number }[] } {
  const days = Object.values(readRow(mix.data, 'data')).flatMap((day) => Object.entries(readRow(day, 'a day')))
  const newest = days
    .map(([stamp, fuels]) => ({ at: timeOf(stamp), fuels }))
    .sort((a, b) => a.at - b.at)
    .at(-1)
  if (newest === undefined) throw new TollgateError('upstream_changed', 'the fuel mix has no interval')
  const types = readList(mix.types, 'types').map((type) => readText(type, 'a type'))
  const fuels = readRow(newest.fuels, 'the fuels')
  const names = [...new Set([...types, ...Object.keys(fuels)])]
  if (types.length === 0) throw new TollgateError('upstream_changed', 'the fuel mix names no fuels')
  return { at: newest.at, fuels: names.map((name) => ({ name, mw: readNumber(readRow(fuels[name], name).gen, name) })) }
}

function readHours(load: unknown) {
  const day = readRow(readRow(load, 'loadForecastVsActual').currentDay, 'currentDay')
  // For some minutes after midnight the new day has no row yet.
  return readRows(day.data, "the day's hours", { mayBeEmpty: true }).map((row) => ({
    // The same moment twice; rows of 2026 were seen without the number.
    epoch: readNumberOrNull(row.epoch, 'epoch') ?? timeOf(readText(row.timestamp, 'timestamp')),
    forecast: readNumberOrNull(row.currentLoadForecast, 'currentLoadForecast'),
    available: readNumberOrNull(row.currentDayHsl, 'currentDayHsl'),
  }))
}

/** The mean of the hubs in the newest quarter of an hour; an old one is no price of now. */
function newestPrice(prices: unknown, at: number): number | null {
  const list = readRows(readRow(prices, 'system-wide-prices').rtSppData, 'rtSppData', { mayBeEmpty: true })
  const quarters = list.map((row) => ({
    at: timeOf(readText(row.timestamp, 'timestamp')),
    price: readNumberOrNull(row.hbHubAvg, 'hbHubAvg'),
  }))
  const newest = quarters.toSorted((a, b) => b.at - a.at)[0]
  return newest === undefined || Math.abs(newest.at - at) > hourMs ? null : newest.price
}

// "2025-10-09 06:44:56-0500"
function timeOf(stamp: string): number {
  const at = Date.parse(stamp.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  if (Number.isNaN(at)) throw new TollgateError('upstream_changed', `${JSON.stringify(stamp)} is not a time`)
  return at
}
