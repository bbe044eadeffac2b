// What vaults of Fluid have absorbed, as the reference simulator reckons: all of a vault's is bought once it is worth its debt, and till then
// what it lacks is bad debt.
import type { Assumptions, MarketState } from '../../../processors/services/cascade/model/market-state.ts'

export type Pool = { collateral: number; debt: number; addedUsd: number; lackingUsd: number }
export type Pools = ReadonlyMap<number, Pool>

/** By kind of collateral. */
export const poolsOf = ({ collateralKinds }: MarketState): Pools =>
  new Map(
    collateralKinds.flatMap(({ ticks }, kind) =>
      ticks === undefined
        ? []
        : [[kind, { ...(ticks.absorbed ?? { collateral: 0, debt: 0 }), addedUsd: 0, lackingUsd: 0 }] as const],
    ),
  )

type Tally = { repaidUsd: number; seizedUsd: number; badDebtUsd: number }
type Wiring = { readonly pools: Pools; readonly state: MarketState; readonly assumptions: Assumptions }

export function sellPools({ pools, state, assumptions }: Wiring, oracle: number[], sold: number[], tally: Tally): void {
  for (const [at, pool] of pools) {
    const kind = state.collateralKinds[at]!
    const loan = state.debtKinds[kind.ticks!.debt]!
    const worth = pool.collateral * kind.priceUsd * (kind.follows === null ? 1 : oracle[kind.follows]!)
    const owed = pool.debt * loan.priceUsd * (loan.follows === null ? 1 : oracle[loan.follows]!)
    const isBought = owed <= worth
    if (isBought) {
      tally.repaidUsd += owed
      tally.seizedUsd += worth
      sold[kind.token]! += assumptions.sellFraction * pool.collateral
      pool.collateral = 0
      pool.debt = 0
    }
    const lackingUsd = isBought ? 0 : Math.max(0, pool.lackingUsd + pool.addedUsd)
    tally.badDebtUsd += lackingUsd - pool.lackingUsd
    pool.lackingUsd = lackingUsd
    pool.addedUsd = 0
  }
}
