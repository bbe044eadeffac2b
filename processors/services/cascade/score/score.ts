// The published risk score, 0 to 100: four components with fixed weights over a stated set of shocks, each of them in the answer.

import { clip } from '../../../formula/index.ts'
import { pointAt, tallyOf } from '../curve/columns.ts'
import { type Curve, shocksPct } from '../curve/curve.ts'
import { amountUntil } from '../model/impact.ts'
import type { Token } from '../model/token.ts'

export const componentWeights = { sell_pressure: 0.35, amplification: 0.25, bad_debt: 0.25, nearness: 0.15 } as const
export const shockWeights = [0.4, 0.3, 0.17, 0.08, 0.05] as const
export const scoreLabels = ['low', 'moderate', 'elevated', 'high', 'critical'] as const
export const fullBadDebtShare = 0.01
export const fullNearShare = 0.1
// A collateral token's markets are fit for twice what they take at the liquidation bonus's price impact: the usual supply-cap rule.
export const absorbableTimes = 2
export const worstTokenShare = 0.7
// A token pulls with all of that from this share of the debt on, and below it in proportion.
export const fullPullShare = 0.05
// Below either a token is not heard: with the share, one just above it pulls less than a point.
export const leastDebtShare = 0.0005
export const leastDebtUsd = 100_000

export type Components = { [K in keyof typeof componentWeights]: number }
export type Score = { readonly score: number; readonly components: Components }

export type ScoreInput = {
  readonly curve: Curve
  // USD that can be sold before the price impact passes the liquidation bonus; infinite where no market moves.
  readonly absorbableUsd: number
  readonly collateralUsd: number
  readonly nearUsd: number
}

export function scoreToken(input: ScoreInput): Score {
  const { curve, absorbableUsd } = input
  let [sell, amplification, badDebt] = [0, 0, 0]
  const none = tallyOf(pointAt(curve.columns, 0), 'all', 'total')
  const ofOthers = 1 - curve.ownBaselineShare
  shocksPct.forEach((dropPct, s) => {
    const point = pointAt(curve.columns, curve.dropsPct.indexOf(dropPct))
    const total = tallyOf(point, 'all', 'total')
    const weight = shockWeights[s]!
    sell += weight * share(total.seizedUsd - ofOthers * none.seizedUsd, absorbableTimes * absorbableUsd)
    amplification += weight * share(point.finalDropPct - dropPct, dropPct)
    badDebt += weight * share(total.badDebtUsd - ofOthers * none.badDebtUsd, fullBadDebtShare * curve.debtUsd)
  })
  return weigh({
    sell_pressure: sell,
    amplification: curve.debtUsd > 0 ? amplification : 0,
    bad_debt: badDebt,
    nearness: share(input.nearUsd, fullNearShare * input.collateralUsd),
  })
}

function weigh(components: Components): Score {
  const names = Object.keys(componentWeights) as (keyof Components)[]
  const score = 100 * names.reduce((sum, name) => sum + componentWeights[name] * components[name], 0)
  return { score: clip(score, 0, 100), components }
}

export type Weighed = {
  readonly score: Score
  readonly debtUsd: number
  /** No lender lists it: heard in the mean, and never as the worst. */
  readonly isUnlisted?: boolean | undefined
}

/** What of a token's debt is heard: of collateral that no lender lists, no more than real money would pay for it within a fall of a fifth. */
export function heardDebtUsd(debtUsd: number, { isUnlisted, impact, priceUsd }: Token): number {
  return isUnlisted ? Math.min(debtUsd, amountUntil(impact, depthAt) * priceUsd) : debtUsd
}
const depthAt = 0.8

/** Whether a token is large enough to be heard in a headline at all. */
export function isWeighed({ debtUsd }: Pick<Weighed, 'debtUsd'>, allDebtUsd: number): boolean {
  return debtUsd >= leastDebtUsd && debtUsd >= leastDebtShare * allDebtUsd
}

export function sumDebtUsd(tokens: readonly Pick<Weighed, 'debtUsd'>[]): number {
  return tokens.reduce((sum, t) => sum + t.debtUsd, 0)
}

/** The worst token, as far as its debt lets it pull, tempered by the mean by debt: a mean alone hides one bad market. */
export function scoreSystem(tokens: readonly Weighed[]): Score {
  const debtUsd = sumDebtUsd(tokens)
  const weighed = tokens.filter((token) => isWeighed(token, debtUsd))
  const weight = sumDebtUsd(weighed)
  if (weight === 0) return weigh({ sell_pressure: 0, amplification: 0, bad_debt: 0, nearness: 0 })
  const names = Object.keys(componentWeights) as (keyof Components)[]
  const mean = (name: keyof Components) => weighed.reduce((sum, t) => sum + t.score.components[name] * t.debtUsd, 0) / weight
  const means = Object.fromEntries(names.map((name) => [name, mean(name)])) as Components
  const pullOf = ({ isUnlisted, debtUsd: own }: Weighed) =>
    isUnlisted ? 0 : worstTokenShare * Math.min(1, own / (fullPullShare * weight))
  const scoreOfMean = weigh(means).score
  const gainOf = (token: Weighed) => pullOf(token) * (token.score.score - scoreOfMean)
  const worst = weighed.reduce((top, token) => (gainOf(token) > gainOf(top) ? token : top))
  const pull = pullOf(worst)
  const blend = names.map((name) => [name, pull * worst.score.components[name] + (1 - pull) * means[name]])
  return weigh(Object.fromEntries(blend) as Components)
}

export function scoreLabel(score: number): (typeof scoreLabels)[number] {
  return scoreLabels[Math.min(4, Math.floor(score / 20))]!
}

function share(part: number, whole: number): number {
  return part <= 0 || whole === Number.POSITIVE_INFINITY ? 0 : whole <= 0 ? 1 : Math.min(1, part / whole)
}
