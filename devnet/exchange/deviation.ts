// How far the exchange's price of a token lies from the oracles', as a logarithm: below zero after somebody sold.
import type { Chain } from '../lending/chain.ts'
import type { PricesUsd } from '../lending/prices.ts'
import type { Exchange } from './exchange.ts'
import { priceAt } from './pool-price.ts'

/** In the pool with the lower fee; zero for a token without one. */
export async function poolDeviation(chain: Chain, exchange: Exchange, symbol: string, pricesUsd: PricesUsd): Promise<number> {
  const pool = exchange.pools.find(({ base }) => base.symbol === symbol)
  if (pool === undefined) return 0
  const [root] = await chain.read<readonly [bigint]>(pool.contract, 'slot0')
  const price = priceAt(root, pool.token0, pool.token1)
  const inQuote = pool.base.symbol === pool.token0.symbol ? price : 1 / price
  return Math.log((inQuote * pricesUsd[pool.quote.symbol]!) / pricesUsd[symbol]!)
}
