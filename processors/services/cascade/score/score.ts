// The published risk score, 0 to 100: four components with fixed weights over a stated set of shocks, each of them in the answer.

import { clip } from '../../../formula/index.ts'
import { pointAt, tallyOf } from '../curve/columns.ts'
import { type Curve, shocksPct } from '../curve/curve.ts'

export const componentWeights = { sell_pressure: 0.35, amplification: 0.25, bad_debt: 0.25, nearness: 0.15 } as const
export const shockWeights = [0.4, 0.3, 0.17, 0.08, 0.05] as const
export const scoreLabels = ['low', 'moderate', 'elevated', 'high', 'critical'] as const
export const fullBadDebtShare = 0.01
export const fullNearShare = 0.1
// A collateral token's markets are fit for twice what they take at the liquidation bonus's price impact: the usual supply-cap rule.
export const absorbableTimes = 2
export const worstTokenShare = 0.7

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
  shocksPct.forEach((dropPct, s) => {
    const point = pointAt(curve.columns, curve.dropsPct.indexOf(dropPct))
    const total = tallyOf(point, 'both', 'total')
    const weight = shockWeights[s]!
    sell += weight * share(total.seizedUsd, absorbableTimes * absorbableUsd)
    amplification += weight * share(point.finalDropPct - dropPct, dropPct)
    badDebt += weight * share(total.badDebtUsd, fullBadDebtShare * curve.debtUsd)
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

// The worst token, tempered by the debt-weighted mean: a mean alone hides one bad market.
export function scoreSystem(tokens: readonly { readonly score: Score; readonly debtUsd: number }[]): Score {
  const debtUsd = tokens.reduce((sum, t) => sum + t.debtUsd, 0)
  const worst = tokens.reduce<Score | null>((top, t) => (top === null || t.score.score > top.score ? t.score : top), null)
  if (worst === null || debtUsd === 0) return weigh({ sell_pressure: 0, amplification: 0, bad_debt: 0, nearness: 0 })
  const blend = (name: keyof Components) => {
    const mean = tokens.reduce((sum, t) => sum + t.score.components[name] * t.debtUsd, 0) / debtUsd
    return worstTokenShare * worst.components[name] + (1 - worstTokenShare) * mean
  }
  return weigh({
    sell_pressure: blend('sell_pressure'),
    amplification: blend('amplification'),
    bad_debt: blend('bad_debt'),
    nearness: blend('nearness'),
  })
}

export function scoreLabel(score: number): (typeof scoreLabels)[number] {
  return scoreLabels[Math.min(4, Math.floor(score / 20))]!
}

function share(part: number, whole: number): number {
  return part <= 0 || whole === Number.POSITIVE_INFINITY ? 0 : whole <= 0 ? 1 : Math.min(1, part / whole)
}
