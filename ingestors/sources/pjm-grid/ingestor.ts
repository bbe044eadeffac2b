// Polls four of PJM's feeds with a registered key: load, fuels, the price at its western hub and the forecast; six calls a minute at most.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readRow, readRows, readText } from '../../formats/json.ts'
import { fetchFeeds, mostFeedsAside, readFeed } from '../../shapes/grid-feeds.ts'
import { type GridState, seenState, sumMix, withHourPrice } from '../../shapes/grid-state.ts'
import { pjmGrid } from './topic.ts'

interface Raw {
  readonly load?: unknown
  readonly mix?: unknown
  readonly prices?: unknown
  readonly forecast?: unknown
}

const base = 'https://api.pjm.com/api/v1'
const hub = 'WESTERN HUB'
// The feed is asked by the node's number and names it beside.
const hubNode = 51_288
const hourMs = 3_600_000
// 23 where clocks go forward.
const fewestHours = 23

export default defineIngestor<GridState, Raw>({
  source: 'pjm-grid',
  topic: pjmGrid,
  schedule: '3-59/5 * * * *',
  grade: 'B',
  proof: 'documented',
  needs: ['PJM_API_KEY'],
  mostAside: mostFeedsAside,
  fetch: (context) => {
    const { http, at, signal, credential } = context
    const headers = { 'ocp-apim-subscription-key': credential('PJM_API_KEY') ?? '' }
    const since = new Date(at.getTime() - 3 * hourMs).toISOString().slice(0, 16)
    const ask = (feed: string, query: string) => () =>
      http.json(`${base}/${feed}?rowCount=500&startRow=1&${query}`, { headers, signal, gapMs: 10_000 }) as Promise<object>
    const recent = `datetime_beginning_utc=${since} to ${at.toISOString().slice(0, 16)}`.replaceAll(' ', '%20')
    const asks = {
      load: ask('inst_load', `area=PJM%20RTO&${recent}`),
      mix: ask('gen_by_fuel', recent),
      prices: ask('rt_unverified_fivemin_lmps', `pnode_id=${hubNode}&${recent}`),
      forecast: ask('load_frcstd_7_day', 'forecast_area=RTO_COMBINED'),
    }
    return fetchFeeds<Raw>(asks, context)
  },
  parse({ load, mix, prices, forecast }, seenAt, setAside) {
    const newest = readFeed('load', load, readLoad, setAside)
    const price = readFeed('prices', prices, readPrice, setAside)
    const fuels = readFeed('mix', mix, readFuels, setAside)
    const at = newest?.at ?? price?.at ?? fuels?.at
    if (at === undefined) return []
    const isNear = (one: { at: number } | null): boolean => one !== null && Math.abs(one.at - at) < 2 * hourMs
    const state = {
      ...seenState(seenAt),
      region: 'PJM',
      at: new Date(at).toISOString(),
      demand_mw: newest?.mw ?? null,
      ...readFeed('forecast', forecast, (feed) => readForecast(feed, at), setAside),
      price_usd_mwh: isNear(price) ? price!.usd : null,
      price_hub: isNear(price) ? hub : null,
      mix: isNear(fuels) ? fuels!.mix : [],
    }
    return withHourPrice(state, seenAt)
  },
})

function readLoad(feed: unknown) {
  const { at, row } = newestOf(
    itemsOf(feed, 'inst_load').filter(({ area }) => area === 'PJM RTO'),
    'inst_load',
  )
  return { at, mw: readNumber(row.instantaneous_load, 'instantaneous_load') }
}

function readPrice(feed: unknown) {
  const name = 'rt_unverified_fivemin_lmps'
  const { at, row } = newestOf(
    itemsOf(feed, name).filter((one) => one.pnode_name === hub),
    name,
  )
  return { at, usd: readNumber(row.total_lmp_rt, 'total_lmp_rt') }
}

function readFuels(feed: unknown) {
  const rows = itemsOf(feed, 'gen_by_fuel')
  const { at } = newestOf(rows, 'gen_by_fuel')
  return { at, mix: readMix(rows, at) }
}

function readForecast(feed: unknown, at: number) {
  const hours = itemsOf(feed, 'load_frcstd_7_day')
    .filter((row) => row.forecast_area === 'RTO_COMBINED')
    .map((row) => ({
      at: timeOf(row.forecast_datetime_beginning_utc),
      mw: readNumber(row.forecast_load_mw, 'forecast_load_mw'),
    }))
  const current = hours.find((hour) => hour.at <= at && at - hour.at < hourMs)
  // A day by Eastern Standard Time: an hour more or less moves no peak.
  const dayOf = (one: number) => Math.floor((one - 5 * hourMs) / (24 * hourMs))
  const today = hours.filter((hour) => dayOf(hour.at) === dayOf(at))
  const peak = today.length < fewestHours ? undefined : today.toSorted((a, b) => b.mw - a.mw || a.at - b.at)[0]
  return {
    forecast_mw: current?.mw ?? null,
    peak_forecast_mw: peak?.mw ?? null,
    peak_at: peak === undefined ? null : new Date(peak.at).toISOString(),
  }
}

/** Within an answer, or alone as in a download. */
const itemsOf = (feed: unknown, what: string): readonly Row[] =>
  readRows(Array.isArray(feed) ? feed : readRow(feed, what).items, what)

function newestOf(rows: readonly Row[], what: string): { at: number; row: Row } {
  const timed = rows.map((row) => ({ at: timeOf(row.datetime_beginning_utc), row }))
  const [newest] = timed.toSorted((a, b) => b.at - a.at)
  if (newest === undefined) throw new TollgateError('upstream_changed', `${what} has no row that is asked for`)
  return newest
}

/** A new kind of fuel is other, but what is no name is a mistake. */
export function readMix(rows: readonly Row[], at: number): GridState['mix'] {
  const now = rows.filter((row) => timeOf(row.datetime_beginning_utc) === at)
  return sumMix(
    now.map((row) => {
      const name = readText(row.fuel_type, 'fuel_type')
      if (!/^[A-Z][A-Za-z /-]*$/.test(name)) throw new TollgateError('upstream_changed', `${name.slice(0, 30)} is no fuel`)
      return { name, mw: readNumber(row.mw, 'mw') }
    }),
  )
}

// "2025-02-09T00:00:00", in some feeds with milliseconds; universal time without saying so.
function timeOf(stamp: unknown): number {
  const text = readText(stamp, 'a time')
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,7})?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  if (Number.isNaN(at)) throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 30))} is not a time`)
  return at
}
