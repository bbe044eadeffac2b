// From what was computed to what is sent: snake case, cents, and the same rounding in every answer.
import { round } from '../../../formula/index.ts'
import type { Point } from '../curve/columns.ts'
import { pointAt, tallyOf } from '../curve/columns.ts'
import type { Contributor } from '../curve/contributors.ts'
import { type Curve, shocksPct } from '../curve/curve.ts'
import type { Tally } from '../engine/tally.ts'
import { type Components, componentWeights } from '../score/score.ts'
import type { Holding } from '../survey/health-buckets.ts'
import { healthBounds } from '../survey/health-buckets.ts'
import { percent } from './rounded.ts'

export const cents = (usd: number): number => round(usd, 2)

export function renderTally(t: Tally) {
  return {
    positions: t.positions,
    liquidations: t.liquidations,
    debt_repaid_usd: cents(t.repaidUsd),
    collateral_seized_usd: cents(t.seizedUsd),
    protocol_fees_usd: cents(t.feeUsd),
    bad_debt_usd: cents(t.badDebtUsd),
  }
}

export function subtractTally(from: Tally, part: Tally): Tally {
  return {
    positions: from.positions - part.positions,
    liquidations: from.liquidations - part.liquidations,
    repaidUsd: from.repaidUsd - part.repaidUsd,
    seizedUsd: from.seizedUsd - part.seizedUsd,
    feeUsd: from.feeUsd - part.feeUsd,
    badDebtUsd: from.badDebtUsd - part.badDebtUsd,
  }
}

export function renderHolding(h: Holding) {
  return { positions: h.positions, collateral_usd: cents(h.collateralUsd), debt_usd: cents(h.debtUsd) }
}

export function renderAtRisk(below: readonly Holding[]) {
  return below.map((h, b) => ({ health_below: healthBounds[b]!, ...renderHolding(h) }))
}

export function renderComponents(components: Components) {
  return (Object.keys(componentWeights) as (keyof Components)[]).map((name) => ({
    name,
    value: round(components[name], 4),
    weight: componentWeights[name],
    points: round(100 * componentWeights[name] * components[name], 2),
  }))
}

export function renderContributor(c: Contributor) {
  return {
    token: c.token,
    sold_usd: cents(c.soldUsd),
    share_pct: percent(c.sharePct, 2),
    final_drop_pct: percent(c.finalDropPct),
  }
}

export function renderPotential(curve: Curve, shocks: readonly number[] = shocksPct.slice(0, 4)) {
  const none = pointAt(curve.columns, 0)
  return shocks.map((dropPct) => renderPotentialAt(pointAt(curve.columns, curve.dropsPct.indexOf(dropPct)), none, dropPct))
}

function renderPotentialAt(point: Point, none: Point, dropPct: number) {
  const [total, before] = [tallyOf(point, 'all', 'total'), tallyOf(none, 'all', 'total')]
  return {
    drop_pct: dropPct,
    collateral_seized_usd: cents(total.seizedUsd),
    added_usd: cents(total.seizedUsd - before.seizedUsd),
    first_round_usd: cents(tallyOf(point, 'all', 'first').seizedUsd),
    aave_v3_usd: cents(tallyOf(point, 'aave', 'total').seizedUsd),
    morpho_blue_usd: cents(tallyOf(point, 'morpho', 'total').seizedUsd),
    compound_v3_usd: cents(tallyOf(point, 'compound', 'total').seizedUsd),
    euler_v2_usd: cents(tallyOf(point, 'euler', 'total').seizedUsd),
    fluid_usd: cents(tallyOf(point, 'fluid', 'total').seizedUsd),
    bad_debt_usd: cents(total.badDebtUsd),
    bad_debt_added_usd: cents(total.badDebtUsd - before.badDebtUsd),
    final_drop_pct: percent(point.finalDropPct),
  }
}
