// One price step as one transaction: every feed and isolated market's oracle that changes, and the exchange's pools drawn after them.
// No more calls than it takes: the local chain keeps a trace of each for a day.
import { parseAbi } from 'viem'
import { oracleRoot } from '../exchange/exchange.ts'
import { gapOf } from '../exchange/pool-price.ts'
import { marketPrice } from '../lending/morpho.ts'
import type { PricesUsd } from '../lending/prices.ts'
import { feedAnswer } from '../lending/tokens.ts'
import { type Call, readBatch, sendBatch } from './batch.ts'
import type { DemoMarket } from './build.ts'

const feedAbi = parseAbi(['function set(int256 answer)'])
// Nobody trades for less than the pool's fee, nor for less than this: quotes stay so close to the oracles.
const smallestGap = 0.004
const feeUnit = 1_000_000

export async function movePrices(market: DemoMarket, before: PricesUsd, after: PricesUsd): Promise<void> {
  const { tokens, morpho, chain, owner } = market.lending
  const changed = new Set(
    tokens.map(({ symbol }) => symbol).filter((symbol) => answerOf(before, symbol) !== answerOf(after, symbol)),
  )
  const feeds = tokens
    .filter(({ symbol }) => changed.has(symbol))
    .map(({ feed, symbol }): Call => {
      return { contract: { address: feed, abi: feedAbi }, name: 'set', args: [answerOf(after, symbol)] }
    })
  const oracles = morpho.markets
    .filter(({ collateral, loan }) => changed.has(collateral.symbol) || changed.has(loan.symbol))
    .map((one): Call => {
      const price = marketPrice(one, answerOf(after, one.collateral.symbol), answerOf(after, one.loan.symbol))
      return { contract: one.oracle, name: 'setPrice', args: [price] }
    })
  await sendBatch(chain, [...feeds, ...oracles, ...(await alignments(market, after))], owner)
}

async function alignments({ lending, exchange }: DemoMarket, pricesUsd: PricesUsd): Promise<Call[]> {
  const answers = new Map(lending.tokens.map(({ symbol }) => [symbol, answerOf(pricesUsd, symbol)]))
  const slots = await readBatch(
    lending.chain,
    exchange.pools.map(({ contract }): Call => ({ contract, name: 'slot0', args: [] })),
  )
  return exchange.pools.flatMap((pool, i): Call[] => {
    const target = oracleRoot(pool, answers)
    if (gapOf((slots[i] as readonly [bigint])[0], target) <= Math.max(smallestGap, pool.fee / feeUnit)) return []
    // A pool that cannot be drawn so far keeps its price; the oracles do not wait for it.
    return [{ contract: exchange.desk, name: 'align', args: [pool.contract.address, target], mayFail: true }]
  })
}

function answerOf(pricesUsd: PricesUsd, symbol: string): bigint {
  return feedAnswer(pricesUsd[symbol]!)
}
