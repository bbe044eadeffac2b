// Polls three of MISO's displays: fuels, load with its forecast, and prices at the hubs; its clocks show Eastern Standard Time all year. Fuels,
// load and five-minute prices were read as recorded; the day-ahead prices are documented.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { fetchFeeds, mostFeedsAside, readFeed } from '../../shapes/grid-feeds.ts'
import { type GridState, seenState, sumMix, withHourPrice } from '../../shapes/grid-state.ts'
import { misoGrid } from './topic.ts'

interface Raw {
  readonly mix?: unknown
  readonly load?: unknown
  readonly prices?: unknown
}

const base = 'https://public-api.misoenergy.org/api'
const hub = 'INDIANA.HUB'
const hourMs = 3_600_000
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export default defineIngestor<GridState, Raw>({
  source: 'miso-grid',
  topic: misoGrid,
  schedule: '2-59/5 * * * *',
  grade: 'B',
  proof: 'documented',
  mostAside: mostFeedsAside,
  fetch: (context) => {
    const { http, signal } = context
    const ask = (path: string) => () => http.json(`${base}/${path}`, { signal }) as Promise<object>
    const asks = {
      mix: ask('FuelMix'),
      load: ask('RealTimeTotalLoad'),
      prices: ask('MarketPricing/GetLmpConsolidatedTable'),
    }
    return fetchFeeds<Raw>(asks, context)
  },
  parse({ mix, load, prices }, seenAt, setAside) {
    const fuels = readFeed('mix', mix, readMix, setAside)
    const day = readFeed('load', load, readLoad, setAside)
    const price = readFeed('prices', prices, readPrices, setAside)
    const at = fuels?.at ?? day?.at ?? price?.at
    if (at == null) return []
    // A display that stands still tells nothing of another's hour; the table of prices may leave its own out.
    const isOfHour = (moment: number | null) => moment === null || Math.abs(moment - at) <= hourMs
    const asked = day !== null && isOfHour(day.loadAt) ? day.demand : null
    const told = price !== null && isOfHour(price.at) ? price : null
    const current = day?.hours.find((hour) => hour.end > at && hour.end - at <= hourMs)
    const peak =
      day === null || day.hours.length < 24 || current === undefined ? undefined : day.hours.toSorted((a, b) => b.mw - a.mw)[0]
    const state = {
      ...seenState(seenAt),
      region: 'MISO',
      at: new Date(at).toISOString(),
      demand_mw: asked,
      forecast_mw: current?.mw ?? null,
      peak_forecast_mw: peak?.mw ?? null,
      peak_at: peak === undefined ? null : new Date(peak.end).toISOString(),
      price_usd_mwh: told?.now ?? null,
      price_hub: told?.now == null ? null : hub,
      da_price_usd_mwh: told?.ahead ?? null,
      interchange_mw: fuels?.interchange ?? null,
      mix: fuels?.mix ?? [],
    }
    return withHourPrice(state, seenAt)
  },
})

function readMix(feed: unknown) {
  const display = readRow(feed, 'FuelMix')
  const fuels = readRows(readRow(display.Fuel, 'Fuel').Type, 'Type').map(readFuel)
  // What is bought of other grids stands among the fuels; it is none.
  const imports = fuels.find(({ name }) => name === 'Imports')
  return {
    at: momentOfRef(display.RefId),
    interchange: imports === undefined ? null : -imports.mw,
    mix: sumMix(fuels.filter((fuel) => fuel !== imports)),
  }
}

function readPrices(feed: unknown) {
  const table = readRow(readRow(feed, 'the prices').LMPData, 'LMPData')
  return {
    at: table.RefId == null ? null : momentOfRef(table.RefId),
    now: priceIn(table.FiveMinLMP, 'FiveMinLMP'),
    ahead: table.DayAheadExPostLMP == null ? null : priceIn(table.DayAheadExPostLMP, 'DayAheadExPostLMP'),
  }
}

// A new kind of fuel is other, but what is no name is a mistake.
function readFuel(row: Row): { name: string; mw: number } {
  const name = readText(row.CATEGORY, 'CATEGORY')
  if (!/^[A-Z][A-Za-z /-]*$/.test(name)) throw new TollgateError('upstream_changed', `${name.slice(0, 30)} is no fuel`)
  return { name, mw: readNumber(row.ACT, 'ACT') }
}

/** Five-minute loads of the day so far, of which the newest counts, and the day's forecast by the hour. */
function readLoad(load: unknown) {
  const info = readRow(readRow(load, 'RealTimeTotalLoad').LoadInfo, 'LoadInfo')
  const at = momentOfRef(info.RefId)
  const midnight = Math.floor((at - 5 * hourMs) / (24 * hourMs)) * 24 * hourMs + 5 * hourMs
  const loads = readRows(info.FiveMinTotalLoad, 'FiveMinTotalLoad').map((row) => {
    const entry = readRow(row.Load, 'Load')
    const time = readText(entry.Time, 'Time')
    if (!/^\d{2}:\d{2}$/.test(time)) throw new TollgateError('upstream_changed', `${time.slice(0, 20)} is not a time`)
    return { time, mw: readNumber(entry.Value, 'Value') }
  })
  const newest = loads.toSorted((a, b) => (a.time < b.time ? 1 : -1))[0]!
  // The list may stand still under a display that goes on; just after midnight it is still the day before's.
  const sinceMidnight = Date.parse(`1970-01-01T${newest.time}Z`)
  const loadAt = midnight + sinceMidnight > at + hourMs ? midnight + sinceMidnight - 24 * hourMs : midnight + sinceMidnight
  const hours = readRows(info.MediumTermLoadForecast, 'MediumTermLoadForecast').map((row) => {
    const entry = readRow(row.Forecast, 'Forecast')
    return {
      end: midnight + readNumber(entry.HourEnding, 'HourEnding') * hourMs,
      mw: readNumber(entry.LoadForecast, 'LoadForecast'),
    }
  })
  return { at, loadAt, demand: newest.mw, hours }
}

function priceIn(market: unknown, what: string): number | null {
  const nodes: readonly Row[] = readRows(readRow(market, what).PricingNode, 'PricingNode')
  const node = nodes.find((one) => one.name === hub)
  return node === undefined ? null : readNumberOrNull(node.LMP, 'LMP')
}

// "25-Jan-2018 - Interval 04:30 EST"
function momentOfRef(ref: unknown): number {
  const text = readText(ref, 'RefId')
  const [, day, month, year, time] = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{4}) - Interval (\d{2}:\d{2}) EST$/.exec(text) ?? []
  const number = months.indexOf(month ?? '') + 1
  if (time === undefined) throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 40))} is not an interval`)
  const at = Date.parse(`${year}-${String(number).padStart(2, '0')}-${day!.padStart(2, '0')}T${time}:00-05:00`)
  if (Number.isNaN(at)) throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 40))} is not an interval`)
  return at
}
