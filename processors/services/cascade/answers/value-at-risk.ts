// The value_at_risk section: what simulated paths of all prices liquidate in a day and in a week, what that was estimated from, or why it is not said.
import Type from 'typebox'
import { round } from '../../../formula/index.ts'
import type { Estimate } from '../paths/distribution.ts'
import { degreesOfFreedom } from '../paths/estimate.ts'
import { type Estimated, fullDays, horizonsDays, type Measure, mostLookedAt, type ValueAtRisk } from '../paths/value-at-risk.ts'
import { cents } from './render.ts'
import { atMost } from './rounded.ts'
import { count, orNull, pct, usd } from './sections.ts'

const estimate = Type.Object(
  { usd: usd('estimate'), low: usd('lower end'), high: usd('upper end') },
  { description: 'with the range that drawing so many paths leaves, 95 %' },
)
const measure = Type.Object({ expected: estimate, p95: estimate, p99: estimate })

export const valueAtRiskSection = Type.Array(
  Type.Object({
    chain_id: Type.Integer(),
    refused: orNull(Type.String({ description: 'why no distribution is given' })),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'low where few days of prices are remembered' }),
    paths: count('simulated paths'),
    seed: orNull(Type.Integer({ minimum: 0, description: 'of the paths; another each day' })),
    baseline: orNull(
      Type.Object({ liquidated_usd: usd('liquidated at today’s prices'), bad_debt_usd: usd('bad debt at today’s prices') }),
    ),
    horizons: Type.Array(
      Type.Object({
        days: Type.Integer({ enum: [...horizonsDays] }),
        simulated_paths: count('paths that were taken through the whole book; the others are like one of these'),
        liquidated_usd: measure,
        bad_debt_usd: measure,
      }),
    ),
    estimated_from: Type.Object({
      price_days: count('days of prices that are remembered'),
      missing_days: count('days missing between them'),
      newest_day: orNull(Type.String({ format: 'date' })),
      misprints_left_aside: count('prices that were gone the next day'),
      collateral_with_history_pct: pct('collateral whose tokens have a history of their own'),
      volatilities: Type.Array(
        Type.Object({
          token: Type.String(),
          moves: count('daily moves known'),
          daily_volatility_pct: pct('standard deviation of a day’s move'),
        }),
        { description: 'of what is no dollar and no derivative, by collateral' },
      ),
      never_moved: Type.Array(Type.String(), {
        description: 'tokens whose price stood still all that time, and does in every path',
      }),
      stand_ins: Type.Array(Type.Object({ token: Type.String(), moves_like: orNull(Type.String()) }), {
        description: 'tokens with too few prices, each moving like the most volatile of its sort; null: it stands still',
      }),
    }),
    method: Type.String(),
  }),
  { description: 'by chain' },
)

export type ChainValueAtRisk = { readonly chainId: number; readonly risk: ValueAtRisk }

const mostNamed = 30
const method = `Each path is a row of daily moves of all tokens, Student-t with ${degreesOfFreedom} degrees of freedom and one spread a day for all, with the volatilities and correlations of the remembered days, all alike, without a drift; a derivative moves against its base. Of a path’s days the ${mostLookedAt} that reach most debt are taken through the book to the end of their cascades, and the worst of these is the horizon’s outcome.`

export function renderValueAtRisk({ chainId, risk }: ChainValueAtRisk, confidence: number) {
  const { estimated } = risk
  const common = { chain_id: chainId, refused: risk.refused, estimated_from: renderEstimated(estimated), method }
  if (risk.refused !== null) return { ...common, confidence: 0, paths: 0, seed: null, baseline: null, horizons: [] }
  return {
    ...common,
    confidence: atMost(confidence * estimated.knownShare * Math.min(1, estimated.days / fullDays), 2),
    paths: risk.paths,
    seed: risk.seed,
    baseline: { liquidated_usd: cents(risk.baseline.seizedUsd), bad_debt_usd: cents(risk.baseline.badDebtUsd) },
    horizons: risk.horizons.map(({ days, simulated, seizedUsd, badDebtUsd }) => ({
      days,
      simulated_paths: simulated,
      liquidated_usd: renderMeasure(seizedUsd),
      bad_debt_usd: renderMeasure(badDebtUsd),
    })),
  }
}

function renderMeasure({ expected, p95, p99 }: Measure) {
  return { expected: renderEstimate(expected), p95: renderEstimate(p95), p99: renderEstimate(p99) }
}

function renderEstimate({ value, low, high }: Estimate) {
  return { usd: cents(value), low: cents(low), high: cents(high) }
}

function renderEstimated({ days, missingDays, newestDay, misprints, knownShare, standIns, still, volatilities }: Estimated) {
  return {
    price_days: days,
    missing_days: missingDays,
    newest_day: days === 0 ? null : new Date(newestDay * 86_400_000).toISOString().slice(0, 10),
    misprints_left_aside: misprints,
    collateral_with_history_pct: atMost(100 * knownShare, 2),
    volatilities: volatilities.slice(0, mostNamed).map(({ token, days: moves, scale }) => ({
      token,
      moves,
      daily_volatility_pct: round(100 * scale * Math.sqrt(degreesOfFreedom / (degreesOfFreedom - 2)), 3),
    })),
    never_moved: still.slice(0, mostNamed),
    stand_ins: standIns.slice(0, mostNamed).map(({ token, like }) => ({ token, moves_like: like })),
  }
}
