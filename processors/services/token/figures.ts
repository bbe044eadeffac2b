// From a token's facts to the figures an answer is made of: what it is worth, how much can be sold, and how it is spread.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { tokenPairs } from '../../../ingestors/sources/dexscreener-pairs/topic.ts'
import type { evmTokens } from '../../../ingestors/sources/evm-token/topic.ts'
import type { tokenScreenings } from '../../../ingestors/sources/goplus-token/topic.ts'
import type { verifiedSources } from '../../../ingestors/sources/sourcify/topic.ts'
import type { Market } from './signal.ts'

export interface Known {
  readonly token: ValueOf<typeof evmTokens>
  readonly registry: ValueOf<typeof verifiedSources> | null
  readonly pairs: ValueOf<typeof tokenPairs> | null
  readonly screening: ValueOf<typeof tokenScreenings> | null
}

export interface PoolFigures {
  readonly address: string
  readonly dex: string
  readonly quote: string
  readonly feePct: number | null
  readonly priceUsd: number
  readonly liquidityUsd: number
  readonly depthUsd: number | null
}

/** Twice what a pool holds of its quote: the other half is the token itself, at the pool's own price. */
export function poolsOf({ pools, quotes_usd: worth }: Known['token']): PoolFigures[] {
  return pools.flatMap(({ address, dex, quote, fee_ppm, price_quote, quote_held, depth_quote }) => {
    const usd = worth[quote]
    if (usd === undefined) return []
    return [
      {
        address,
        dex,
        quote,
        feePct: fee_ppm === null ? null : fee_ppm / 1e4,
        priceUsd: price_quote * usd,
        liquidityUsd: 2 * quote_held * usd,
        depthUsd: depth_quote === null ? null : depth_quote * usd,
      },
    ]
  })
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The chain's own pools, or where more is traded elsewhere, what is known of that; null where no pool is known: it may trade on others. */
export function liquidityOf({ token, pairs }: Known): number | null {
  const own = poolsOf(token)
  const listed = pairs?.pairs.flatMap(({ liquidity_usd }) => liquidity_usd ?? []) ?? []
  // Who watches all exchanges and finds no pair has found that there is none.
  if (own.length === 0 && listed.length === 0) return pairs !== null && pairs.pairs.length === 0 ? 0 : null
  return Math.max(sum(own.map(({ liquidityUsd }) => liquidityUsd)), sum(listed))
}

export function priceOf({ token, pairs }: Known): number | null {
  const listed = [...(pairs?.pairs ?? [])].sort((a, b) => (b.liquidity_usd ?? 0) - (a.liquidity_usd ?? 0))[0]?.price_usd
  const own = poolsOf(token)[0]
  return own !== undefined && own.liquidityUsd > 0 ? own.priceUsd : (listed ?? null)
}

export function marketOf({ pairs }: Known): Market | null {
  if (pairs === null || pairs.pairs.length === 0) return null
  return {
    volumeUsd: sum(pairs.pairs.map((pair) => pair.volume_24h_usd)),
    liquidityUsd: sum(pairs.pairs.map((pair) => pair.liquidity_usd ?? 0)),
    buys: sum(pairs.pairs.map((pair) => pair.buys_24h)),
    sells: sum(pairs.pairs.map((pair) => pair.sells_24h)),
  }
}

const shareOf = (units: string, all: bigint): number | null => (all <= 0n ? null : Math.min(1, Number(units) / Number(all)))

export interface Spread {
  readonly count: number | null
  readonly top10Share: number | null
  readonly creatorShare: number | null
  readonly burntShare: number | null
  readonly source: 'chain' | 'goplus' | 'none'
}

export function spreadOf({ token: { token, holders }, screening }: Known): Spread {
  if (holders !== null && holders.count > 0) {
    const supply = BigInt(token.supply)
    const alive = supply - BigInt(holders.burnt_units)
    return {
      count: holders.count,
      top10Share: shareOf(holders.top10_units, alive),
      creatorShare: shareOf(holders.creator_units, alive),
      burntShare: shareOf(holders.burnt_units, supply),
      source: 'chain',
    }
  }
  if (screening === null) return { count: null, top10Share: null, creatorShare: null, burntShare: null, source: 'none' }
  const { holders: count, creator_share: creatorShare, top } = screening
  return { count, top10Share: listedShare(top, count), creatorShare, burntShare: null, source: 'goplus' }
}

/** Of those listed, without what is locked; of fewer than ten of many nothing can be said. */
function listedShare(top: readonly { share: number; locked: boolean }[], count: number | null): number | null {
  if (top.length === 0 || (top.length < 10 && (count ?? 10) > top.length)) return null
  return Math.min(1, sum(top.slice(0, 10).map(({ share, locked }) => (locked ? 0 : share))))
}

export function lockedShareOf({ token }: Known): number | null {
  const shares = token.pool_shares
  return shares === null ? null : shareOf(shares.locked, BigInt(shares.total))
}

const dayMs = 86_400_000

/** A pair is no older than its token: without a deployment the oldest one says how old it is at least. */
export function ageDaysOf({ token, pairs }: Known, now: Date): number | null {
  const times =
    token.deployment === null ? (pairs?.pairs ?? []).flatMap((pair) => pair.created_at ?? []) : [token.deployment.time]
  if (times.length === 0) return null
  return Math.max(0, (now.getTime() - Math.min(...times.map((time) => Date.parse(time)))) / dayMs)
}
