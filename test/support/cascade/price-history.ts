// Days of prices that a seed decides, and what an estimate is made of.

import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import { estimateMoves } from '../../../processors/services/cascade/paths/estimate.ts'
import { readHistory } from '../../../processors/services/cascade/paths/history.ts'
import { type PastPrices, tableOf } from '../../../processors/services/cascade/paths/past-prices.ts'
import { randomOf } from '../../../processors/services/cascade/paths/random.ts'

export const firstDay = 20_000
export const addressOf = (token: number): string => `0x${(0xa000 + token).toString(16).padStart(40, '0')}`

/** Logarithmic daily moves of each token, made of independent normals. */
export type Mover = (normal: () => number) => readonly number[]

export function pricesFrom(seed: number, days: number, mover: Mover, chainId = 1): PastPrices[] {
  const random = randomOf(seed, 0)
  let levels: readonly number[] = []
  return Array.from({ length: days }, (_, d) => {
    const moves = mover(random.normal)
    levels = moves.map((move, t) => (levels[t] ?? 0) + move)
    const prices = levels.map((level, t) => ({ token: addressOf(t), usd: Math.exp(level) }))
    return { chain_id: chainId, at: new Date((firstDay + d) * 86_400_000).toISOString(), day: firstDay + d, prices }
  })
}

export const tableFor = (past: readonly PastPrices[], state: MarketState) =>
  tableOf(
    past,
    state.tokens.map((_, t) => addressOf(t)),
  )

export function movesFrom(past: readonly PastPrices[], state: MarketState) {
  return estimateMoves(readHistory(tableFor(past, state), state), state)
}

/** Without what is there of some tokens on some days. */
export function without(past: readonly PastPrices[], isGone: (day: number, token: string) => boolean): PastPrices[] {
  return past.map((one) => ({ ...one, prices: one.prices.filter(({ token }) => !isGone(one.day - firstDay, token)) }))
}
