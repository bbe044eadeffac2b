// The parts of a token's answer, each from what is known.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { tokenPairs } from '../../../ingestors/sources/dexscreener-pairs/topic.ts'
import { type Contract, changerOf, showAuthority, shown } from '../../families/contract-powers.ts'
import { roundOrNull } from '../../formula/index.ts'
import { checksummed } from '../../inputs/address.ts'
import type { Fact } from '../../kit/define.ts'
import {
  ageDaysOf,
  type Known,
  liquidityOf,
  lockedShareOf,
  marketOf,
  type PoolFigures,
  poolsOf,
  priceOf,
  spreadOf,
} from './figures.ts'
import type { Risks } from './risks.ts'

/** Prices span many orders: so many figures rather than so many decimals. */
const figures = (x: number | null, digits = 6): number | null => (x === null ? null : Number(x.toPrecision(digits)))
const mostPools = 8

const showPool = ({ address, dex, quote, feePct, priceUsd, liquidityUsd, depthUsd }: PoolFigures) => ({
  address: checksummed(address),
  dex,
  quote,
  fee_pct: feePct,
  price_usd: figures(priceUsd)!,
  liquidity_usd: roundOrNull(liquidityUsd, 2)!,
  depth_2pct_usd: roundOrNull(depthUsd, 2),
})

export function describeToken(known: Known, now: Date) {
  const { token } = known
  return {
    address: checksummed(token.address),
    name: token.token.name,
    symbol: token.token.symbol,
    decimals: token.token.decimals,
    supply: wholeSupply(known),
    chain_id: token.chain_id,
    chain_inferred: token.inferred,
    also_on: token.also_on,
    age_days: roundOrNull(ageDaysOf(known, now), 2),
    block: token.block,
  }
}

const wholeSupply = ({ token: { token } }: Known): number => Number(token.supply) / 10 ** token.decimals

export function describeMarket(known: Known) {
  const pools = poolsOf(known.token)
  const [price, market, { burntShare }] = [priceOf(known), marketOf(known), spreadOf(known)]
  const worth = price === null ? null : price * wholeSupply(known)
  return {
    price_usd: figures(price),
    fdv_usd: figures(worth),
    market_cap_usd: figures(worth === null || burntShare === null ? null : worth * (1 - burntShare)),
    liquidity_usd: roundOrNull(liquidityOf(known), 2),
    volume_24h_usd: roundOrNull(market?.volumeUsd ?? null, 2),
    buys_24h: market?.buys ?? null,
    sells_24h: market?.sells ?? null,
    pairs: Math.max(known.token.pools.length, known.pairs?.pairs.length ?? 0),
    top_pair: pools[0] === undefined ? null : showPool(pools[0]),
  }
}

export function describeSecurity({ token, screening }: Known, { isVerified, agrees }: Risks) {
  const { trial, contract } = token
  const has = (power: string) => contract.powers.some((one) => one.power === power && one.guard !== 'unknown')
  const { proxy } = contract
  return {
    honeypot: {
      verdict: trial.verdict,
      method: trial.method,
      buy_tax: taxOf(trial.buy_tax),
      sell_tax: taxOf(trial.sell_tax),
      transfer_tax: taxOf(trial.transfer_tax),
      holders_tried: trial.holders_tried,
      holders_able: trial.holders_able,
      second_opinion: agrees === null ? null : agrees ? 'agrees' : 'differs',
    },
    mintable: has('mint') || (screening?.mintable ?? false),
    pausable: has('pause') || (screening?.pausable ?? false),
    blacklist: has('blacklist') || (screening?.blacklist ?? false),
    hidden_owner: screening?.hidden_owner ?? null,
    verified: isVerified,
    proxy: {
      is_proxy: proxy.kind !== 'none',
      kind: proxy.kind,
      implementation: shown(proxy.implementation),
      implementation_verified: proxy.implementation === null ? null : isVerified,
      admin: showAuthority(proxy.authority),
      beacon: shown(proxy.beacon),
    },
    owner: showAuthority(contract.owner),
    powers: contract.powers,
  }
}

/** A token that gives more than was sent takes nothing. */
const taxOf = (tax: number | null): number | null => (tax === null ? null : roundOrNull(Math.min(1, Math.max(0, tax)), 4))

export function describeSpread(known: Known) {
  const { count, top10Share, creatorShare, burntShare, source } = spreadOf(known)
  const shares = [top10Share, creatorShare, burntShare].map((one) => roundOrNull(one, 4))
  return { count, top10_share: shares[0]!, creator_share: shares[1]!, burnt_share: shares[2]!, source }
}

export function describeLiquidity(known: Known) {
  const pools = poolsOf(known.token)
  const depths = pools.flatMap(({ depthUsd }) => depthUsd ?? [])
  return {
    depth_2pct_usd:
      depths.length === 0
        ? null
        : roundOrNull(
            depths.reduce((sum, one) => sum + one, 0),
            2,
          ),
    lp_locked_share: roundOrNull(lockedShareOf(known), 4),
    lp_lock: describeLock(known),
    pools: pools.slice(0, mostPools).map(showPool),
  }
}

/** The chain says how much is locked at one block; when it comes free is said by who looks into the lockers. */
function describeLock(known: Known) {
  const locked = lockedShareOf(known)
  const lockers = known.screening?.lp_lockers ?? null
  if (locked === null && lockers === null) return null
  const ends = (lockers ?? []).flatMap(({ until }) => until ?? [])
  return {
    source: locked === null ? ('goplus' as const) : ('chain' as const),
    share: roundOrNull(
      locked ??
        Math.min(
          1,
          (lockers ?? []).reduce((sum, { share }) => sum + share, 0),
        ),
      4,
    )!,
    first_unlock_at: ends.length === 0 ? null : ends.toSorted()[0]!,
    lockers: lockers === null ? null : lockers.map(({ name, share, until }) => ({ name, share: roundOrNull(share, 4)!, until })),
  }
}

const deepestOf = <P extends { readonly liquidity_usd: number | null }>(pairs: readonly P[]): P | undefined =>
  [...pairs].sort((a, b) => (b.liquidity_usd ?? 0) - (a.liquidity_usd ?? 0))[0]

export function describeTrend({ pairs }: Known) {
  const deepest = deepestOf(pairs?.pairs ?? [])
  return {
    change_1h_pct: deepest?.change_1h_pct ?? null,
    change_6h_pct: deepest?.change_6h_pct ?? null,
    change_24h_pct: deepest?.change_24h_pct ?? null,
  }
}

const mostPoints = 100

/** Each reading of its pairs as one point, the newest last; only what somebody asked for was read. */
export function describeHistory(facts: readonly Fact<ValueOf<typeof tokenPairs>>[]) {
  return facts.slice(-mostPoints).map(({ observedAt, value: { pairs } }) => {
    const known = (member: 'liquidity_usd' | 'volume_24h_usd') => pairs.reduce((sum, pair) => sum + (pair[member] ?? 0), 0)
    return {
      at: observedAt.toISOString(),
      price_usd: figures(deepestOf(pairs)?.price_usd ?? null),
      liquidity_usd: roundOrNull(known('liquidity_usd'), 2)!,
      volume_24h_usd: roundOrNull(known('volume_24h_usd'), 2)!,
      pairs: pairs.length,
    }
  })
}

export function describeDeployment({ token: { deployment } }: Known, now: Date) {
  if (deployment === null) return null
  const { block, time, transaction, deployer, deployer_transactions } = deployment
  const ageDays = Math.max(0, (now.getTime() - Date.parse(time)) / 86_400_000)
  return { block, time, age_days: roundOrNull(ageDays, 2)!, tx: transaction, deployer: shown(deployer), deployer_transactions }
}

/** A single key may put other code in the place of code nobody was shown. */
export const isUnverifiedUpgradeable = ({ token }: Known, { isVerified }: Risks): boolean =>
  isVerified !== true && changerOf({ ...token.contract, functions: [] } as Contract) === 'eoa'
