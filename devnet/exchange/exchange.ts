// Deploys Uniswap v3 as it runs on the main chains, with pools for every collateral at two fee tiers and liquidity over several ranges.
import { type Address, maxUint256 } from 'viem'
import type { Artifact } from '../contracts/artifacts.ts'
import { tokenOf } from '../lending/borrowers.ts'
import type { Contract } from '../lending/call-data.ts'
import type { Chain } from '../lending/chain.ts'
import { feedAnswer, type LocalToken } from '../lending/tokens.ts'
import { liquidityWorth, rootOf, ticksAround } from './pool-price.ts'
import type { ExchangeArtifacts } from './published.ts'

export type LocalPool = {
  readonly contract: Contract
  readonly fee: number
  /** The collateral this pool is for, and what it is sold for. */
  readonly base: LocalToken
  readonly quote: LocalToken
  readonly token0: LocalToken
  readonly token1: LocalToken
}
export type Exchange = {
  readonly factory: Contract
  readonly quoter: Contract
  readonly desk: Contract
  readonly pools: readonly LocalPool[]
}
type PairSpec = { readonly base: string; readonly quote: string; readonly usd: readonly number[]; readonly ranges: Ranges }
// Width of the range to either side (null: everything) and the share of the pool's money in it.
type Ranges = readonly (readonly [number | null, number])[]

export const feeTiers = [500, 3000]
export const quoteTokens = [
  { symbol: 'USDC', dollar: true },
  { symbol: 'WETH', dollar: false },
]
const tickSpacings: Readonly<Record<number, number>> = { 500: 10, 3000: 60 }
const volatileRanges: Ranges = [
  [null, 0.25],
  [0.7, 0.25],
  [0.35, 0.2],
  [0.15, 0.2],
  [0.05, 0.1],
]
const peggedRanges: Ranges = [
  [null, 0.2],
  [0.3, 0.2],
  [0.08, 0.3],
  [0.03, 0.3],
]
// Deep enough that what the demo's borrowers own bends a price before it breaks it, as on the large chains.
const pairs: readonly PairSpec[] = [
  { base: 'WETH', quote: 'USDC', usd: [24_000_000, 12_000_000], ranges: volatileRanges },
  { base: 'WBTC', quote: 'USDC', usd: [10_000_000, 5_000_000], ranges: volatileRanges },
  { base: 'wstETH', quote: 'WETH', usd: [7_000_000, 2_500_000], ranges: peggedRanges },
  { base: 'weETH', quote: 'WETH', usd: [4_000_000, 1_500_000], ranges: peggedRanges },
  { base: 'DAI', quote: 'USDC', usd: [8_000_000, 2_000_000], ranges: peggedRanges },
]
const deskUsdPerToken = 2_000_000_000

export async function deployExchange(
  chain: Chain,
  artifacts: ExchangeArtifacts,
  deskArtifact: Artifact,
  tokens: readonly LocalToken[],
  roles: { readonly owner: Address; readonly liquidator: Address },
): Promise<Exchange> {
  const { owner, liquidator } = roles
  const factory = await chain.deploy(artifacts.factory, [], owner)
  const weth = tokenOf({ tokens }, 'WETH').contract.address
  const quoter = await chain.deploy(artifacts.quoter, [factory.address, weth], owner)
  const desk = await chain.deploy(deskArtifact, [], owner)
  for (const token of tokens) {
    const units = BigInt(Math.round(deskUsdPerToken / token.priceUsd)) * token.unit
    await chain.send(token.contract, 'mint', [desk.address, units], owner)
    await chain.send(token.contract, 'approve', [desk.address, maxUint256], liquidator)
  }
  const pools: LocalPool[] = []
  for (const pair of pairs) {
    for (const [i, fee] of feeTiers.entries()) {
      const pool = await createPool(chain, factory, artifacts.pool, tokens, pair, fee, owner)
      await fillPool(chain, desk, pool, pair.usd[i]!, pair.ranges, owner)
      pools.push(pool)
    }
  }
  return { factory, quoter, desk, pools }
}

/** The root at which a pool agrees with the oracles. */
export function oracleRoot(pool: LocalPool, answers: ReadonlyMap<string, bigint>): bigint {
  const [side0, side1] = [pool.token0, pool.token1].map(({ symbol, unit }) => ({ unit, answer: answers.get(symbol)! }))
  return rootOf(side0!, side1!)
}

async function createPool(
  chain: Chain,
  factory: Contract,
  artifact: Artifact,
  tokens: readonly LocalToken[],
  pair: PairSpec,
  fee: number,
  owner: Address,
): Promise<LocalPool> {
  const [base, quote] = [tokenOf({ tokens }, pair.base), tokenOf({ tokens }, pair.quote)]
  await chain.send(factory, 'createPool', [base.contract.address, quote.contract.address, fee], owner)
  const address = await chain.read<Address>(factory, 'getPool', [base.contract.address, quote.contract.address, fee])
  const contract = { address, abi: artifact.abi }
  const isBaseFirst = base.contract.address.toLowerCase() < quote.contract.address.toLowerCase()
  const [token0, token1] = isBaseFirst ? [base, quote] : [quote, base]
  return { contract, fee, base, quote, token0, token1 }
}

async function fillPool(
  chain: Chain,
  desk: Contract,
  pool: LocalPool,
  usd: number,
  ranges: Ranges,
  owner: Address,
): Promise<void> {
  const answers = new Map([pool.token0, pool.token1].map((token) => [token.symbol, feedAnswer(token.priceUsd)]))
  const root = oracleRoot(pool, answers)
  await chain.send(pool.contract, 'initialize', [root], owner)
  const usdPerUnit = [pool.token0, pool.token1].map((token) => token.priceUsd / Number(token.unit)) as [number, number]
  for (const [width, share] of ranges) {
    const ticks = ticksAround(root, width, tickSpacings[pool.fee]!)
    const liquidity = liquidityWorth(usd * share, root, ticks, usdPerUnit)
    await chain.send(desk, 'addLiquidity', [pool.contract.address, ...ticks, liquidity], owner)
  }
}
