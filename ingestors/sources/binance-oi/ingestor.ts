// Polls hourly open interest of the largest coins; dollars over coins is the hour's price.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readRows } from '../../formats/json.ts'
import type { OiDay } from '../../shapes/oi-hours.ts'
import { unitOf } from '../../shapes/perp-market.ts'
import { binanceOi } from './topic.ts'

interface Answer {
  readonly asked: string
  /** A midnight: of the day before, the last hours alone are in the answer. */
  readonly from: number
  readonly entries: unknown
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
const hourMs = 3_600_000
const dayMs = 86_400_000

export default defineIngestor<OiDay, Answer[]>({
  source: 'binance-oi',
  topic: binanceOi,
  schedule: '4 * * * *',
  grade: 'C',
  proof: 'captured 2026-09-20',
  apart: 2,
  async fetch({ http, at, since, signal, setAside }) {
    // Whole days: from the first hour of the newest known one.
    const wanted = since === null ? 0 : Math.min(since.getTime(), Math.floor(at.getTime() / dayMs) * dayMs)
    const from = Math.max(wanted, Math.ceil((at.getTime() - (mostHours - 1) * hourMs) / dayMs) * dayMs)
    // Counted from the end, and one more: the hour under way may be there or not.
    const limit = Math.ceil((at.getTime() - from) / hourMs) + 1
    const answers: Answer[] = []
    for (const symbol of binanceSymbols) {
      const url = `https://fapi.binance.com/futures/data/openInterestHist?symbol=${symbol}USDT&period=1h&limit=${limit}`
      const entries = await fetchedOrAside(symbol, http.json(url, { signal }), setAside)
      if (entries !== undefined) answers.push({ asked: `${symbol}USDT`, from, entries })
    }
    return answers
  },
  parse: (answers, at) => answers.flatMap((answer) => readDays(answer, at)),
})

function readDays({ asked, from, entries }: Answer, at: Date): OiDay[] {
  const unit = unitOf(asked.replace(/USDT$/, ''))!
  const rows = readRows(entries, `${asked}'s openInterestHist`)
  // A market that was just listed, or is being taken off, is told with nothing open: it has no price then.
  const hours = rows
    .map((row) => readHour(row, asked, unit.units))
    .filter((hour) => hour.at.getTime() >= from && hour.oi_coins > 0)
  const days = Map.groupBy(hours, ({ at: time }) => time.toISOString().slice(0, 10))
  return [...days].map(([date, list]) => ({
    venue: 'binance',
    coin: unit.coin,
    date,
    hours: hoursOf(list),
    vintage: at.toISOString(),
  }))
}

/** Asked for hours, it may still tell more of one: the newest counts, and counts once. */
function hoursOf(list: readonly ReturnType<typeof readHour>[]): OiDay['hours'] {
  const newest = new Map<number, ReturnType<typeof readHour>>()
  for (const one of list.toSorted((a, b) => a.at.getTime() - b.at.getTime())) newest.set(one.at.getUTCHours(), one)
  return [...newest].map(([hour, { at: _at, ...figures }]) => ({ hour, ...figures }))
}

function readHour(row: Row, asked: string, units: number) {
  if (row.symbol !== asked) throw new TollgateError('upstream_changed', `${String(row.symbol)} is not ${asked}`)
  const coins = readNumber(row.sumOpenInterest, 'sumOpenInterest') * units
  return {
    at: new Date(readNumber(row.timestamp, 'timestamp')),
    oi_coins: coins,
    price_usd: readNumber(row.sumOpenInterestValue, 'sumOpenInterestValue') / coins,
  }
}
