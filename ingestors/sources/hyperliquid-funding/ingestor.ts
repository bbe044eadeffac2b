// Polls the funding history of the largest markets: 500 hours at first, whole days that can still grow after that.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { numberOrNull, unitOf } from '../../perp-market.ts'
import { readContexts, readNames } from '../hyperliquid-perps/contexts.ts'
import { askHyperliquid } from '../hyperliquid-perps/origin.ts'
import { fundingDays } from './topic.ts'

interface Payment {
  readonly coin?: string
  readonly fundingRate?: string
  readonly premium?: string | null
  readonly time?: number
}

// A question with 500 rows weighs 45 of the 1200 that an address may ask a minute.
const mostCoins = 24
const firstHours = 500
const dayMs = 86_400_000

export default defineIngestor<ValueOf<typeof fundingDays>, Payment[][]>({
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
    const answers: Payment[][] = []
    for (const { coin } of largest) {
      const question = { type: 'fundingHistory', coin: names.get(coin)!, startTime: start }
      answers.push((await askHyperliquid(context, question)) as Payment[])
    }
    return answers
  },
  parse: (answers, at) => answers.flatMap((payments) => readDays(payments, at)),
})

function readDays(payments: readonly Payment[], at: Date): ValueOf<typeof fundingDays>[] {
  if (!Array.isArray(payments)) throw new TollgateError('upstream_changed', 'a funding history is not a list')
  const days = Map.groupBy(payments, (payment) => new Date(payment.time!).toISOString().slice(0, 10))
  return [...days].flatMap(([date, list]) => {
    const coin = unitOf(String(list[0]!.coin))?.coin
    if (coin === undefined) throw new TollgateError('upstream_changed', `${list[0]!.coin} is not a coin`)
    const hours = list.map((payment) => {
      const rate = numberOrNull(payment.fundingRate)
      if (rate === null) throw new TollgateError('upstream_changed', `${coin} has a payment without a rate`)
      return { hour: new Date(payment.time!).getUTCHours(), rate, premium: numberOrNull(payment.premium) }
    })
    return [{ coin, date, hours, vintage: at.toISOString() }]
  })
}

const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs
