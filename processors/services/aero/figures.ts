// A pool's reading as plain figures: whole tokens, dollars, shares, and what its curve says of depth and loss.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { evmPools } from '../../../ingestors/sources/evm-pool/topic.ts'
import { ratio } from '../../formula/index.ts'
import { type Curve, lossAgainstHolding, lossInRange, productCurve, soldUntilTwoPercent, stableCurve } from './curves.ts'
import type { PoolFacts, Week } from './signal.ts'

type Read = ValueOf<typeof evmPools>

export interface PoolToken {
  readonly token: string
  readonly symbol: string
  readonly whole: number
  readonly usd: number | null
}

export interface Pool extends PoolFacts {
  readonly tokens: readonly PoolToken[]
  readonly voteShare: number | null
}

const weekSeconds = 604_800
const voteDecimals = 18
const hourMs = 3_600_000
/** A price change in percent, and a band around the price that a position is taken to have. */
export const priceChanges = [-50, -20, -5, 5, 20, 100] as const
const band = [0.9, 1.1] as const
const twoTo96 = 2 ** 96

export function toPool(value: Read): Pool {
  const tokens = value.tokens.map(({ token, symbol, decimals, units, usd }) => ({
    token,
    symbol,
    whole: Number(units) / 10 ** decimals,
    usd,
  }))
  const [one, two] = tokens as [PoolToken, PoolToken]
  const { gauge, votes, swaps } = value
  const rewardParts = gauge === null ? 1 : 10 ** gauge.reward.decimals
  const hours = swaps === null ? 0 : (Date.parse(value.block.time) - Date.parse(swaps.from_time)) / hourMs
  const [in0, in1] = [swaps?.in0 ?? '0', swaps?.in1 ?? '0'].map((units, i) => Number(units) / 10 ** value.tokens[i]!.decimals)
  return {
    tokens,
    tvlUsd: one.usd === null || two.usd === null ? null : one.usd * one.whole + two.usd * two.whole,
    feeShare: value.fee_ppm / 1e6,
    voteShare: votes === null ? null : ratio(Number(votes.pool), Number(votes.all)),
    gauge:
      gauge === null
        ? null
        : {
            isAlive: gauge.is_alive,
            stakedShare: gauge.staked_share,
            rewardUsd: gauge.reward.usd,
            perSecond: Number(gauge.per_second) / rewardParts,
            endsAt: new Date(gauge.ends_at),
          },
    weeks: value.weeks?.map((week) => toWeek(week, gauge?.reward.usd ?? null, rewardParts)) ?? null,
    swapped: swaps === null || one.usd === null || two.usd === null ? null : { usd: in0! * one.usd + in1! * two.usd, hours },
  }
}

function toWeek(
  { start, votes, per_second, bribes, fees }: NonNullable<Read['weeks']>[number],
  rewardUsd: number | null,
  parts: number,
): Week {
  const sum = (all: typeof fees) => all.reduce((total, { usd }) => total + (usd ?? 0), 0)
  return {
    start: new Date(start),
    votes: Number(votes) / 10 ** voteDecimals,
    feesUsd: sum(fees),
    bribesUsd: sum(bribes),
    emissionsUsd: rewardUsd === null ? null : (Number(per_second) / parts) * weekSeconds * rewardUsd,
    unpriced: [...fees, ...bribes].filter(({ usd }) => usd === null).length,
  }
}

/** The reserves a curve is drawn through; concentrated liquidity L stands for L/√P and L·√P (whitepaper, 6.2.1). */
function curveOf(value: Read, [one, two]: readonly PoolToken[]): { readonly curve: Curve; readonly x: number } | null {
  const { kind, root, liquidity, tokens } = value
  if (kind !== 'range') {
    const [x, y] = [one!.whole, two!.whole]
    return x > 0 && y > 0 ? { curve: kind === 'stable' ? stableCurve(x, y) : productCurve(x, y), x } : null
  }
  const sqrt = Number(root ?? 0) / twoTo96
  if (!(sqrt > 0) || !(Number(liquidity ?? 0) > 0)) return null
  const [x, y] = [Number(liquidity) / sqrt / 10 ** tokens[0]!.decimals, (Number(liquidity) * sqrt) / 10 ** tokens[1]!.decimals]
  return { curve: productCurve(x, y), x }
}

export function depthUsd(value: Read, tokens: readonly PoolToken[]): number | null {
  const drawn = curveOf(value, tokens)
  const [, two] = tokens
  if (drawn === null || two!.usd === null) return null
  // More than lies there cannot come out.
  return two!.usd * Math.min(two!.whole, soldUntilTwoPercent(drawn.curve, drawn.x))
}

/** As a share of what was held; nothing where the pool is empty. */
export function losses(value: Read, tokens: readonly PoolToken[], changePct: number): number {
  const times = 1 + changePct / 100
  if (value.kind === 'range') return lossInRange(times, ...band)
  const drawn = curveOf(value, tokens)
  return drawn === null ? 0 : lossAgainstHolding(drawn.curve, drawn.x, times)
}
