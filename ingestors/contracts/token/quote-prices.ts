// What the tokens that everything is traded against are worth in dollars, by the deepest pool of each against a dollar.
import type { PinnedChain } from '../pinned-chain.ts'
import { findPools } from './pools.ts'

/** By symbol; one that no pool prices is left out. */
export async function priceQuotes(chain: PinnedChain): Promise<Map<string, number>> {
  const { quotes } = chain.exchange
  const prices = new Map(quotes.filter(({ dollar }) => dollar).map(({ symbol }) => [symbol, 1]))
  for (const { token, symbol, decimals, dollar } of quotes) {
    if (dollar) continue
    const deepest = (await findPools(chain, token, decimals)).find((pool) => prices.get(pool.quote) === 1)
    if (deepest !== undefined) prices.set(symbol, deepest.price_quote)
  }
  return prices
}
