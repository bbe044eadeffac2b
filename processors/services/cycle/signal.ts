// The business cycle signal: how activity stands against its trend, where it is heading, and the odds of recession.
import {
  clip,
  composite,
  differencesOver,
  growthOver,
  mean,
  monthlyMean,
  newestValue,
  type Point,
  partOf,
  ratio,
  round,
  roundOrNull,
  say,
  squash,
  standardise,
} from '../../stats.ts'

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

export const phases = ['expansion', 'slowdown', 'contraction', 'recovery'] as const
export type Phase = (typeof phases)[number]

export const tilts: Readonly<Record<Phase, string>> = {
  expansion: 'momentum and cyclical shares have tended to lead government bonds',
  slowdown: 'quality and low volatility have tended to lead; the yield curve has tended to flatten',
  contraction: 'government bonds and low volatility have tended to lead; credit spreads have tended to widen',
  recovery: 'small and value shares and credit have tended to lead',
}

const leastMonths = 18

/** Half-year growth of each component against its own ten years, averaged by month. */
export function activityLevel(coincident: readonly Component[]): Point[] {
  return monthlyMean(coincident.map(({ points }) => standardise(growthOver(points, 6, { annualised: true }), leastMonths)))
}

export function phaseOf(level: number, momentum: number): Phase {
  if (level > 0) return momentum > 0 ? 'expansion' : 'slowdown'
  return momentum > 0 ? 'recovery' : 'contraction'
}

export function computeCycle(inputs: CycleInputs, now: Date) {
  const level = activityLevel(inputs.coincident)
  const momentum = differencesOver(level, 3)
  const leading = inputs.leading.map(({ id, points }) => ({
    id,
    z: newestValue(standardise(points)),
    at: points.at(-1)?.at ?? null,
  }))
  const leads = leading.flatMap(({ z }) => (z === null ? [] : [z]))
  const lead = leads.length * 2 < leading.length || leads.length === 0 ? null : mean(leads)
  const run = phaseRun(level, momentum)
  const newestLead = inputs.leading.flatMap(({ points }) => points.slice(-1)).sort((a, b) => a.at.getTime() - b.at.getTime())
  const mix = composite(
    [
      partOf('coincident', 0.5, level, 100, scoreOf(newestValue(level))),
      partOf('momentum', 0.2, momentum, 100, scoreOf(newestValue(momentum))),
      partOf('leading', 0.3, newestLead, 100, scoreOf(lead)),
    ],
    now,
  )
  const recession = readRecession(inputs)
  const phase = run.phase ?? 'slowdown'
  return {
    mix,
    phase,
    months_in_phase: run.months,
    coincident: {
      score: roundOrNull(newestValue(level), 2),
      momentum_3m: roundOrNull(newestValue(momentum), 2),
      components: inputs.coincident.map(({ id, points }) => {
        const growth = growthOver(points, 6, { annualised: true })
        return {
          id,
          growth_6m_saar_pct: roundOrNull(newestValue(growth), 1),
          z: roundOrNull(newestValue(standardise(growth)), 2),
          month: growth.at(-1)?.at.toISOString().slice(0, 7) ?? null,
        }
      }),
    },
    leading: {
      score: roundOrNull(lead, 2),
      components: leading.map(({ id, z, at }) => ({ id, z: roundOrNull(z, 2), date: at?.toISOString().slice(0, 10) ?? null })),
    },
    recession,
    breadth: { pct_rising_6m: breadth(inputs.coincident) },
    playbook: { historical_factor_tilt: tilts[phase] },
    summary:
      `Business cycle: ${phase}, ${run.months} month${run.months === 1 ? '' : 's'}; activity ${say(newestValue(level), 1)} and leading indicators ` +
      `${say(lead, 1)} deviations from trend, recession odds ${say(recession.probability_12m === null ? null : 100 * recession.probability_12m, 0, ' %')}, ` +
      `Sahm ${say(recession.sahm, 2)}.`,
  }
}

/** The newest month's phase, and for how many months in a row it has been that. */
export function phaseRun(level: readonly Point[], momentum: readonly Point[]): { phase: Phase | null; months: number } {
  const levels = new Map(level.map((point) => [point.at.getTime(), point.value]))
  const named = momentum.map(({ at, value }) => phaseOf(levels.get(at.getTime())!, value))
  const phase = named.at(-1) ?? null
  const changed = named.findLastIndex((name) => name !== phase)
  return { phase, months: named.length - 1 - changed }
}

// Three models that look at different things: the curve a year ahead, credit a year ahead, and activity as it is.
function readRecession(inputs: CycleInputs) {
  const smoothed = ratio(newestValue(inputs.smoothedPct), 100)
  const premium = newestValue(inputs.premiumOdds)
  const odds = [inputs.yieldProbit, premium, smoothed === null ? null : clip(smoothed, 0, 1)].filter((p) => p !== null)
  const sahm = newestValue(inputs.sahm)
  return {
    probability_12m: odds.length === 0 ? null : round(Math.min(1, Math.max(0, mean(odds))), 3),
    yield_probit: roundOrNull(inputs.yieldProbit, 3),
    ebp_prob: roundOrNull(premium, 3),
    smoothed_prob: smoothed === null ? null : round(clip(smoothed, 0, 1), 4),
    sahm: roundOrNull(sahm, 2),
    // The series has two decimals, and 0.50 already triggers.
    sahm_triggered: sahm === null ? null : sahm >= 0.5,
    nber_recession: inputs.recession.length === 0 ? null : newestValue(inputs.recession) === 1,
  }
}

function breadth(components: readonly Component[]): number | null {
  const growths = components.flatMap(({ points }) => growthOver(points, 6).slice(-1))
  return growths.length === 0 ? null : round((100 * growths.filter(({ value }) => value > 0).length) / growths.length, 0)
}

export const scoreOf = (z: number | null): number | null => (z === null ? null : squash(z))
