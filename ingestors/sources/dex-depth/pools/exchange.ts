// An exchange as depth sees it: for every pair asked about the pools it has, each as a curve at one block.
import type { Hex } from 'viem'
import { type PinnedReader, view } from '../../../chains/pinned.ts'
import type { Venue } from '../curves/venue.ts'

export interface Coin {
  readonly address: Hex
  readonly decimals: number
  /** Null where nobody says. */
  readonly usd: number | null
}

export interface Pair {
  readonly from: Coin
  readonly to: Coin
}

export interface Pool {
  readonly exchange: string
  /** In whole tokens of the pair; null where the pool refused or contradicted itself. */
  readonly venue: Venue | null
}

export interface Exchange {
  readonly name: string
  /** In the order of the pairs. */
  read(at: PinnedReader, pairs: readonly Pair[]): Promise<(readonly Pool[])[]>
}

export const balanceOf = view<bigint>('function balanceOf(address) view returns (uint256)')

export const unitOf = ({ decimals }: Coin): number => 10 ** decimals

/** What of a coin's raw units is worth that much; nothing is too little where nobody says what it is worth. */
export function isWorth(coin: Coin, raw: bigint | null, usd: number): boolean {
  if (raw === null || raw <= 0n) return false
  return coin.usd === null || (Number(raw) / unitOf(coin)) * coin.usd >= usd
}

/** What cannot bring this much within a fall of a fifth is no market but somebody's spare change. */
export const leastPoolUsd = 10_000

/** Answers to questions that were asked in one row, back to whom each was asked for. */
export function cut<T>(answers: readonly T[], each: readonly (readonly unknown[])[]): T[][] {
  let at = 0
  return each.map((some) => {
    at += some.length
    return answers.slice(at - some.length, at)
  })
}
