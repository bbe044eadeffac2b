// Reads the lists, prices, pools and histories into plain values for the stablecoin formulas.
import { TollgateError } from '../../../base/errors.ts'
import { curvePools } from '../../../ingestors/sources/curve-pools/topic.ts'
import { stableTotals } from '../../../ingestors/sources/defillama-stable-history/topic.ts'
import { stableSupplies } from '../../../ingestors/sources/defillama-stable-supplies/topic.ts'
import { stablecoins } from '../../../ingestors/sources/defillama-stables/topic.ts'
import { krakenStables } from '../../../ingestors/sources/kraken-stables/topic.ts'
import { stablesByChain } from '../../families/stables-by-chain.ts'
import type { Observations, Selection } from '../../kit/define.ts'
import { type Holding, holdingsOf, imbalanceOf } from './liquidity.ts'
import type { Quote, StableInputs } from './signal.ts'

const historyDays = 30

export const selections: readonly Selection[] = [
  { topic: stablecoins, days: 1 },
  { topic: krakenStables, days: 0 },
  { topic: stableTotals, days: 730 },
  { topic: stableSupplies, days: historyDays },
  { topic: curvePools, days: 0 },
]

export interface Inputs extends StableInputs {
  readonly holdings: ReadonlyMap<string, readonly Holding[]>
  readonly supplies: ReadonlyMap<string, readonly { readonly date: string; readonly supply: number }[]>
}

export function readInputs(seen: Observations): Inputs {
  const lists = seen.of(stablecoins)
  const newest = lists.at(-1)
  if (newest === undefined) throw new TollgateError('not_enough_data', 'the list of stablecoins has not come yet')
  const quotes = new Map<string, Quote[]>()
  for (const { observedAt, value } of lists)
    for (const { id, price_usd } of value.coins)
      if (price_usd !== null) quotes.set(id, [...(quotes.get(id) ?? []), { at: observedAt, priceUsd: price_usd }])
  const second = seen.of(krakenStables).at(-1)
  const holdings = holdingsOf(seen.of(curvePools).at(-1)?.value.pools ?? [])
  return {
    holdings,
    imbalances: new Map(
      [...holdings].flatMap(([symbol, held]) => {
        const imbalance = imbalanceOf(held)
        return imbalance === null ? [] : [[symbol, imbalance]]
      }),
    ),
    supplies: new Map(
      [...Map.groupBy(seen.of(stableSupplies), (fact) => fact.key)].map(([id, days]) => [
        id,
        days.map(({ value }) => ({ date: value.date, supply: value.supply })),
      ]),
    ),
    listedAt: newest.observedAt,
    quotes,
    coins: newest.value.coins.map((coin) => ({
      ...coin,
      mechanism: coin.mechanism ?? '',
      priceUsd: coin.price_usd,
      supply1d: coin.supply_1d_ago,
      supply7d: coin.supply_7d_ago,
      supply30d: coin.supply_30d_ago,
    })),
    second: new Map(
      (second?.value.prices ?? []).map((price) => [
        price.symbol,
        { at: second!.observedAt, priceUsd: (price.bid_usd + price.ask_usd) / 2 },
      ]),
    ),
    chains: stablesByChain(newest.value.coins),
    totals: seen.of(stableTotals).map((fact) => ({ at: fact.observedAt, usd: fact.value.supply_usd })),
  }
}
