// The business cycle: how activity stands against its trend, where it is heading, and which phase that makes.
import {
  composite,
  differencesOver,
  growthOver,
  mean,
  monthlyMean,
  newestValue,
  type Point,
  partOf,
  round,
  squashOrNull,
  standardise,
} from './index.ts'

export interface Component {
  readonly id: string
  readonly points: readonly Point[]
}

export interface CycleInputs {
  /** Levels by month. */
  readonly coincident: readonly Component[]
  /** Already such that more is better: a spread, a growth, a claims change with its sign turned. */
  readonly leading: readonly Component[]
  readonly yieldProbit: number | null
  readonly premiumOdds: readonly Point[]
  readonly smoothedPct: readonly Point[]
  readonly sahm: readonly Point[]
  readonly recession: readonly Point[]
}

const leastMonths = 18

/** Half-year growth of each component against its own ten years, averaged by month. */
export function activityLevel(coincident: readonly Component[]): Point[] {
  return monthlyMean(coincident.map(({ points }) => standardise(growthOver(points, 6, { annualised: true }), leastMonths)))
}

/** Level, momentum and leading indicators weighed together. */
export function weighCycle(inputs: CycleInputs, now: Date) {
  const level = activityLevel(inputs.coincident)
  const momentum = differencesOver(level, 3)
  const leading = inputs.leading.map(({ id, points }) => ({
    id,
    z: newestValue(standardise(points)),
    at: points.at(-1)?.at ?? null,
  }))
  const leads = leading.flatMap(({ z }) => (z === null ? [] : [z]))
  const lead = leads.length * 2 < leading.length || leads.length === 0 ? null : mean(leads)
  const newestLead = inputs.leading.flatMap(({ points }) => points.slice(-1)).sort((a, b) => a.at.getTime() - b.at.getTime())
  const mix = composite(
    [
      partOf('coincident', 0.5, level, 100, squashOrNull(newestValue(level))),
      partOf('momentum', 0.2, momentum, 100, squashOrNull(newestValue(momentum))),
      partOf('leading', 0.3, newestLead, 100, squashOrNull(lead)),
    ],
    now,
  )
  return { mix, level, momentum, leading, lead }
}

/** What other answers need of it: the activity by month, and the score its own answer would have; null where it would have none. */
export function summarizeCycle(inputs: CycleInputs, now: Date): { activity: Point[]; cycleScore: number | null } {
  const { level, mix } = weighCycle(inputs, now)
  return { activity: level, cycleScore: round(mix.availableWeight, 6) < 0.5 ? null : mix.score }
}

export const phases = ['expansion', 'slowdown', 'contraction', 'recovery'] as const
export type Phase = (typeof phases)[number]

export function phaseOf(level: number, momentum: number): Phase {
  if (level > 0) return momentum > 0 ? 'expansion' : 'slowdown'
  return momentum > 0 ? 'recovery' : 'contraction'
}

/** The newest month's phase, and for how many months in a row it has been that. */
export function phaseRun(level: readonly Point[], momentum: readonly Point[]): { phase: Phase | null; months: number } {
  const levels = new Map(level.map((point) => [point.at.getTime(), point.value]))
  const named = momentum.map(({ at, value }) => phaseOf(levels.get(at.getTime())!, value))
  const phase = named.at(-1) ?? null
  const changed = named.findLastIndex((name) => name !== phase)
  return { phase, months: named.length - 1 - changed }
}
