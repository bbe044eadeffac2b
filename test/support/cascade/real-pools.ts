// Pools of Uniswap v3 and v4 for every collateral of the local market, their ranges and sizes drawn: read as depth, sold into for real.
import { maxUint256 } from 'viem'
import type { Artifact } from '../../../devnet/contracts/artifacts.ts'
import { liquidityWorth, rootOf, ticksAround } from '../../../devnet/exchange/pool-price.ts'
import type { ExchangeArtifacts } from '../../../devnet/exchange/published.ts'
import { tokenOf } from '../../../devnet/lending/borrowers.ts'
import type { Contract } from '../../../devnet/lending/call-data.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import type { PricesUsd } from '../../../devnet/lending/prices.ts'
import { feedAnswer, type LocalToken } from '../../../devnet/lending/tokens.ts'
import { lower } from '../../../ingestors/chains/address.ts'
import { parallel, sell } from '../../../ingestors/sources/dex-depth/curves/venue.ts'
import { readDepths } from '../../../ingestors/sources/dex-depth/depth.ts'
import type { Coin } from '../../../ingestors/sources/dex-depth/pools/exchange.ts'
import { tickFactory } from '../../../ingestors/sources/dex-depth/pools/uniswap-v3.ts'
import { uniswapV4 } from '../../../ingestors/sources/dex-depth/pools/uniswap-v4.ts'
import type { Depth } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { readerOf } from '../depth/chain-reader.ts'
import { allow, deployV4, keyOf } from '../depth/local-v4.ts'
import type { SeededRandom } from './seeded-random.ts'

interface RealPool {
  readonly base: LocalToken
  readonly quote: LocalToken
  readonly sellsFirst: boolean
  readonly fee: number
  root(): Promise<bigint>
  align(root: bigint): Promise<unknown>
  sell(amount: bigint): Promise<unknown>
}

export interface RealPools {
  /** Draws the prices of all pools to these, as arbitrage would: along what lies in them. */
  align(pricesUsd: PricesUsd): Promise<void>
  /** As the ingestor would tell it of these tokens at these prices. */
  depths(pricesUsd: PricesUsd): Promise<Map<string, Depth>>
  /** Sells that much of a token over its pools, each one's part as its depth was read; what it brings, in whole tokens. */
  sell(symbol: string, amount: number): Promise<number>
  /** What the next bit of a token brings of what it is sold for: of the pools' own states, the best after its fee. */
  price(symbol: string): Promise<number>
}

export const soldFor: Readonly<Record<string, string>> = { WETH: 'USDC', WBTC: 'USDC', wstETH: 'WETH', weETH: 'WETH' }
const tiers = [
  [500, 10],
  [3000, 60],
] as const
const rich = 10n ** 12n

export async function deployRealPools(
  lending: Lending,
  published: { readonly v3: ExchangeArtifacts; readonly desk: Artifact },
  random: SeededRandom,
): Promise<RealPools> {
  const { chain, owner, liquidator, tokens } = lending
  const factory = await chain.deploy(published.v3.factory, [], owner)
  const desk = await chain.deploy(published.desk, [], owner)
  const v4 = await deployV4(chain, owner)
  for (const { contract, unit } of tokens) {
    for (const to of [desk.address, owner]) await chain.send(contract, 'mint', [to, unit * rich], owner)
    await chain.send(contract, 'approve', [desk.address, maxUint256], liquidator)
    for (const from of [owner, liquidator]) await allow(chain, v4, contract, from)
  }
  const pools: RealPool[] = []
  for (const [symbol, into] of Object.entries(soldFor)) {
    const [base, quote] = [tokenOf(lending, symbol), tokenOf(lending, into)]
    for (const [fee, spacing] of tiers) {
      pools.push(await openV3(base, quote, fee, spacing))
      pools.push(await openV4(base, quote, fee, spacing))
    }
  }
  const at = readerOf(chain)
  const exchanges = [
    tickFactory({ name: 'Uniswap v3', factory: lower(factory.address), steps: tiers.map(([fee]) => fee), by: 'fee' }),
    uniswapV4('Uniswap v4', lower(v4.stateView.address), null),
  ]
  const ofToken = (symbol: string) => pools.filter(({ base }) => base.symbol === symbol)
  const coinOf = ({ contract, unit }: LocalToken, usd: number | null): Coin => {
    return { address: lower(contract.address), decimals: String(unit).length - 1, usd }
  }

  return {
    async align(pricesUsd) {
      for (const pool of pools) await pool.align(rootFor(pool, pricesUsd))
    },
    async depths(pricesUsd) {
      const quotes = ['USDC', 'WETH'].map((symbol) => {
        return { ...coinOf(tokenOf(lending, symbol), pricesUsd[symbol]!), symbol, isDollar: symbol === 'USDC' }
      })
      const sold = Object.keys(soldFor).map((symbol) => {
        return { token: coinOf(tokenOf(lending, symbol), pricesUsd[symbol]!), symbol, aboutUsd: pricesUsd[symbol]! }
      })
      const read = await readDepths(at, exchanges, sold, quotes)
      return new Map(read.map((depth, i) => [sold[i]!.symbol, depth as unknown as Depth]))
    },
    async sell(symbol, amount) {
      const [base, quote] = [tokenOf(lending, symbol), tokenOf(lending, soldFor[symbol]!)]
      const pair = { from: coinOf(base, null), to: coinOf(quote, null) }
      // In the order in which the exchanges are read: all of v3, then all of v4.
      const venues = (await Promise.all(exchanges.map((one) => one.read(at, [pair])))).flatMap(([some]) => some!)
      const own = ofToken(symbol)
      const inOrder = [...own.filter((_, i) => i % 2 === 0), ...own.filter((_, i) => i % 2 === 1)]
      const { price } = sell(parallel(venues.map(({ venue }) => venue!)), amount)
      const before = await chain.read<bigint>(quote.contract, 'balanceOf', [liquidator])
      for (const [i, pool] of inOrder.entries()) {
        const part = BigInt(Math.floor(venues[i]!.venue!.at(price).in * Number(base.unit)))
        if (part > 0n) await pool.sell(part)
      }
      const after = await chain.read<bigint>(quote.contract, 'balanceOf', [liquidator])
      return Number(after - before) / Number(quote.unit)
    },
    async price(symbol) {
      const each = ofToken(symbol).map(async ({ base, quote, sellsFirst, fee, root }) => {
        const raw = (Number(await root()) / 2 ** 96) ** 2
        return (sellsFirst ? raw : 1 / raw) * (Number(base.unit) / Number(quote.unit)) * (1 - fee / 1e6)
      })
      return Math.max(...(await Promise.all(each)))
    },
  }

  async function openV3(base: LocalToken, quote: LocalToken, fee: number, spacing: number): Promise<RealPool> {
    const sides = [base.contract.address, quote.contract.address, fee]
    await chain.send(factory, 'createPool', sides, owner)
    const contract: Contract = { address: await chain.read(factory, 'getPool', sides), abi: published.v3.pool.abi }
    const sellsFirst = isFirst(base, quote)
    const terms = { base, quote, sellsFirst, fee }
    const start = rootFor(terms, {})
    await chain.send(contract, 'initialize', [start], owner)
    for (const [ticks, liquidity] of drawRanges(terms, start, spacing))
      await chain.send(desk, 'addLiquidity', [contract.address, ...ticks, liquidity], owner)
    const root = async () => (await chain.read<readonly [bigint]>(contract, 'slot0'))[0]
    return {
      ...terms,
      root,
      align: async (to) => {
        if ((await root()) !== to) await chain.send(desk, 'align', [contract.address, to], owner)
      },
      sell: (amount) => chain.send(desk, 'sell', [contract.address, sellsFirst, amount], liquidator),
    }
  }

  async function openV4(base: LocalToken, quote: LocalToken, fee: number, spacing: number): Promise<RealPool> {
    const key = keyOf(lower(base.contract.address), lower(quote.contract.address), fee, spacing)
    const terms = { base, quote, sellsFirst: isFirst(base, quote), fee }
    const start = rootFor(terms, {})
    await v4.open(key, start)
    for (const [ticks, liquidity] of drawRanges(terms, start, spacing)) await v4.add(key, ticks, liquidity, owner)
    const root = () => v4.root(key)
    return {
      ...terms,
      root,
      align: async (to) => {
        const now = await root()
        if (now !== to) await v4.sell(key, to < now, 1n << 120n, owner, to)
      },
      sell: (amount) => v4.sell(key, terms.sellsFirst, amount, liquidator),
    }
  }

  // Over all prices, wide, and narrow: five positions of random widths and shares.
  function drawRanges(pool: Terms, root: bigint, spacing: number): [readonly [number, number], bigint][] {
    const sides = pool.sellsFirst ? [pool.base, pool.quote] : [pool.quote, pool.base]
    const perUnit = sides.map(({ priceUsd, unit }) => priceUsd / Number(unit)) as [number, number]
    const usd = Math.exp(random.between(Math.log(1e7), Math.log(2e8)))
    return [null, random.between(0.5, 1), random.between(0.2, 0.5), random.between(0.05, 0.2), random.between(0.01, 0.1)].map(
      (width) => {
        const ticks = ticksAround(root, width, spacing)
        return [ticks, liquidityWorth(usd * random.between(0.05, 0.4), root, ticks, perUnit)]
      },
    )
  }
}

type Terms = Pick<RealPool, 'base' | 'quote' | 'sellsFirst' | 'fee'>

function rootFor({ base, quote, sellsFirst }: Terms, pricesUsd: PricesUsd): bigint {
  const [first, second] = (sellsFirst ? [base, quote] : [quote, base]).map(({ symbol, unit, priceUsd }) => {
    return { unit, answer: feedAnswer(pricesUsd[symbol] ?? priceUsd) }
  })
  return rootOf(first!, second!)
}

function isFirst(base: LocalToken, quote: LocalToken): boolean {
  return lower(base.contract.address) < lower(quote.contract.address)
}
