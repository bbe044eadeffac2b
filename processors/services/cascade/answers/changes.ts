// What has changed in the system's risk since earlier answers, and why where nothing can be said of it.
import Type from 'typebox'
import { round } from '../../../formula/index.ts'
import { cents } from './render.ts'
import { orNull, usd } from './sections.ts'

const spans = ['1h', '24h', '7d'] as const
export type PastRisk = { readonly score: number; readonly atRiskCollateralUsd: number }
export type Past = Readonly<Record<(typeof spans)[number], PastRisk | null>> & {
  /** Of the first answer that is remembered. */
  readonly firstAt: string | null
}

const change = Type.Object({
  score: Type.Number({ description: 'change of the score, points of 100' }),
  at_risk_collateral_usd: usd('change of the collateral below a health factor of 1.1'),
})

export const changesSection = Type.Object({
  '1h': orNull(change),
  '24h': orNull(change),
  '7d': orNull(change),
  missing: Type.Array(Type.Object({ since: Type.String(), reason: Type.String() }), { description: 'why a change is null' }),
})

export function changesSince(past: Past, now: PastRisk) {
  const since = (before: PastRisk | null) =>
    before === null
      ? null
      : {
          score: round(now.score - before.score, 1),
          at_risk_collateral_usd: cents(now.atRiskCollateralUsd - before.atRiskCollateralUsd),
        }
  const reason =
    past.firstAt === null
      ? 'no earlier answer is recorded yet'
      : `no answer is recorded from then; the first that is remembered is of ${past.firstAt}`
  return {
    '1h': since(past['1h']),
    '24h': since(past['24h']),
    '7d': since(past['7d']),
    missing: spans.filter((span) => past[span] === null).map((span) => ({ since: span, reason })),
  }
}
