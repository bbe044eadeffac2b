// What lies in pools beside a stablecoin: where it is swapped for others, and whether it is the one everybody wants to be rid of.
import { clip, weightedMean } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

export interface Pool {
  readonly address: string
  readonly name: string
  readonly usd: number
  readonly coins: readonly { readonly symbol: string; readonly usd: number; readonly amount?: number }[]
  readonly amplification?: number | null
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
  for (const { address, name, usd, coins } of [...pools].sort(mostFirst('usd', 'address'))) {
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

/**
 * What each coin is worth at the margin, in a unit common to the pool: the gradient of Curve's invariant (StableSwap, Egorov 2019) at
 * these amounts, where the contract's A is the paper's times n^(n-1). null where the amounts have no such point.
 */
export function marginalValues(amounts: readonly number[], amplification: number): readonly number[] | null {
  const [n, total] = [amounts.length, amounts.reduce((sum, amount) => sum + amount, 0)]
  if (amounts.some((amount) => amount <= 0) || amplification * n <= 1) return null
  const ann = amplification * n
  const product = (d: number) => amounts.reduce((made, amount) => (made * d) / (amount * n), d)
  let d = total
  for (let i = 0; i < mostSteps; i++) {
    const before = d
    d = ((ann * total + product(d) * n) * d) / ((ann - 1) * d + (n + 1) * product(d))
    if (Math.abs(d - before) <= total * 1e-12) return amounts.map((amount) => ann + product(d) / amount)
  }
  return null
}

const mostSteps = 255

/** By symbol in capitals: its price against those coins beside it that hold their peg, by the size of the pools. */
export function poolPrices(pools: readonly Pool[], holdingPeg: ReadonlyMap<string, number>): Map<string, number> {
  const seen = new Map<string, { value: number; weight: number }[]>()
  for (const { usd, coins, amplification } of pools) {
    const amounts = coins.flatMap(({ amount }) => amount ?? [])
    if (amplification == null || amounts.length !== coins.length) continue
    const values = marginalValues(amounts, amplification)
    const symbols = coins.map(({ symbol }) => symbol.toUpperCase())
    for (const [i, symbol] of values === null ? [] : symbols.entries())
      for (const [j, other] of symbols.entries()) {
        const reference = holdingPeg.get(other)
        if (i === j || reference === undefined) continue
        const quote = { value: (reference * values![i]!) / values![j]!, weight: usd }
        seen.set(symbol, [...(seen.get(symbol) ?? []), quote])
      }
  }
  return new Map([...seen].flatMap(([symbol, quotes]) => [[symbol, weightedMean(quotes)!] as const]))
}
