// Polls hourly open interest of the largest coins; dollars over coins is the hour's price.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import type { OiDay } from '../../oi-hours.ts'
import { unitOf } from '../../perp-market.ts'
import { binanceOi } from './topic.ts'

interface Entry {
  readonly symbol: string
  readonly sumOpenInterest: string
  readonly sumOpenInterestValue: string
  readonly timestamp: number
}

export const binanceSymbols = [
  'BTC',
  'ETH',
  'SOL',
  'XRP',
  'HYPE',
  'DOGE',
  'AVAX',
  'LINK',
  '1000PEPE',
  'SUI',
  'ARB',
  'AAVE',
] as const
const mostHours = 500
const dayMs = 86_400_000

export default defineIngestor<OiDay, Entry[][]>({
  source: 'binance-oi',
  topic: binanceOi,
  schedule: '4 * * * *',
  grade: 'C',
  async fetch({ http, at, since, signal }) {
    // Whole days: from the first hour of the newest known one.
    const from = since === null ? 0 : Math.min(since.getTime(), Math.floor(at.getTime() / dayMs) * dayMs)
    const limit = Math.min(mostHours, Math.ceil((at.getTime() - from) / 3_600_000) + 1)
    const answers: Entry[][] = []
    for (const symbol of binanceSymbols) {
      const url = `https://fapi.binance.com/futures/data/openInterestHist?symbol=${symbol}USDT&period=1h&limit=${limit}`
      answers.push((await http.json(url, { signal })) as Entry[])
    }
    return answers
  },
  parse: (answers, at) => answers.flatMap((entries) => readDays(entries, at)),
})

function readDays(entries: readonly Entry[], at: Date): OiDay[] {
  if (!Array.isArray(entries)) throw new TollgateError('upstream_changed', 'openInterestHist is not a list')
  const days = Map.groupBy(entries, (entry) => new Date(entry.timestamp).toISOString().slice(0, 10))
  // The first day may have been cut by the limit; the hours it lacks were known before.
  const whole = days.size > 1 ? [...days].slice(entries.length >= mostHours ? 1 : 0) : [...days]
  return whole.map(([date, list]) => {
    const unit = unitOf(list[0]!.symbol.replace(/USDT$/, ''))
    if (unit === null) throw new TollgateError('upstream_changed', `${list[0]!.symbol} is not a symbol`)
    const hours = list.map((entry) => {
      const coins = Number(entry.sumOpenInterest) * unit.units
      return {
        hour: new Date(entry.timestamp).getUTCHours(),
        oi_coins: coins,
        price_usd: Number(entry.sumOpenInterestValue) / coins,
      }
    })
    return { venue: 'binance', coin: unit.coin, date, hours, vintage: at.toISOString() }
  })
}
