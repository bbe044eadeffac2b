// What a quarter says: of a fund how much money came or left and what it earned, of a company how its holders' shares and number changed.
import { clip, type Part, part } from '../../formula/index.ts'

export {
  changesOf,
  type HoldersQuarter,
  holderLabelOf,
  holderLabels,
  holderParts,
  holdersChangePct,
  quarterOf,
  sharesChangePct,
} from '../../formula/holders.ts'

export interface Month {
  readonly salesUsd: number | null
  readonly reinvestedUsd: number | null
  readonly redeemedUsd: number | null
  readonly returnPct: number | null
}

export const labels = ['inflow', 'steady', 'outflow'] as const

// A twentieth of a fund in a quarter is a rush; a tenth earned or lost is a strong quarter.
const fullFlowPct = 5
const fullReturnPct = 10
const steadyPct = 1
const maxAgeDays = 150

/** null where the report leaves out what came in or what left. */
export function netFlow({ salesUsd, reinvestedUsd, redeemedUsd }: Month): number | null {
  return salesUsd === null || redeemedUsd === null ? null : salesUsd + (reinvestedUsd ?? 0) - redeemedUsd
}

/** Of the quarter against what the fund had at its beginning: as it reported, or what its end, its flows and its return leave of it. */
export function flowPct(months: readonly Month[], closingUsd: number, openingUsd: number | null = null): number | null {
  const flows = months.map(netFlow)
  if (flows.includes(null)) return null
  const flow = flows.reduce<number>((sum, one) => sum + one!, 0)
  const opening = openingUsd ?? (closingUsd - flow) / (1 + (returnPct(months) ?? 0) / 100)
  return opening > 0 && Number.isFinite(opening) ? (100 * flow) / opening : null
}

/** Months compounded to the quarter. */
export function returnPct(months: readonly Month[]): number | null {
  if (months.some((month) => month.returnPct === null)) return null
  return 100 * (months.reduce((product, month) => product * (1 + month.returnPct! / 100), 1) - 1)
}

export function scoreParts(flow: number | null, earned: number | null, observedAt: Date): Part[] {
  const scored = (value: number | null, full: number) => (value === null ? null : 100 * clip(value / full, -1, 1))
  return [
    part('flow', 0.6, scored(flow, fullFlowPct), observedAt, maxAgeDays),
    part('return', 0.4, scored(earned, fullReturnPct), observedAt, maxAgeDays),
  ]
}

export function labelOf(flow: number | null): (typeof labels)[number] {
  return flow === null || Math.abs(flow) <= steadyPct ? 'steady' : flow > 0 ? 'inflow' : 'outflow'
}
