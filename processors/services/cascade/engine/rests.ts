// What is left of positions past rescue, summed per kind of collateral: their last liquidation, in the round to come, takes all of it.
//
// One collateral that no longer covers the one, still debt after the bonus: prices only sink from round to round, so it never will.
import { closeAllBelowHealth } from '../index/classify.ts'
import type { Tables } from '../index/tables.ts'
import type { Run } from './run.ts'

export type Rests = {
  // Kinds whose hopeless positions always lie below the close factor's bound, so that their last liquidation takes all.
  readonly eligible: Uint8Array
  readonly positions: Int32Array
  readonly amount: Float64Array
  readonly debtUsd: Float64Array
}

// Rounding of a few products.
const room = 1e-9

export function createRests({ collateralThreshold, collateralBonus }: Tables): Rests {
  const kinds = collateralThreshold.length
  return {
    eligible: Uint8Array.from(collateralThreshold, (threshold, k) =>
      threshold > 0 && threshold * collateralBonus[k]! < closeAllBelowHealth - 1e-3 ? 1 : 0,
    ),
    positions: new Int32Array(kinds),
    amount: new Float64Array(kinds),
    debtUsd: new Float64Array(kinds),
  }
}

export function resetRests(rests: Rests): void {
  rests.positions.fill(0)
  rests.amount.fill(0)
  rests.debtUsd.fill(0)
}

// True where the position is past rescue, and then it is taken in.
export function takeRest(run: Run, kind: number, amount: number, debtUsd: number): boolean {
  const { rests } = run
  if (rests.eligible[kind] === 0) return false
  if (amount * run.collateralPrice[kind]! * (1 + room) >= debtUsd * run.index.tables.collateralBonus[kind]!) return false
  addRests(rests, 1, kind, amount, debtUsd)
  return true
}

export function addRests(rests: Rests, positions: number, kind: number, amount: number, debtUsd: number): void {
  rests.positions[kind]! += positions
  rests.amount[kind]! += amount
  rests.debtUsd[kind]! += debtUsd
}

export function sellRests(run: Run): void {
  const { rests, sums } = run
  const tally = run.tallies[0]
  for (let kind = 0; kind < rests.positions.length; kind++) {
    if (rests.positions[kind] === 0) continue
    const seizedUsd = rests.amount[kind]! * run.collateralPrice[kind]!
    const repaidUsd = seizedUsd / run.index.tables.collateralBonus[kind]!
    sums.seizedUsd[kind]! += seizedUsd
    sums.repaidUsd[kind]! += repaidUsd
    tally.liquidations += rests.positions[kind]!
    tally.badDebtUsd += rests.debtUsd[kind]! - repaidUsd
    rests.positions[kind] = 0
    rests.amount[kind] = 0
    rests.debtUsd[kind] = 0
  }
}
