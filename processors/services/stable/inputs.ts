// Reads the lists, prices, pools and histories into plain values for the stablecoin formulas.
import { TollgateError } from '../../../base/errors.ts'
import { curvePools } from '../../../ingestors/sources/curve-pools/topic.ts'
import { stableTotals } from '../../../ingestors/sources/defillama-stable-history/topic.ts'
import { stableSupplies } from '../../../ingestors/sources/defillama-stable-supplies/topic.ts'
import { type Stablecoin, stablecoins } from '../../../ingestors/sources/defillama-stables/topic.ts'
import { referenceRates } from '../../../ingestors/sources/ecb-fx/topic.ts'
import { krakenStables } from '../../../ingestors/sources/kraken-stables/topic.ts'
import { stablesByChain } from '../../families/stables-by-chain.ts'
import type { Observations, Selection } from '../../kit/define.ts'
import { type Holding, holdingsOf, imbalanceOf, poolPrices } from './liquidity.ts'
import { deviationBps, type NamedQuote, type Quote, type StableInputs } from './signal.ts'

const historyDays = 30
// Easter and Christmas leave four days and more without a rate.
const longestHolidayDays = 6
// A coin this near to its peg is what another may be measured against.
const holdsWithinBps = 100

export const selections: readonly Selection[] = [
  { topic: stablecoins, days: 1 },
  { topic: krakenStables, days: 0 },
  { topic: stableTotals, days: 730 },
  { topic: stableSupplies, days: historyDays },
  { topic: curvePools, days: 0 },
  { topic: referenceRates, days: longestHolidayDays },
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
  const pools = seen.of(curvePools).at(-1)
  const holdings = holdingsOf(pools?.value.pools ?? [])
  const second = new Map<string, NamedQuote[]>()
  const add = (symbol: string, quote: NamedQuote) => second.set(symbol, [...(second.get(symbol) ?? []), quote])
  const kraken = seen.of(krakenStables).at(-1)
  for (const { symbol, bid_usd, ask_usd } of kraken?.value.prices ?? [])
    add(symbol.toUpperCase(), { name: 'kraken', at: kraken!.observedAt, priceUsd: (bid_usd + ask_usd) / 2 })
  for (const [symbol, priceUsd] of poolPrices(pools?.value.pools ?? [], holdingPeg(newest.value.coins)))
    add(symbol, { name: 'curve pools', at: pools!.observedAt, priceUsd })
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
    second,
    pars: parsOf(seen),
    chains: stablesByChain(newest.value.coins),
    totals: seen.of(stableTotals).map((fact) => ({ at: fact.observedAt, usd: fact.value.supply_usd })),
  }
}

// Several coins may share a symbol: the largest is what its pools hold.
function holdingPeg(coins: readonly Stablecoin[]): Map<string, number> {
  const largest = new Map<string, Stablecoin>()
  for (const coin of coins) {
    const symbol = coin.symbol.toUpperCase()
    if (coin.supply > (largest.get(symbol)?.supply ?? 0)) largest.set(symbol, coin)
  }
  return new Map(
    [...largest].flatMap(([symbol, { peg, price_usd: price }]) =>
      peg === 'peggedUSD' && price !== null && Math.abs(deviationBps(price, 1)) <= holdsWithinBps ? [[symbol, price]] : [],
    ),
  )
}

/** Dollars for one unit of a currency, by the name that the list gives its peg. */
function parsOf(seen: Observations): Map<string, Quote> {
  const newest = new Map(seen.of(referenceRates).map(({ observedAt, value }) => [value.currency, { observedAt, value }]))
  const dollar = newest.get('USD')
  const pars = new Map<string, Quote>()
  for (const [currency, { observedAt, value }] of newest)
    if (dollar !== undefined && currency !== 'USD')
      pars.set(`pegged${currency === 'BRL' ? 'REAL' : currency}`, {
        at: observedAt,
        priceUsd: dollar.value.per_euro / value.per_euro,
      })
  if (dollar !== undefined) pars.set('peggedEUR', { at: dollar.observedAt, priceUsd: dollar.value.per_euro })
  return pars
}
