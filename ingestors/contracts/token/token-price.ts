// What a token is worth in dollars by its deepest pool, where that is one that a few dollars cannot move.
import type { Hex } from 'viem'
import type { PinnedChain } from '../pinned-chain.ts'
import { findPools } from './pools.ts'

const leastPoolUsd = 100_000

export async function priceToken(
  chain: PinnedChain,
  token: Hex,
  decimals: number,
  worths: ReadonlyMap<string, number>,
): Promise<number | null> {
  const quote = chain.exchange.quotes.find((one) => one.token === token)
  if (quote !== undefined) return worths.get(quote.symbol) ?? null
  const pools = (await findPools(chain, token, decimals)).flatMap((pool) => {
    const worth = worths.get(pool.quote)
    return worth === undefined ? [] : [{ usd: worth * pool.price_quote, held: worth * pool.quote_held }]
  })
  const [deepest] = pools.sort((a, b) => b.held - a.held)
  return deepest !== undefined && deepest.held >= leastPoolUsd ? deepest.usd : null
}
