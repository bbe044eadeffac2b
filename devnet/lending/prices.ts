// Moves the local market's prices: the feeds Aave reads, and the oracle of every Morpho market over the same answers.

import type { Address } from 'viem'
import type { Chain } from './chain.ts'
import type { LocalMorpho } from './morpho.ts'
import { marketPrice } from './morpho.ts'
import { feedAnswer, type LocalToken, setFeeds } from './tokens.ts'

export type PricesUsd = Readonly<Record<string, number>>

export async function setPrices(
  chain: Chain,
  tokens: readonly LocalToken[],
  morpho: LocalMorpho,
  pricesUsd: PricesUsd,
  owner: Address,
): Promise<void> {
  const answers = new Map(tokens.map((t) => [t.symbol, feedAnswer(pricesUsd[t.symbol] ?? t.priceUsd)]))
  await setFeeds(chain, new Map(tokens.map((token) => [token, answers.get(token.symbol)!])))
  for (const market of morpho.markets) {
    const price = marketPrice(market, answers.get(market.collateral.symbol)!, answers.get(market.loan.symbol)!)
    await chain.send(market.oracle, 'setPrice', [price], owner)
  }
}
