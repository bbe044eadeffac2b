// Balancer v2's pools that a deployment lists: weighted and stable ones from their state where the vault's own answer agrees, any
// other from what the vault answers to rising sizes.
import type { Hex } from 'viem'
import { lower } from '../../../chains/address.ts'
import { type PinnedReader, type View, view } from '../../../chains/pinned.ts'
import { type StablePool, sellStable, stableSwap } from '../curves/stable-swap.ts'
import { closed, holding, scaled, type Venue } from '../curves/venue.ts'
import { sellWeighted, type WeightedPool, weighted } from '../curves/weighted.ts'
import { fromQuotes, mostOff, quotedShares, quotesAtOnce } from './curve.ts'
import { balanceOf, cut, type Exchange, isWorth, leastPoolUsd, type Pair, type Pool, unitOf } from './exchange.ts'

const tokensOf = view<readonly [readonly Hex[], readonly bigint[], bigint]>(
  'function getPoolTokens(bytes32) view returns (address[], uint256[], uint256)',
)
const weights = view<readonly bigint[]>('function getNormalizedWeights() view returns (uint256[])')
const swapFee = view<bigint>('function getSwapFeePercentage() view returns (uint256)')
const amplification = view<readonly [bigint, boolean, bigint]>(
  'function getAmplificationParameter() view returns (uint256, bool, uint256)',
)
const scalingFactors = view<readonly bigint[]>('function getScalingFactors() view returns (uint256[])')
const query = view<readonly bigint[]>('function queryBatchSwap(uint8, Step[], address[], Funds) returns (int256[])', [
  'struct Step { bytes32 poolId; uint256 assetInIndex; uint256 assetOutIndex; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
])
const one = 10n ** 18n
const givenIn = 0

type Side = { readonly pair: Pair; readonly p: number; readonly id: Hex; readonly i: number; readonly j: number }
type Open = Side & { readonly tokens: readonly Hex[]; readonly held: readonly bigint[]; readonly own: bigint }
type Form = { readonly computed: number | null; readonly venue: () => Venue }

/** `listed`: pool ids, for the vault knows none by its tokens, and anybody registers one. */
export function balancer(name: string, vault: Hex, listed: readonly Hex[]): Exchange {
  return {
    name,
    async read(at, pairs) {
      const { open, refused } = await openPools(at, vault, listed, pairs)
      const venues = await readVenues(at, vault, open)
      const pools = [
        ...open.map(({ p }, k) => ({ p, pool: { exchange: name, venue: venues[k] ?? null } })),
        ...refused.map((p) => ({ p, pool: { exchange: name, venue: null } })),
      ]
      return pairs.map((_, p) => pools.filter((some) => some.p === p).map(({ pool }): Pool => pool))
    },
  }
}

const poolOf = (id: Hex): Hex => lower(id.slice(0, 42) as Hex)

async function openPools(at: PinnedReader, vault: Hex, listed: readonly Hex[], pairs: readonly Pair[]) {
  const found = await at.answer(listed.map((id) => ({ view: tokensOf, to: vault, args: [id] })))
  const sides = pairs.flatMap((pair, p) =>
    listed.flatMap((id, k) => {
      const [names, held] = found[k] ?? [[], []]
      const tokens = names.map(lower)
      const [i, j] = [tokens.indexOf(pair.from.address), tokens.indexOf(pair.to.address)]
      // A composable pool holds its own shares, which nobody sells there.
      const isOwn = pair.from.address === poolOf(id) || pair.to.address === poolOf(id)
      return i < 0 || j < 0 || i === j || isOwn ? [] : [{ pair, p, id, i, j, tokens, held }]
    }),
  )
  const paid = await at.answer(sides.map(({ pair }) => ({ view: balanceOf, to: pair.to.address, args: [vault] })))
  const refused: number[] = []
  const open = sides.flatMap((side, k): Open[] => {
    const most = paid[k]
    if (most == null) {
      refused.push(side.p)
      return []
    }
    const own = side.held[side.j]! < most ? side.held[side.j]! : most
    return isWorth(side.pair.to, own, leastPoolUsd) && side.held[side.i]! > 0n ? [{ ...side, own }] : []
  })
  return { open, refused }
}

async function readVenues(at: PinnedReader, vault: Hex, open: readonly Open[]): Promise<(Venue | null)[]> {
  const ask = <T>(what: View<T>) => at.answer(open.map(({ id }) => ({ view: what, to: poolOf(id), args: [] })))
  const [weighs, fees, amps, factors] = await Promise.all([ask(weights), ask(swapFee), ask(amplification), ask(scalingFactors)])
  const probes = open.map(({ held, i }) => held[i]! / 100n)
  const probed = await answers(at, vault, open, (_, k) => [probes[k]!])
  const forms = open.map((side, k): Venue | null => {
    const [fee, said] = [fees[k], probed[k]?.[0]]
    if (fee == null || said == null || fee >= one) return null
    const form =
      weightedForm(side, weighs[k] ?? null, fee, probes[k]!) ??
      stableForm(side, amps[k] ?? null, factors[k] ?? null, fee, probes[k]!)
    if (form?.computed == null) return null
    return Math.abs(form.computed - Number(said)) <= mostOff * Number(said) + 2 ? form.venue() : null
  })
  const others = open.filter((_, k) => forms[k] === null)
  const asked = ({ held, i }: Open) => quotedShares.map((share) => BigInt(Math.max(1, Math.round(Number(held[i]!) * share))))
  const sampled = await answers(at, vault, others, asked)
  return open.map((side, k) => {
    const o = others.indexOf(side)
    const venue = forms[k] ?? (o < 0 ? closed : fromQuotes(asked(side), sampled[o]!))
    if (venue.top <= 0) return null
    const { from, to } = side.pair
    return holding(scaled(venue, unitOf(from), unitOf(to)), Number(side.own) / unitOf(to))
  })
}

function weightedForm({ held, i, j }: Open, all: readonly bigint[] | null, fee: bigint, probe: bigint): Form | null {
  if (all?.length !== held.length) return null
  const pool: WeightedPool = {
    ...{ balanceIn: Number(held[i]!), balanceOut: Number(held[j]!) },
    ...{ weightIn: Number(all[i]!), weightOut: Number(all[j]!), feeShare: Number(fee) / Number(one) },
  }
  return { computed: sellWeighted(pool, Number(probe)), venue: () => weighted(pool) }
}

// The same curve as Curve's, over what is no share of the pool itself; the fee is taken off what comes in.
function stableForm(
  { id, tokens, held, i, j }: Open,
  amp: readonly [bigint, boolean, bigint] | null,
  factors: readonly bigint[] | null,
  fee: bigint,
  probe: bigint,
): Form | null {
  if (amp === null || factors?.length !== held.length || amp[2] <= 0n) return null
  const kept = tokens.flatMap((token, k) => (token === poolOf(id) ? [] : [k]))
  const pool: StablePool = {
    balances: kept.map((k) => held[k]!),
    rates: kept.map((k) => factors[k]!),
    amplification: (amp[0] * 100n) / amp[2],
    ...{ fee: 0n, offPegFee: 0n, i: kept.indexOf(i), j: kept.indexOf(j) },
  }
  const computed = sellStable(pool, probe - (probe * fee) / one)
  return {
    computed: computed === null ? null : Number(computed),
    venue: () => scaled(stableSwap(pool), 1 - Number(fee) / Number(one), 1),
  }
}

async function answers(
  at: PinnedReader,
  vault: Hex,
  open: readonly Open[],
  amounts: (side: Open, k: number) => readonly bigint[],
): Promise<(bigint | null)[][]> {
  const each = open.map(amounts)
  const funds = { sender: vault, fromInternalBalance: false, recipient: vault, toInternalBalance: false }
  const said = await at.answer(
    open.flatMap(({ id, pair }, k) =>
      each[k]!.map((amount) => ({
        ...{ view: query, to: vault },
        args: [
          givenIn,
          [{ poolId: id, assetInIndex: 0n, assetOutIndex: 1n, amount, userData: '0x' }],
          [pair.from.address, pair.to.address],
          funds,
        ],
      })),
    ),
    quotesAtOnce,
  )
  return cut(
    said.map((deltas) => (deltas?.[1] === undefined || deltas[1] > 0n ? null : -deltas[1])),
    each,
  )
}
