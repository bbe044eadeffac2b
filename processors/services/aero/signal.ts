// Whether a pool pays who provides to it, or who votes for it: yields, turnover, and what the votes bring against what is paid out.
import { clip, composite, mean, type Part, ratio } from '../../formula/index.ts'

export const labels = ['farm', 'vote', 'neutral', 'avoid'] as const

export interface Week {
  readonly start: Date
  /** In whole tokens that vote. */
  readonly votes: number
  readonly feesUsd: number
  readonly bribesUsd: number
  /** Null where what is paid out has no price. */
  readonly emissionsUsd: number | null
  /** Of what was paid, how many kinds have no price. */
  readonly unpriced: number
}

export interface PoolFacts {
  /** Null where a side has no price. */
  readonly tvlUsd: number | null
  readonly feeShare: number
  readonly gauge: {
    readonly isAlive: boolean
    readonly stakedShare: number
    readonly rewardUsd: number | null
    readonly perSecond: number
    readonly endsAt: Date
  } | null
  readonly weeks: readonly Week[] | null
  readonly swapped: { readonly usd: number; readonly hours: number } | null
}

const yearSeconds = 31_536_000
const weekMs = 604_800_000
const weeksMeant = 4
const leastHours = 1
const smallUsd = 1e4
const sat = (x: number): number => clip(x, 0, 1)

/** The weeks that are over, newest first. */
export const weeksOver = (weeks: readonly Week[], now: Date): Week[] =>
  weeks
    .filter(({ start }) => start.getTime() + weekMs <= now.getTime())
    .sort((a, b) => b.start.getTime() - a.start.getTime())
    .slice(0, weeksMeant)

/** Yearly, in percent; null where something it needs is not known. */
export function yieldsOf({ tvlUsd, feeShare, gauge, weeks, swapped }: PoolFacts, now: Date) {
  const stakedUsd = tvlUsd === null || gauge === null ? null : tvlUsd * gauge.stakedShare
  const over = weeks === null ? [] : weeksOver(weeks, now)
  const isPaying = gauge?.isAlive === true && gauge.endsAt > now
  const paid = gauge === null || gauge.rewardUsd === null ? null : gauge.perSecond * yearSeconds * gauge.rewardUsd
  const emissions = gauge === null || !isPaying ? 0 : paid === null || stakedUsd === null ? null : ratio(100 * paid, stakedUsd)
  // Staked liquidity's fees go to voters: what they were of it is what liquidity earns that is not staked.
  const ofWeeks =
    over.length === 0 || stakedUsd === null ? null : ratio(100 * mean(over.map(({ feesUsd }) => feesUsd)) * 52, stakedUsd)
  const isLong = swapped !== null && swapped.hours >= leastHours
  const ofSwaps = !isLong || tvlUsd === null ? null : ratio((100 * swapped.usd * feeShare * 8_760) / swapped.hours, tvlUsd)
  const voted =
    gauge === null || gauge.rewardUsd === null || over.length === 0
      ? null
      : mean(over.map(({ votes }) => votes)) * gauge.rewardUsd
  const toVoters = over.length === 0 ? null : mean(over.map(({ feesUsd, bribesUsd }) => feesUsd + bribesUsd))
  const priced = over.flatMap(({ emissionsUsd }) => (emissionsUsd === null ? [] : [emissionsUsd]))
  return {
    fees: ofWeeks ?? ofSwaps,
    feesFrom: ofWeeks !== null ? ('weeks' as const) : ofSwaps !== null ? ('swaps' as const) : ('nothing' as const),
    emissions,
    voter: voted === null || toVoters === null ? null : ratio(100 * toVoters * 52, voted),
    efficiency: toVoters === null || priced.length === 0 ? null : ratio(toVoters, mean(priced)),
    turnover: !isLong || tvlUsd === null ? null : ratio((swapped.usd * 24) / swapped.hours, tvlUsd),
  }
}

export function judgePool(facts: PoolFacts, now: Date) {
  const { tvlUsd, gauge } = facts
  const yields = yieldsOf(facts, now)
  // Who stakes has what is paid out, who does not has the fees: nobody has both.
  const known = [yields.fees, yields.emissions].filter((one) => one !== null)
  const best = known.length === 0 ? null : Math.max(...known)
  const part = (id: string, weight: number, score: number | null): Part => ({ id, weight, score })
  const mix = composite(
    [
      part('yield', 0.3, best === null ? null : 100 * sat(best / 60)),
      part('size', 0.2, tvlUsd === null ? null : 100 * sat(Math.log10(Math.max(1, tvlUsd / 1e4)) / 4)),
      part('turnover', 0.2, yields.turnover === null ? null : 100 * sat(yields.turnover / 0.5)),
      part('efficiency', 0.15, yields.efficiency === null ? null : 100 * sat(yields.efficiency)),
      // No sale of its tokens was tried here.
      part('token_safety', 0.15, null),
    ],
    now,
  )
  const isDead = gauge !== null && !gauge.isAlive
  const isFarm = gauge?.isAlive === true && (yields.emissions ?? 0) >= 10 && (yields.emissions ?? 0) >= (yields.voter ?? 0)
  const isVote = !isFarm && gauge?.isAlive === true && (yields.voter ?? 0) >= 10
  const score = isDead ? 0.3 * mix.score : mix.score
  const isPoor = isDead || (tvlUsd !== null && tvlUsd < smallUsd) || score < 25
  const label: (typeof labels)[number] = isPoor ? 'avoid' : isFarm ? 'farm' : isVote ? 'vote' : 'neutral'
  return { mix: { ...mix, score }, label, best, yields }
}
