// The business cycle of other countries, read from the OECD's leading indicator alone: its distance from trend and where it is heading.

import { phaseRun } from '../../formula/business-cycle.ts'
import {
  composite,
  differencesOver,
  newestValue,
  type Point,
  partOf,
  roundOrNull,
  say,
  squashOrNull,
  standardise,
} from '../../formula/index.ts'
import { tilts } from './signal.ts'

// Published in the second week of the month after; the next one five weeks later.
const maxAgeDays = 80

export function computeAbroad(index: readonly Point[], name: string, now: Date) {
  const level = standardise(index)
  const momentum = differencesOver(level, 3)
  const run = phaseRun(level, momentum)
  const phase = run.phase ?? 'slowdown'
  // The weights of the whole model; what the country has no figures of is missing.
  const mix = composite(
    [
      partOf('leading_indicator', 0.5, level, maxAgeDays, squashOrNull(newestValue(level))),
      partOf('momentum', 0.2, momentum, maxAgeDays, squashOrNull(newestValue(momentum))),
      { id: 'coincident', weight: 0.3, score: null },
    ],
    now,
  )
  const z = roundOrNull(newestValue(level), 2)
  return {
    mix,
    phase,
    months_in_phase: run.months,
    coincident: { score: null, momentum_3m: null, components: [] },
    leading: {
      score: z,
      components: [{ id: 'oecd_leading_indicator', z, date: index.at(-1)?.at.toISOString().slice(0, 10) ?? null }],
    },
    recession: {
      probability_12m: null,
      yield_probit: null,
      ebp_prob: null,
      smoothed_prob: null,
      sahm: null,
      sahm_triggered: null,
      nber_recession: null,
      as_of: { yield_probit: null, ebp_prob: null, smoothed_prob: null, sahm: null, nber_recession: null },
    },
    breadth: { pct_rising_6m: null },
    playbook: { historical_factor_tilt: tilts[phase] },
    summary:
      `${name}: ${phase}, ${run.months} month${run.months === 1 ? '' : 's'}, by the OECD's leading indicator at ${say(newestValue(index), 2)} ` +
      `(${say(z, 1)} deviations from its trend, ${say(newestValue(momentum), 1)} over three months).`,
  }
}
