// What all stablecoins of a list are worth on each chain, now and a week ago.
import type { Stablecoin } from '../../ingestors/sources/defillama-stables/topic.ts'
import { mostFirst } from '../formula/lists.ts'

export interface ChainSupply {
  readonly chain: string
  readonly usd: number
  /** Of the coins whose week-old supply there is known, and what they are worth now. */
  readonly week: { readonly agoUsd: number; readonly nowUsd: number }
}

/** The list counts every coin in dollars at its price of now, whatever it is held to. Largest first. */
export function stablesByChain(coins: readonly Stablecoin[]): ChainSupply[] {
  const totals = new Map<string, ChainSupply>()
  for (const coin of coins) {
    for (const { chain, supply, supply_7d_ago: ago } of coin.chains) {
      const { usd, week } = totals.get(chain) ?? { usd: 0, week: { agoUsd: 0, nowUsd: 0 } }
      const known = ago === null ? week : { agoUsd: week.agoUsd + ago, nowUsd: week.nowUsd + supply }
      totals.set(chain, { chain, usd: usd + supply, week: known })
    }
  }
  return [...totals.values()].sort(mostFirst('usd', 'chain'))
}
