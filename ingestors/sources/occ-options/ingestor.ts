// Fetches the clearing house's open contracts and volume of an underlying somebody asks about. Shapes as captured of WDC and AAPL.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside, readEach } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readSeries, type Series } from './series.ts'
import { type OptionsDay, optionsDays } from './topic.ts'
import { readVolume } from './volume.ts'

interface Asked {
  readonly ticker: string
  readonly series: string
  readonly volume: string
}

const prefetched = ['AAPL', 'SPY']
const daysTried = 5
const dayMs = 86_400_000
const mostLargest = 40
const host = 'https://marketdata.theocc.com'

async function fetchUnderlying(ticker: string, { http, at, signal }: FetchContext): Promise<Asked> {
  const symbol = ticker.replace('-', '')
  const ask = (path: string, expect: 'text' | 'csv') => http.text(`${host}/${path}`, { expect, signal })
  const series = await ask(`series-search?symbolType=U&symbol=${symbol}`, 'text')
  if (readSeries(series).length === 0) throw new TollgateError('key_unknown', `no options on ${ticker} are cleared`)
  // Holidays and days that are still being counted have no rows.
  for (let back = 1; back <= daysTried; back++) {
    const day = new Date(at.getTime() - back * dayMs)
    if (day.getUTCDay() === 0 || day.getUTCDay() === 6) continue
    const date = day.toISOString().slice(0, 10).replaceAll('-', '')
    const query = `reportDate=${date}&format=csv&volumeQueryType=O&symbolType=U&symbol=${symbol}&reportType=D`
    const volume = await ask(`volume-query?${query}`, 'csv')
    if (readVolume(volume) !== null) return { ticker, series, volume }
  }
  throw new TollgateError('key_unknown', `no options on ${ticker} were traded in days`)
}

export default defineIngestor<OptionsDay, Asked[]>({
  source: 'occ-options',
  topic: optionsDays,
  schedule: '0 9 * * 2-6',
  grade: 'C',
  proof: 'captured 2026-06',
  async fetch(context) {
    const all: Asked[] = []
    for (const ticker of prefetched) {
      const fetched = fetchUnderlying(ticker, context).catch((error: unknown) => {
        // What everybody trades is never unknown: the answer changed.
        const isUnknown = error instanceof TollgateError && error.code === 'key_unknown'
        throw isUnknown ? new TollgateError('upstream_changed', error.message, { cause: error }) : error
      })
      const asked = await fetchedOrAside(ticker, fetched, context.setAside)
      if (asked !== undefined) all.push(asked)
    }
    return all
  },
  // A sum without one of its rows would be another one: what cannot be read costs its underlying.
  parse: (all, _at, setAside) =>
    readEach(
      all,
      (asked) => [readDay(asked)],
      setAside,
      (asked) => asked.ticker,
    ),
  openKeys: {
    fetch: async (ticker, context) => [await fetchUnderlying(ticker, context)],
    pollSeconds: 12 * 3_600,
    watchSeconds: 7 * 86_400,
    cooldownSeconds: 3_600,
    unknownSeconds: 86_400,
    concurrency: 2,
    perSecond: 1,
    deadlineSeconds: 30,
  },
})

function readDay({ ticker, series: listed, volume: counted }: Asked): OptionsDay {
  const series = readSeries(listed)
  const volume = readVolume(counted)
  if (series.length === 0 || volume === null) throw new TollgateError('upstream_changed', `${ticker} has no series or no volume`)
  const sum = (list: readonly Series[], side: 'calls' | 'puts') => list.reduce((total, one) => total + one[side], 0)
  const largest = series
    .flatMap(({ expiry, strike, calls, puts }) => [
      { expiry, strike, side: 'call', open: calls },
      { expiry, strike, side: 'put', open: puts },
    ])
    .filter(({ open }) => open > 0)
    .sort((a, b) => b.open - a.open || (`${a.expiry} ${a.strike} ${a.side}` < `${b.expiry} ${b.strike} ${b.side}` ? -1 : 1))
    .slice(0, mostLargest)
  const expiries = [...Map.groupBy(series, ({ expiry }) => expiry)]
    .map(([date, list]) => ({ date, calls: sum(list, 'calls'), puts: sum(list, 'puts'), max_pain: maxPain(list) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  const { date, ...traded } = volume
  return { ticker, date, open: { calls: sum(series, 'calls'), puts: sum(series, 'puts') }, expiries, largest, volume: traded }
}

/** The strike at which all open contracts of an expiry would pay out the least together. */
export function maxPain(series: readonly Pick<Series, 'strike' | 'calls' | 'puts'>[]): number | null {
  if (series.every(({ calls, puts }) => calls + puts === 0)) return null
  const paid = (at: number) =>
    series.reduce((sum, { strike, calls, puts }) => sum + calls * Math.max(0, at - strike) + puts * Math.max(0, strike - at), 0)
  return series.map(({ strike }) => strike).sort((a, b) => paid(a) - paid(b) || a - b)[0]!
}
