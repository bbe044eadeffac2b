// What is left of positions past rescue, summed per kind of collateral: their last liquidation, in the round to come, takes all of it.
//
// One collateral that no longer covers the one, still debt after the bonus: prices only sink from round to round, so it never will.
import { badDebtUsd, liquidations } from '../index/codes.ts'
import { F64s, I32s, U8s } from './arrays.ts'
import { Run } from './records.ts'

// Rounding of a few products.
const room: f64 = 1 + 1e-9

// By kind of collateral.
@unmanaged
export class Rests {
  // Kinds whose hopeless positions always lie below the close factor's bound, so that their last liquidation takes all.
  eligible: U8s
  positions: I32s
  amount: F64s
  debtUsd: F64s

  // True where the position is past rescue, and then it is taken in.
  @inline
  take(run: Run, kind: i32, amount: f64, debtUsd: f64): bool {
    if (this.eligible[kind] === 0) return false
    if (amount * run.prices.collateralPrice[kind] * room >= debtUsd * run.tables.collateralBonus[kind]) return false
    this.add(1, kind, amount, debtUsd)
    return true
  }

  @inline
  add(positions: i32, kind: i32, amount: f64, debtUsd: f64): void {
    this.positions[kind] += positions
    this.amount[kind] += amount
    this.debtUsd[kind] += debtUsd
  }
}

export function sellRests(run: Run): void {
  const rests = run.rests
  const tally = run.tallies
  for (let kind = 0; kind < run.tables.collateralKinds; kind++) {
    if (rests.positions[kind] === 0) continue
    const seizedUsd = rests.amount[kind] * run.prices.collateralPrice[kind]
    const repaidUsd = seizedUsd / run.tables.collateralBonus[kind]
    run.sums.seizedUsd[kind] += seizedUsd
    run.sums.repaidUsd[kind] += repaidUsd
    tally[liquidations] += <f64>rests.positions[kind]
    tally[badDebtUsd] += rests.debtUsd[kind] - repaidUsd
  }
  resetRests(run)
}

export function resetRests(run: Run): void {
  for (let kind = 0; kind < run.tables.collateralKinds; kind++) {
    run.rests.positions[kind] = 0
    run.rests.amount[kind] = 0
    run.rests.debtUsd[kind] = 0
  }
}
