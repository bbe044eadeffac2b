// One price step as one transaction: every feed, every isolated market's oracle, and the exchange's pools drawn after them.
import { parseAbi } from 'viem'
import { oracleRoot } from '../exchange/exchange.ts'
import { marketPrice } from '../lending/morpho.ts'
import type { PricesUsd } from '../lending/prices.ts'
import { feedAnswer } from '../lending/tokens.ts'
import { type Call, sendBatch } from './batch.ts'
import type { DemoMarket } from './build.ts'

const feedAbi = parseAbi(['function set(int256 answer)'])

export async function movePrices({ lending, exchange }: DemoMarket, pricesUsd: PricesUsd): Promise<void> {
  const { chain, tokens, morpho, owner } = lending
  const answers = new Map(tokens.map((token) => [token.symbol, feedAnswer(pricesUsd[token.symbol]!)]))
  const feeds = tokens.map(
    ({ feed, symbol }): Call => ({ contract: { address: feed, abi: feedAbi }, name: 'set', args: [answers.get(symbol)!] }),
  )
  const oracles = morpho.markets.map((market): Call => {
    const price = marketPrice(market, answers.get(market.collateral.symbol)!, answers.get(market.loan.symbol)!)
    return { contract: market.oracle, name: 'setPrice', args: [price] }
  })
  // A pool that cannot be drawn so far keeps its price; the oracles do not wait for it.
  const pools = exchange.pools.map((pool): Call => {
    const args = [pool.contract.address, oracleRoot(pool, answers), BigInt(pool.fee)]
    return { contract: exchange.desk, name: 'align', args, mayFail: true }
  })
  await sendBatch(chain, [...feeds, ...oracles, ...pools], owner)
}
