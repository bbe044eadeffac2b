// Polls the daily prices of the large chains' tokens: the days before from the chart, today from the price of this moment.
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readRow, readRows } from '../../formats/json.ts'
import { askLargestChains } from '../defillama-chain-tvl/largest.ts'
import { tokenOf } from './tokens.ts'
import { nativePrices } from './topic.ts'

interface Raw {
  /** Chain by chain its token. */
  readonly tokens: readonly (readonly [chain: string, token: string])[]
  readonly charts: readonly { readonly token: string; readonly chart: unknown }[]
  readonly current: unknown
}

const base = 'https://coins.llama.fi'
const firstDays = 200
const movingDays = 3
const dayMs = 86_400_000
// A point of a daily chart is the nearest known to midnight; one this far from it is not that day's.
const nearestMs = 6 * 3_600_000

export default defineIngestor<ValueOf<typeof nativePrices>, Raw>({
  source: 'defillama-native-prices',
  topic: nativePrices,
  schedule: '20 * * * *',
  grade: 'B',
  proof: 'documented',
  apart: 2,
  async fetch({ http, at, since, signal, setAside }) {
    const chains = await askLargestChains({ http, signal, ...(setAside && { setAside }) })
    const tokens = chains.flatMap((chain) => {
      const token = tokenOf(chain)
      return token === null ? [] : [[chain.name, token] as const]
    })
    const names = [...new Set(tokens.map(([, token]) => token))]
    const days = since === null ? firstDays : movingDays
    const start = Math.floor(at.getTime() / dayMs - days) * 86_400
    const charts: { token: string; chart: unknown }[] = []
    for (const token of names) {
      const url = `${base}/chart/${coinOf(token)}?start=${start}&span=${days + 1}&period=1d&searchWidth=600`
      const chart = await fetchedOrAside(token, http.json(url, { signal }), setAside)
      if (chart !== undefined) charts.push({ token, chart })
    }
    const asked = http.json(`${base}/prices/current/${names.map(coinOf).join(',')}`, { signal })
    return { tokens, charts, current: await fetchedOrAside('the prices of now', asked, setAside) }
  },
  parse({ tokens, charts, current }, at) {
    const today = at.toISOString().slice(0, 10)
    const prices = new Map(charts.map(({ token, chart }) => [token, readChart(token, chart, today)]))
    const now = current === undefined ? {} : readRow(readRow(current, 'the prices').coins, 'coins')
    return tokens.flatMap(([chain, token]) => {
      const row = now[coinOf(token)]
      const last = row === undefined ? [] : [{ date: today, price_usd: readPrice(readRow(row, token)) }]
      return [...(prices.get(token) ?? []), ...last].map((point) => ({ chain, token, ...point, vintage: at.toISOString() }))
    })
  },
})

const coinOf = (token: string): string => `coingecko:${token}`
const readPrice = (row: Row): number => readNumber(row.price, 'price')

function readChart(token: string, chart: unknown, today: string) {
  const coin = readRow(readRow(chart, 'the chart').coins, 'coins')[coinOf(token)]
  // A token nobody prices is left out of the answer.
  if (coin === undefined) return []
  const days = new Map<string, number>()
  for (const row of readRows(readRow(coin, token).prices, 'prices')) {
    const ms = readNumber(row.timestamp, 'timestamp') * 1_000
    const midnight = Math.round(ms / dayMs) * dayMs
    const date = new Date(midnight).toISOString().slice(0, 10)
    if (Math.abs(ms - midnight) <= nearestMs && date < today) days.set(date, readPrice(row))
  }
  return [...days].map(([date, price_usd]) => ({ date, price_usd }))
}
