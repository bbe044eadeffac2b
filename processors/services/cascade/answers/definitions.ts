// The words of the cascade answers that are no common ones, each defined once for all of them, in the answer itself.
import { deepestGainPct, leastFirstShare } from '../curve/gain.ts'
import { leastGrowth, leastShareOfDebt } from './leap.ts'
import { percentOf } from './words.ts'

export const definitions: readonly string[] = [
  'baseline: the outcome at a drop of 0, which is what stands liquidatable already; increment: the outcome less the baseline.',
  `gain: USD of collateral liquidated in all rounds after the first per USD in the first, at one drop; 0 where no sale forces another, 1 where the later rounds equal the first. It need not rise with the drop: a deeper one liquidates more at once. A token’s gain is the largest at any computed drop up to ${deepestGainPct} % whose first round is at least ${percentOf(leastFirstShare)} of the exposed debt.`,
  `leap: a step of half a percent over which collateral liquidated grows to at least ${leastGrowth} times itself and by at least ${percentOf(leastShareOfDebt)} of all debt. Collateral liquidated always rises over it; bad debt may fall. The next leap never lies at a smaller drop for a larger drop asked.`,
  'jump: between two computed drops no line is drawn; each metric is then the worse of the two by that metric, with its own first round and protocols.',
  'runaway: the smallest computed drop whose further fall, beyond itself and beyond what the baseline forces, is at least the drop again.',
]
