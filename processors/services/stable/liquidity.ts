// What lies in pools beside a stablecoin: where it is swapped for others, and whether it is the one everybody wants to be rid of.
import { clip, weightedMean } from '../../formula/index.ts'

export interface Pool {
  readonly address: string
  readonly name: string
  readonly usd: number
  readonly coins: readonly { readonly symbol: string; readonly usd: number }[]
}

export interface Holding {
  readonly address: string
  readonly name: string
  readonly usd: number
  readonly share: number
  /** -1 to 1: 0 where all coins weigh the same, 1 where nine tenths of the pool are this coin. */
  readonly imbalance: number
}

const fullShare = 0.9

/** By symbol in capitals, the largest pool first. */
export function holdingsOf(pools: readonly Pool[]): Map<string, Holding[]> {
  const bySymbol = new Map<string, Holding[]>()
  for (const { address, name, usd, coins } of [...pools].sort((a, b) => b.usd - a.usd || (a.address < b.address ? -1 : 1))) {
    if (usd <= 0) continue
    for (const coin of coins) {
      const share = coin.usd / usd
      const even = 1 / coins.length
      const held = { address, name, usd, share, imbalance: clip((share - even) / (fullShare - even), -1, 1) }
      const symbol = coin.symbol.toUpperCase()
      bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), held])
    }
  }
  return bySymbol
}

/** Over its pools, weighted by their size; null without any. */
export const imbalanceOf = (holdings: readonly Holding[]): number | null =>
  weightedMean(holdings.map((held) => ({ value: held.imbalance, weight: held.usd })))
