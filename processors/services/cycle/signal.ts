// The business cycle signal: how activity stands against its trend, where it is heading, and the odds of recession.
import { type Component, type CycleInputs, type Phase, phaseRun, weighCycle } from '../../formula/business-cycle.ts'
import { clip, growthOver, mean, newestTime, newestValue, ratio, round, say, standardise } from '../../formula/index.ts'

export const tilts: Readonly<Record<Phase, string>> = {
  expansion: 'momentum and cyclical shares have tended to lead government bonds',
  slowdown: 'quality and low volatility have tended to lead; the yield curve has tended to flatten',
  contraction: 'government bonds and low volatility have tended to lead; credit spreads have tended to widen',
  recovery: 'small and value shares and credit have tended to lead',
}

export function computeCycle(inputs: CycleInputs, now: Date) {
  const { mix, level, momentum, leading, lead } = weighCycle(inputs, now)
  const run = phaseRun(level, momentum)
  const recession = readRecession(inputs)
  const phase = run.phase ?? 'slowdown'
  return {
    mix,
    phase,
    months_in_phase: run.months,
    coincident: {
      score: newestValue(level),
      momentum_3m: newestValue(momentum),
      components: inputs.coincident.map(({ id, points }) => {
        const growth = growthOver(points, 6, { annualised: true })
        return {
          id,
          growth_6m_saar_pct: newestValue(growth),
          z: newestValue(standardise(growth)),
          month: growth.at(-1)?.at.toISOString().slice(0, 7) ?? null,
        }
      }),
    },
    leading: {
      score: lead,
      components: leading.map(({ id, z, at }) => ({ id, z: z, date: at?.toISOString().slice(0, 10) ?? null })),
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

// Three models that look at different things: the curve a year ahead, credit a year ahead, and activity as it is.
function readRecession(inputs: CycleInputs) {
  const smoothed = ratio(newestValue(inputs.smoothedPct), 100)
  const premium = newestValue(inputs.premiumOdds)
  const odds = [inputs.yieldProbit, premium, smoothed === null ? null : clip(smoothed, 0, 1)].filter((p) => p !== null)
  const sahm = newestValue(inputs.sahm)
  return {
    probability_12m: odds.length === 0 ? null : round(Math.min(1, Math.max(0, mean(odds))), 3),
    yield_probit: inputs.yieldProbit,
    ebp_prob: premium,
    smoothed_prob: smoothed === null ? null : round(clip(smoothed, 0, 1), 4),
    sahm: sahm,
    // The series has two decimals, and 0.50 already triggers.
    sahm_triggered: sahm === null ? null : sahm >= 0.5,
    nber_recession: inputs.recession.length === 0 ? null : newestValue(inputs.recession) === 1,
    as_of: {
      yield_probit: newestTime(inputs.leading.find(({ id }) => id === 'yield_curve_10y_3m')?.points ?? []),
      ebp_prob: newestTime(inputs.premiumOdds),
      smoothed_prob: newestTime(inputs.smoothedPct),
      sahm: newestTime(inputs.sahm),
      nber_recession: newestTime(inputs.recession),
    },
  }
}

function breadth(components: readonly Component[]): number | null {
  const growths = components.flatMap(({ points }) => growthOver(points, 6).slice(-1))
  return growths.length === 0 ? null : round((100 * growths.filter(({ value }) => value > 0).length) / growths.length, 0)
}
