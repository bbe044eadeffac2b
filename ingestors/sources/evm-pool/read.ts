// One reading of a pool: that its factory knows it, what lies in it, what its gauge pays, who votes for it, and what was swapped.
import { getAddress, type Hex, hexToBigInt } from 'viem'
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { view } from '../../chains/pinned.ts'
import type { VotedExchange } from '../../contracts/exchanges.ts'
import type { PinnedChain } from '../../contracts/pinned-chain.ts'
import type { ReadContext } from '../../contracts/reader.ts'
import { readIdentity } from '../../contracts/token/identity.ts'
import { priceOfRoot } from '../../contracts/token/pool-price.ts'
import { findPools } from '../../contracts/token/pools.ts'
import { priceQuotes } from '../../contracts/token/quote-prices.ts'
import { priceToken } from '../../contracts/token/token-price.ts'
import { readGauge } from './gauge.ts'
import { readSwaps } from './swaps.ts'
import type { evmPools } from './topic.ts'
import { readWeeks } from './weeks.ts'

type Fact = ValueOf<typeof evmPools>
type Token = Fact['tokens'][number]

const views = {
  isPool: view<boolean>('function isPool(address) view returns (bool)'),
  poolForGauge: view<Hex>('function poolForGauge(address) view returns (address)'),
  token0: view<Hex>('function token0() view returns (address)'),
  token1: view<Hex>('function token1() view returns (address)'),
  stable: view<boolean>('function stable() view returns (bool)'),
  feeOf: view<bigint>('function getFee(address, bool) view returns (uint256)'),
  reserves: view<readonly [bigint, bigint]>('function getReserves() view returns (uint256, uint256)'),
  fee: view<number>('function fee() view returns (uint24)'),
  spacing: view<number>('function tickSpacing() view returns (int24)'),
  slot0: view<readonly [bigint, number]>('function slot0() view returns (uint160, int24)'),
  liquidity: view<bigint>('function liquidity() view returns (uint128)'),
  balance: view<bigint>('function balanceOf(address) view returns (uint256)'),
}
const basisPoint = 100

export async function read({ asked, address: pool, chain, inferred, at, alsoOn }: ReadContext): Promise<Fact> {
  const { voted } = chain.exchange
  if (voted === undefined) throw new TollgateError('key_unknown', `no exchange with votes is known on chain ${chain.id}`)
  const factory = await factoryOf(chain, voted, pool)
  const isRange = factory !== voted.poolFactory
  const [token0, token1] = await chain.answer<Hex>([views.token0, views.token1].map((one) => ({ view: one, to: pool, args: [] })))
  if (!token0 || !token1) throw new TollgateError('key_unknown', 'the pool does not say what lies in it')
  const state = await (isRange ? readRange(chain, pool, [token0, token1]) : readPair(chain, pool, factory))
  const worths = await priceQuotes(chain)
  const tokens = await describe(chain, [token0, token1], state, worths)
  const [{ gauge, votes }, swaps] = await Promise.all([
    readGauge(chain, voted, pool, isRange, worths),
    readSwaps(chain, pool, isRange),
  ])
  return {
    asked,
    read_at: at.toISOString(),
    chain_id: chain.id,
    address: pool,
    inferred,
    also_on: [...alsoOn],
    block: { number: chain.block.number, hash: chain.block.hash, time: chain.block.time.toISOString() },
    exchange: voted.name,
    kind: state.kind,
    factory,
    fee_ppm: state.feePpm,
    tick_spacing: state.spacing,
    root: state.root?.toString() ?? null,
    liquidity: state.liquidity?.toString() ?? null,
    tokens,
    gauge,
    votes,
    weeks: gauge === null ? null : await readWeeks(chain, voted, pool, [...tokens, gauge.reward], worths),
    swaps,
  }
}

/** A pool says of itself what it wants: its factory says whether it made it. */
async function factoryOf(chain: PinnedChain, voted: VotedExchange, pool: Hex): Promise<Hex> {
  const factories = [voted.poolFactory, ...voted.rangeFactories]
  const known = await chain.answer<boolean>(factories.map((to) => ({ view: views.isPool, to, args: [pool] })))
  const factory = factories.find((_, i) => known[i] === true)
  if (factory !== undefined) return factory
  const [ofGauge] = await chain.answer<Hex>([{ view: views.poolForGauge, to: voted.voter, args: [pool] }])
  if (ofGauge && hexToBigInt(ofGauge) > 0n)
    throw new TollgateError('key_unknown', `that is the gauge of pool ${ofGauge}: ask for the pool`)
  const pools = await poolsOfToken(chain, voted, pool)
  const hint = pools.length === 0 ? '' : `; as a token it has the pools ${pools.join(', ')}`
  throw new TollgateError('key_unknown', `no factory of ${voted.name} on chain ${chain.id} made a pool at this address${hint}`)
}

async function poolsOfToken(chain: PinnedChain, voted: VotedExchange, token: Hex): Promise<Hex[]> {
  const identity = await readIdentity(chain, token).catch((error: unknown) => {
    if (error instanceof TollgateError && error.code === 'key_unknown') return null
    throw error
  })
  if (identity === null) return []
  const found = await findPools(chain, token, identity.decimals)
  const own = await chain.answer<boolean>(
    found.map(({ address }) => ({ view: views.isPool, to: voted.poolFactory, args: [address] })),
  )
  return found.flatMap(({ address }, i) => (own[i] === true ? [getAddress(address)] : [])).slice(0, 3)
}

interface State {
  readonly kind: 'volatile' | 'stable' | 'range'
  readonly feePpm: number
  readonly spacing: number | null
  readonly root: bigint | null
  readonly liquidity: bigint | null
  readonly held: readonly [bigint, bigint]
}

async function readPair(chain: PinnedChain, pool: Hex, factory: Hex): Promise<State> {
  const [stable, reserves] = (await chain.answer<unknown>([
    { view: views.stable, to: pool, args: [] },
    { view: views.reserves, to: pool, args: [] },
  ] as never)) as [boolean | null, readonly [bigint, bigint] | null]
  if (stable === null || reserves === null) throw new TollgateError('key_unknown', 'the pool does not tell its reserves')
  const [fee] = await chain.answer<bigint>([{ view: views.feeOf, to: factory, args: [pool, stable] }])
  const feePpm = Number(fee ?? 0n) * basisPoint
  return { kind: stable ? 'stable' : 'volatile', feePpm, spacing: null, root: null, liquidity: null, held: reserves }
}

async function readRange(chain: PinnedChain, pool: Hex, [token0, token1]: readonly [Hex, Hex]): Promise<State> {
  const [fee, spacing, slot, liquidity, held0, held1] = (await chain.answer<unknown>([
    ...[views.fee, views.spacing, views.slot0, views.liquidity].map((one) => ({ view: one, to: pool, args: [] })),
    ...[token0, token1].map((to) => ({ view: views.balance, to, args: [pool] })),
  ] as never)) as [number | null, number | null, readonly [bigint, number] | null, bigint | null, bigint | null, bigint | null]
  if (fee === null || slot === null || liquidity === null || slot[0] === 0n)
    throw new TollgateError('key_unknown', 'the pool has no price yet')
  return { kind: 'range', feePpm: fee, spacing, root: slot[0], liquidity, held: [held0 ?? 0n, held1 ?? 0n] }
}

/** A token that no other pool prices is worth what this one says against its other side. */
async function describe(
  chain: PinnedChain,
  addresses: readonly [Hex, Hex],
  state: State,
  worths: ReadonlyMap<string, number>,
): Promise<Token[]> {
  const known = await Promise.all(
    addresses.map(async (address, i) => {
      const token = address.toLowerCase() as Hex
      const { symbol, decimals } = await readIdentity(chain, token)
      return {
        token,
        symbol: symbol ?? '',
        decimals: Math.min(36, decimals),
        units: state.held[i]!.toString(),
        usd: await priceToken(chain, token, decimals, worths),
      }
    }),
  )
  const [one, two] = known as [Token, Token]
  const price = priceWithin(state, one, two)
  if (one.usd === null && two.usd !== null && price !== null) return [{ ...one, usd: two.usd * price }, two]
  if (two.usd === null && one.usd !== null && price !== null && price > 0) return [one, { ...two, usd: one.usd / price }]
  return [one, two]
}

/** Of the first token in the second; a stable pool's is near one whatever lies in it. */
function priceWithin({ kind, root, held }: State, one: Token, two: Token): number | null {
  if (root !== null) return priceOfRoot(root, true) * 10 ** (one.decimals - two.decimals)
  if (kind === 'stable') return null
  const [x, y] = [Number(held[0]) / 10 ** one.decimals, Number(held[1]) / 10 ** two.decimals]
  return x > 0 && y > 0 ? y / x : null
}
