// Polls the funding history of the largest markets: two weeks at first, days that can still grow after that, and one market's whole quarter an hour.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readNumberOrNull, readRows } from '../../formats/json.ts'
import { readContexts, readNames } from '../hyperliquid-perps/contexts.ts'
import { askHyperliquid } from '../hyperliquid-perps/origin.ts'
import { fundingDays } from './topic.ts'

interface Answer {
  readonly coin: string
  /** What the venue calls it, in the question and in every entry of the answer. */
  readonly name: string
  /** From the past to now; they may overlap. */
  readonly pages: readonly unknown[]
}

// A question weighs 20 and one more for each 20 rows, of the 1200 that an address may ask a minute.
const mostCoins = 24
const firstDays = 15
// An answer holds 500 hours, so that a page of twenty days overlaps the next one; the last reaches to now.
const pageStartsDaysAgo = [90, 70, 50, 30, 10] as const
const hourMs = 3_600_000
const dayMs = 86_400_000

export default defineIngestor<ValueOf<typeof fundingDays>, Answer[]>({
  source: 'hyperliquid-funding',
  topic: fundingDays,
  schedule: '3 * * * *',
  grade: 'B',
  proof: 'captured 2025-08',
  apart: 3,
  async fetch(context) {
    const { at, since } = context
    const raw = await askHyperliquid(context, { type: 'metaAndAssetCtxs' })
    const largest = readContexts(raw, at, context.setAside)
      .sort((a, b) => (b.oi_usd ?? 0) - (a.oi_usd ?? 0))
      .slice(0, mostCoins)
    const names = readNames(raw)
    // A day is one fact, so its first hour is asked again with its last one.
    const today = startOfDay(at.getTime())
    const firstDay = today - firstDays * dayMs
    const start = since === null ? firstDay : Math.max(firstDay, Math.min(since.getTime(), today))
    // Each hour has its market: after a day every one has had its quarter filled in, whatever was missed before.
    const filled = Math.floor(at.getTime() / hourMs) % mostCoins
    const readCoin = async ({ coin }: { readonly coin: string }, i: number): Promise<Answer> => {
      const name = names.get(coin)!
      const starts = i === filled ? pageStartsDaysAgo.map((days) => today - days * dayMs) : [start]
      const pages: unknown[] = []
      for (const startTime of starts) pages.push(await askHyperliquid(context, { type: 'fundingHistory', coin: name, startTime }))
      return { coin, name, pages }
    }
    return fetchParts(
      [...largest.entries()],
      ([, { coin }]) => coin,
      ([i, one]) => readCoin(one, i),
      context.setAside,
    )
  },
  parse: (answers, at) => answers.flatMap((answer) => readDays(answer, at)),
})

// A market listed this hour has not paid yet.
function readDays({ coin, name, pages }: Answer, at: Date): ValueOf<typeof fundingDays>[] {
  const rows = pages.flatMap((page) => readRows(page, `the history of ${name}`, { mayBeEmpty: true }))
  const byHour = new Map(
    rows.map((payment) => {
      if (payment.coin !== name) throw new TollgateError('upstream_changed', `${String(payment.coin)} is not ${name}`)
      const hour = {
        at: new Date(readNumber(payment.time, 'time')),
        rate: readNumber(payment.fundingRate, 'fundingRate'),
        premium: readNumberOrNull(payment.premium, 'premium'),
      }
      return [Math.floor(hour.at.getTime() / hourMs), hour] as const
    }),
  )
  const hours = [...byHour.values()].sort((a, b) => a.at.getTime() - b.at.getTime())
  const days = Map.groupBy(hours, (hour) => hour.at.toISOString().slice(0, 10))
  return [...days].map(([date, list]) => ({
    coin,
    date,
    hours: list.map((hour) => ({ hour: hour.at.getUTCHours(), rate: hour.rate, premium: hour.premium })),
    vintage: at.toISOString(),
  }))
}

const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs
