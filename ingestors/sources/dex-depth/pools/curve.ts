// Curve's pools of a pair, as its registry lists them: a StableSwap from its state, any other from what it answers to rising sizes.
import type { Hex } from 'viem'
import { lower, noAddress } from '../../../chains/address.ts'
import { type PinnedReader, type View, view } from '../../../chains/pinned.ts'
import { type StablePool, sellStable, stableSwap } from '../curves/stable-swap.ts'
import { closed, holding, scaled, tabulate, type Venue } from '../curves/venue.ts'
import { balanceOf, cut, type Exchange, isWorth, leastPoolUsd, type Pair, type Pool, unitOf } from './exchange.ts'

const find = view<Hex>('function find_pool_for_coins(address, address, uint256) view returns (address)')
const indices = view<readonly [bigint, bigint, boolean]>(
  'function get_coin_indices(address, address, address) view returns (int128, int128, bool)',
)
const balances = view<readonly bigint[]>('function get_balances(address) view returns (uint256[8])')
const decimals = view<readonly bigint[]>('function get_decimals(address) view returns (uint256[8])')
const coins = view<bigint>('function get_n_coins(address) view returns (uint256)')
const amplification = view<bigint>('function A_precise() view returns (uint256)')
const fee = view<bigint>('function fee() view returns (uint256)')
const offPegFee = view<bigint>('function offpeg_fee_multiplier() view returns (uint256)')
const rates = view<readonly bigint[]>('function stored_rates() view returns (uint256[])')
const byStable = view<bigint>('function get_dy(int128, int128, uint256) view returns (uint256)')
const byCrypto = view<bigint>('function get_dy(uint256, uint256, uint256) view returns (uint256)')

// Whoever lists thousands of pools of a pair is read no further; those that were there first stand first.
const mostListed = 40
const mostRead = 8
export const quotesAtOnce = { batch: 40, again: false }
const smallest = 1e-5
/** Shares of what a pool holds of the token that is sold, at which a pool without a form of its own is asked. */
export const quotedShares = Array.from({ length: 48 }, (_, s) => smallest * (20 / smallest) ** (s / 47))
const mostDigits = 36n
/** How far the own arithmetic may be off what the pool itself answers. */
export const mostOff = 1e-6

type Listed = { readonly pair: Pair; readonly p: number; readonly pool: Hex }
type Indexed = Listed & {
  readonly i: number
  readonly j: number
  readonly held: readonly bigint[]
  readonly digits: readonly bigint[]
}

export function curve(name: string, registry: Hex): Exchange {
  return {
    name,
    async read(at, pairs) {
      const listed = await listPools(at, registry, pairs)
      const { open, refused } = await indexPools(at, registry, listed)
      const venues = await readVenues(at, open)
      const pools = [
        ...open.map(({ p }, k) => ({ p, pool: { exchange: name, venue: venues[k] ?? null } })),
        ...refused.map(({ p }) => ({ p, pool: { exchange: name, venue: null } })),
      ]
      return pairs.map((_, p) => pools.filter((one) => one.p === p).map(({ pool }): Pool => pool))
    },
  }
}

async function listPools(at: PinnedReader, registry: Hex, pairs: readonly Pair[]): Promise<Listed[]> {
  const listed: Listed[] = []
  let left = pairs.map((pair, p) => ({ pair, p }))
  for (let from = 0; from < mostListed && left.length > 0; from += 4) {
    const places = [from, from + 1, from + 2, from + 3]
    const found = await at.answer(
      left.flatMap(({ pair }) =>
        places.map((i) => ({ view: find, to: registry, args: [pair.from.address, pair.to.address, BigInt(i)] })),
      ),
      { batch: 50, again: false },
    )
    left = left.filter((one, l) => {
      const some = found.slice(l * 4, l * 4 + 4).map((pool) => lower(pool ?? noAddress))
      for (const pool of some) if (pool !== noAddress) listed.push({ ...one, pool })
      return !some.includes(noAddress)
    })
  }
  return listed
}

// Those that hold most of what is paid out; the underlying coins of a pool of pools are not its own.
async function indexPools(at: PinnedReader, registry: Hex, listed: readonly Listed[]) {
  const ask = <T>(what: View<T>) => at.answer(listed.map(({ pool }) => ({ view: what, to: registry, args: [pool] })))
  const [places, held, digits, counts, paid] = await Promise.all([
    at.answer(
      listed.map(({ pair, pool }) => ({ view: indices, to: registry, args: [pool, pair.from.address, pair.to.address] })),
    ),
    ask(balances),
    ask(decimals),
    ask(coins),
    at.answer(listed.map(({ pair, pool }) => ({ view: balanceOf, to: pair.to.address, args: [pool] }))),
  ])
  const refused: Listed[] = []
  const found = listed.flatMap((one, k) => {
    const [place, all, parts, count, most] = [places[k], held[k], digits[k], Number(counts[k] ?? 0n), paid[k]]
    const [i, j] = [Number(place?.[0] ?? -1n), Number(place?.[1] ?? -1n)]
    if (place?.[2] === true) return []
    if (all == null || parts == null || most == null || i < 0 || j < 0 || i >= count || j >= count || i === j) {
      refused.push(one)
      return []
    }
    const own = all[j]! < most ? all[j]! : most
    if (!isWorth(one.pair.to, own, leastPoolUsd)) return []
    return [{ ...one, i, j, held: all.slice(0, count), digits: parts.slice(0, count), own }]
  })
  const rank = found.toSorted((a, b) => (a.own < b.own ? 1 : a.own > b.own ? -1 : 0))
  return { open: [...Map.groupBy(rank, ({ p }) => p).values()].flatMap((some) => some.slice(0, mostRead)), refused }
}

async function readVenues(at: PinnedReader, pools: readonly (Indexed & { own: bigint })[]): Promise<(Venue | null)[]> {
  const ask = <T>(what: View<T>) => at.answer(pools.map(({ pool }) => ({ view: what, to: pool, args: [] })))
  const [amps, fees, offs, stored] = await Promise.all([ask(amplification), ask(fee), ask(offPegFee), ask(rates)])
  const states = pools.map(({ i, j, held, digits }, k): StablePool | null => {
    const [amp, charged] = [amps[k], fees[k]]
    if (amp == null || charged == null) return null
    const own =
      stored[k]?.length === held.length
        ? stored[k]
        : digits.map((places) => (places <= mostDigits ? 10n ** (mostDigits - places) : 0n))
    return { balances: held, rates: own, amplification: amp, fee: charged, offPegFee: offs[k] ?? 0n, i, j }
  })
  const probes = pools.map(({ held, i }) => held[i]! / 100n)
  const probed = await answers(at, pools, byStable, (_, k) => [probes[k]!])
  const own = pools.map((_, k) => {
    const [state, said] = [states[k], probed[k]?.[0]]
    const computed = state == null || said == null ? null : sellStable(state, probes[k]!)
    return computed !== null && Math.abs(Number(computed - said!)) <= mostOff * Number(said) + 2 ? stableSwap(state!) : null
  })
  const others = pools.filter((_, k) => own[k] === null)
  const asked = ({ held, i }: Indexed) => quotedShares.map((share) => BigInt(Math.max(1, Math.round(Number(held[i]!) * share))))
  const sampled = await answers(at, others, byCrypto, asked)
  const again = others.filter((_, k) => sampled[k]!.every((one) => one === null))
  const stable = await answers(at, again, byStable, asked)
  return pools.map((pool, k) => {
    const o = others.indexOf(pool)
    const said = o < 0 ? null : again.includes(pool) ? stable[again.indexOf(pool)]! : sampled[o]!
    const venue = own[k] ?? (said === null ? closed : fromQuotes(asked(pool), said))
    if (venue.top <= 0) return null
    const { from, to } = pool.pair
    return holding(scaled(venue, unitOf(from), unitOf(to)), Number(pool.own) / unitOf(to))
  })
}

async function answers(
  at: PinnedReader,
  pools: readonly Indexed[],
  what: View<bigint>,
  amounts: (pool: Indexed, k: number) => readonly bigint[],
): Promise<(bigint | null)[][]> {
  const each = pools.map(amounts)
  const said = await at.answer(
    pools.flatMap(({ pool, i, j }, k) =>
      each[k]!.map((amount) => ({ view: what, to: pool, args: [BigInt(i), BigInt(j), amount] })),
    ),
    quotesAtOnce,
  )
  return cut(said, each)
}

/** Up to the first size that is refused. The price at a size is the mean of what was paid just before it and just after. */
export function fromQuotes(amounts: readonly bigint[], said: readonly (bigint | null)[]): Venue {
  const until = said.indexOf(null)
  const points = [
    { in: 0, out: 0 },
    ...amounts.slice(0, until < 0 ? said.length : until).map((amount, s) => ({ in: Number(amount), out: Number(said[s]) })),
  ].filter((point, s, all) => s === 0 || (point.in > all[s - 1]!.in && point.out > all[s - 1]!.out))
  const slopes = points.slice(1).map((point, s) => (point.out - points[s]!.out) / (point.in - points[s]!.in))
  if (slopes.length < 2) return closed
  return tabulate(
    points.map((point, s) => ({ ...point, price: Math.sqrt((slopes[s - 1] ?? slopes[0]!) * (slopes[s] ?? slopes.at(-1)!)) })),
  )
}
