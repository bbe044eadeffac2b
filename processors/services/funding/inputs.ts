// Reads the venues' snapshots and the hourly histories into plain arrays for the funding formulas.

import { binanceOi } from '../../../ingestors/sources/binance-oi/topic.ts'
import { dydxPerps } from '../../../ingestors/sources/dydx-perps/topic.ts'
import { fundingDays } from '../../../ingestors/sources/hyperliquid-funding/topic.ts'
import { hyperliquidOi } from '../../../ingestors/sources/hyperliquid-oi/topic.ts'
import type { PerpSnapshot } from '../../../ingestors/sources/hyperliquid-perps/topic.ts'
import { hyperliquidPerps } from '../../../ingestors/sources/hyperliquid-perps/topic.ts'
import { predictedFunding } from '../../../ingestors/sources/hyperliquid-predicted/topic.ts'
import { okxPerps } from '../../../ingestors/sources/okx-perps/topic.ts'
import type { Observations, Selection } from '../../kit/define.ts'
import { aprOf, type FundingHour, type FundingInputs, type VenueRate } from './signal.ts'

export const snapshotTopics = [hyperliquidPerps, predictedFunding, dydxPerps, okxPerps]
const monthDays = 30
const quarterDays = 90
const venueTopics = {
  hyperliquid: hyperliquidPerps,
  binance: predictedFunding,
  bybit: predictedFunding,
  okx: okxPerps,
  dydx: dydxPerps,
} as const

export const selections: readonly Selection[] = [
  // Days 0: only the newest moment.
  ...snapshotTopics.map((topic) => ({ topic, days: 0 })),
  { topic: fundingDays, days: quarterDays },
  { topic: binanceOi, days: monthDays },
  { topic: hyperliquidOi, days: monthDays },
]

export function readInputs(seen: Observations): FundingInputs {
  const venues = Object.entries(venueTopics).map(([id, topic]) => ({ id, fact: seen.of(topic, id).at(-1) }))
  return {
    rates: venues.flatMap(({ fact }) => (fact === undefined ? [] : readSnapshot(fact.value))),
    venues: venues.map(({ id, fact }) => ({ id, observedAt: fact?.observedAt ?? null })),
    history: readHistory(seen),
    interest: readInterest(seen),
  }
}

function readSnapshot({ venue, markets }: PerpSnapshot): VenueRate[] {
  return markets.map((market) => ({
    venue,
    coin: market.coin,
    rate: market.rate,
    intervalH: market.interval_h,
    nextFundingAt: market.next_funding_at,
    oiUsd: market.oi_usd,
    markUsd: market.mark_usd,
    indexUsd: market.index_usd,
    change24hPct: market.change_24h_pct,
  }))
}

function readHistory(seen: Observations): Map<string, FundingHour[]> {
  const history = new Map<string, FundingHour[]>()
  for (const { observedAt, value } of seen.of(fundingDays)) {
    const hours = history.get(value.coin) ?? []
    for (const { hour, rate, premium } of [...value.hours].sort((a, b) => a.hour - b.hour))
      hours.push({ hour: observedAt.getTime() / 3_600_000 + hour, apr: aprOf(rate, 1), premium })
    history.set(value.coin, hours)
  }
  return history
}

// The venue with the longer record speaks for a coin; two venues' levels cannot be joined into one line.
function readInterest(seen: Observations): Map<string, number[]> {
  const binance = new Map<string, number[]>()
  const own = new Map<string, number[]>()
  const add = (lines: Map<string, number[]>, coin: string, value: number) => {
    const line = lines.get(coin)
    if (line === undefined) lines.set(coin, [value])
    else line.push(value)
  }
  for (const { value } of seen.of(binanceOi))
    for (const hour of [...value.hours].sort((a, b) => a.hour - b.hour)) add(binance, value.coin, hour.oi_coins)
  for (const { value } of seen.of(hyperliquidOi)) for (const { coin, oi_coins } of value.markets) add(own, coin, oi_coins)
  const coins = new Set([...binance.keys(), ...own.keys()])
  return new Map([...coins].map((coin) => [coin, longer(binance.get(coin) ?? [], own.get(coin) ?? [])]))
}

const longer = (a: number[], b: number[]): number[] => (a.length >= b.length ? a : b)
