// All that one chain's book says about one token: its curve, its score and its gain. Pure, and what a worker computes.
import type { BookArrays } from './book/arrays.ts'
import { type Curve, computeCurve } from './curve/curve.ts'
import { largestGain } from './curve/gain.ts'
import { computeVariants, type Variant } from './curve/variants.ts'
import { buildIndex } from './index/build.ts'
import type { ImpactCurve } from './model/impact.ts'
import type { Assumptions, MarketState } from './model/market-state.ts'
import { shockedBy } from './model/shock.ts'
import type { Scenario, ScenarioName } from './scenarios.ts'
import { absorbableUsd } from './score/absorbable.ts'
import { heardDebtUsd, type Score, scoreToken, type Weighed } from './score/score.ts'
import type { Survey } from './survey/survey.ts'

export type TokenAnalysis = {
  readonly token: string
  /** Null: the token's own fall. */
  readonly scenario: ScenarioName | null
  readonly curve: Curve
  /** Under other markets than those that were read. */
  readonly variants: readonly Variant[]
  /** With central exchanges beside the pools; null where none of their books counts. */
  readonly withVenues: readonly Variant[] | null
  readonly score: Score
  readonly gain: number
  readonly absorbableUsd: number
  readonly collateralUsd: number
  readonly exposedDebtUsd: number
  /** What of that counts in the system's score. */
  readonly heard: Omit<Weighed, 'score'>
}

export const weighedOf = ({ score, heard }: TokenAnalysis): Weighed => ({ score, ...heard })

// The part of a survey that one token's analysis needs.
export type Exposure = Pick<Survey, 'collateralUsd' | 'nearUsd' | 'exposedDebtUsd'>

export function analyseToken(
  book: BookArrays,
  state: MarketState,
  token: number,
  assumptions: Assumptions,
  survey: Exposure,
  scenario: Scenario | null = null,
  venues: readonly (ImpactCurve | null)[] | null = null,
): TokenAnalysis {
  const shocked = scenario?.shocked ?? shockedBy(state, token)
  const exposedDebtUsd = Math.max(...survey.exposedDebtUsd.map((usd, t) => (t === token || (scenario && shocked[t]) ? usd : 0)))
  const index = buildIndex(book, state, shocked, assumptions)
  const curve = computeCurve(index, token)
  const over = (values: readonly number[]) => values.reduce((sum, usd, t) => (shocked[t] ? sum + usd : sum), 0)
  const absorbable = absorbableUsd(state, shocked)
  const collateralUsd = over(survey.collateralUsd)
  return {
    token: state.tokens[token]!.symbol,
    scenario: scenario?.name ?? null,
    curve,
    variants: computeVariants(index, token),
    withVenues: venues === null ? null : computeVariants(index, token, venues),
    score: scoreToken({ curve, absorbableUsd: absorbable, collateralUsd, nearUsd: over(survey.nearUsd) }),
    gain: largestGain(curve, exposedDebtUsd),
    absorbableUsd: absorbable,
    collateralUsd,
    exposedDebtUsd,
    heard: {
      debtUsd: heardDebtUsd(exposedDebtUsd, state.tokens[token]!),
      isUnlisted: state.tokens[token]!.isUnlisted,
    },
  }
}

// Tokens worth a row: whatever is collateral on the chain. Those that stand for a whole family (ETH, BTC) come first, for they are
// asked about most and reach most; then the most collateral.
export function analysedTokens(state: MarketState, survey: Exposure): number[] {
  const members = new Map<string, number>()
  for (const { family } of state.tokens) members.set(family, (members.get(family) ?? 0) + 1)
  const leads = (t: number) => (state.tokens[t]!.role === 'numeraire' && members.get(state.tokens[t]!.family)! > 1 ? 1 : 0)
  return state.tokens
    .map((_, t) => t)
    .filter((t) => survey.collateralUsd[t]! > 0)
    .sort((a, b) => leads(b) - leads(a) || survey.collateralUsd[b]! - survey.collateralUsd[a]! || a - b)
}
