// Polls the funding history of the largest markets: 500 hours at first, whole days that can still grow after that.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readNumberOrNull, readRows } from '../../json.ts'
import { readContexts, readNames } from '../hyperliquid-perps/contexts.ts'
import { askHyperliquid } from '../hyperliquid-perps/origin.ts'
import { fundingDays } from './topic.ts'

interface Answer {
  readonly coin: string
  /** What the venue calls it, in the question and in every entry of the answer. */
  readonly name: string
  readonly payments: unknown
}

// A question with 500 rows weighs 45 of the 1200 that an address may ask a minute.
const mostCoins = 24
const firstHours = 500
const dayMs = 86_400_000

export default defineIngestor<ValueOf<typeof fundingDays>, Answer[]>({
  source: 'hyperliquid-funding',
  topic: fundingDays,
  schedule: '3 * * * *',
  grade: 'B',
  async fetch(context) {
    const { at, since } = context
    const raw = await askHyperliquid(context, { type: 'metaAndAssetCtxs' })
    const largest = readContexts(raw, at)
      .sort((a, b) => (b.oi_usd ?? 0) - (a.oi_usd ?? 0))
      .slice(0, mostCoins)
    const names = readNames(raw)
    const firstHour = at.getTime() - firstHours * 3_600_000
    // A day is one fact, so its first hour is asked again with its last one.
    const start = since === null ? firstHour : Math.max(firstHour, Math.min(since.getTime(), startOfDay(at.getTime())))
    const answers: Answer[] = []
    for (const { coin } of largest) {
      const name = names.get(coin)!
      const question = { type: 'fundingHistory', coin: name, startTime: start }
      answers.push({ coin, name, payments: await askHyperliquid(context, question) })
    }
    return answers
  },
  parse: (answers, at) => answers.flatMap((answer) => readDays(answer, at)),
})

// A market listed this hour has not paid yet.
function readDays({ coin, name, payments }: Answer, at: Date): ValueOf<typeof fundingDays>[] {
  const hours = readRows(payments, `the history of ${name}`, { mayBeEmpty: true }).map((payment) => {
    if (payment.coin !== name) throw new TollgateError('upstream_changed', `${String(payment.coin)} is not ${name}`)
    return {
      at: new Date(readNumber(payment.time, 'time')),
      rate: readNumber(payment.fundingRate, 'fundingRate'),
      premium: readNumberOrNull(payment.premium, 'premium'),
    }
  })
  const days = Map.groupBy(hours, (hour) => hour.at.toISOString().slice(0, 10))
  return [...days].map(([date, list]) => ({
    coin,
    date,
    hours: list.map((hour) => ({ hour: hour.at.getUTCHours(), rate: hour.rate, premium: hour.premium })),
    vintage: at.toISOString(),
  }))
}

const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs
