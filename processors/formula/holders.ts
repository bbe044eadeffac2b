// What a quarter of 13F reports says of a company: how its holders' shares and number changed.
import type { ValueOf } from '../../db/log/topic.ts'
import type { institutionalHoldings } from '../../ingestors/sources/sec-13f/topic.ts'
import { clip, composite, type Part, part } from './index.ts'

export const holderLabels = ['accumulation', 'steady', 'distribution'] as const

export interface HoldersQuarter {
  readonly holders: number
  readonly holdersBefore: number
  /** Of those who reported both times, splits undone. */
  readonly shares: number
  readonly sharesBefore: number
  readonly opened: number
  readonly closed: number
}

export const quarterOf = ({ now, before, matched, opened, closed }: ValueOf<typeof institutionalHoldings>): HoldersQuarter => ({
  holders: now.holders,
  holdersBefore: before.holders,
  shares: matched.shares,
  sharesBefore: matched.shares_before,
  opened: opened.count,
  closed: closed.count,
})

// A fiftieth of what they hold, or every twentieth holder more or less, is a strong quarter.
const fullSharesPct = 2
const fullHoldersPct = 5
const leansAt = 20
const holdersMaxAgeDays = 100

/** null where nothing was held before. */
export function sharesChangePct({ shares, sharesBefore }: HoldersQuarter): number | null {
  if (sharesBefore === 0) return shares === 0 ? 0 : null
  return 100 * (shares / sharesBefore - 1)
}

/** Who came less who went, of those who hold. */
export function holdersChangePct({ holders, holdersBefore, opened, closed }: HoldersQuarter): number {
  const base = holders === 0 ? holdersBefore : holders
  return base === 0 ? 0 : (100 * (opened - closed)) / base
}

/** How many hold it and what changed, as answers name it. */
export const changesOf = (quarter: HoldersQuarter) => ({
  holders: quarter.holders,
  delta_shares_pct: sharesChangePct(quarter),
  holders_delta_pct: holdersChangePct(quarter),
})

/** Not clipped one by one: what many small holders do may outweigh what the large ones do. */
export function holderParts(quarter: HoldersQuarter, observedAt: Date): Part[] {
  const { delta_shares_pct: shares, holders_delta_pct: holders } = changesOf(quarter)
  return [
    part('shares', 0.6, shares === null ? null : (100 * shares) / fullSharesPct, observedAt, holdersMaxAgeDays),
    part('holders', 0.4, (100 * holders) / fullHoldersPct, observedAt, holdersMaxAgeDays),
  ]
}

/** From -100 to 100. */
export const holdersScore = (quarter: HoldersQuarter, observedAt: Date, now: Date): number =>
  clip(composite(holderParts(quarter, observedAt), now).score, -100, 100)

export function holderLabelOf(score: number): (typeof holderLabels)[number] {
  return score >= leansAt ? 'accumulation' : score <= -leansAt ? 'distribution' : 'steady'
}
