// What a drop adds: the outcome at it beside the one at no drop at all, which is what is liquidatable already.
import Type from 'typebox'
import { round } from '../../../formula/index.ts'
import { type Point, tallyOf } from '../curve/columns.ts'
import { cents, renderTally, subtractTally } from './render.ts'
import { percent } from './rounded.ts'
import { pct, usd, volumes } from './sections.ts'

export const baseline = Type.Object(
  {
    ...volumes.properties,
    latent_bad_debt_usd: usd('shortfall on positions that no liquidation reaches'),
    rounds: Type.Integer({ minimum: 0, description: 'rounds of liquidations until none was left' }),
    final_drop_pct: pct('drop at the end, from those sales alone'),
  },
  { description: 'the outcome at drop 0: what is liquidatable already, and what its sales set off' },
)

export const increment = Type.Object(
  {
    positions: Type.Integer({ description: 'distinct positions liquidated' }),
    liquidations: Type.Integer({ description: 'liquidation calls' }),
    debt_repaid_usd: usd('debt repaid by liquidators'),
    collateral_seized_usd: usd('collateral taken'),
    protocol_fees_usd: usd('fees'),
    bad_debt_usd: usd('debt left without collateral'),
    latent_bad_debt_usd: usd('latent bad debt'),
    further_drop_pct: pct('price fall forced beyond the drop itself and beyond what the baseline forces'),
  },
  { description: 'what the drop adds: outcome less baseline; below 0 where a deeper fall leaves less to the sales that follow' },
)

const latentOf = (point: Point): number => point['aave.latentBadDebtUsd'] + point['morpho.latentBadDebtUsd']

export function renderBaseline(at0: Point) {
  return {
    ...renderTally(tallyOf(at0, 'all', 'total')),
    latent_bad_debt_usd: cents(latentOf(at0)),
    rounds: at0.rounds,
    final_drop_pct: percent(at0.finalDropPct),
  }
}

export function renderIncrement(point: Point, at0: Point, dropPct: number) {
  return {
    ...renderTally(subtractTally(tallyOf(point, 'all', 'total'), tallyOf(at0, 'all', 'total'))),
    latent_bad_debt_usd: cents(latentOf(point) - latentOf(at0)),
    further_drop_pct: round(furtherDropPct(point, at0, dropPct), 4),
  }
}

/** How much lower the price ends than where the drop, on top of the baseline's own sales, would leave it. */
export function furtherDropPct(point: Pick<Point, 'finalDropPct'>, at0: Pick<Point, 'finalDropPct'>, dropPct: number): number {
  return point.finalDropPct - (100 - ((100 - dropPct) * (100 - at0.finalDropPct)) / 100)
}
