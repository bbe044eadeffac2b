// What is left of positions past rescue, summed per kind of collateral: their last liquidation, in the round to come, takes all of it.
//
// One collateral that no longer covers the one debt, whose price no sale moves, after the bonus: prices only sink from round to round, so it never will.
import { badDebtUsd, liquidations } from '../index/codes.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'

export function sellRests(run: Run): void {
  const tally = run.tallies
  for (let kind = 0; kind < run.tables.collateralKinds; kind++) {
    const own = Kind.at(kind)
    if (own.restPositions === 0) continue
    const seizedUsd = own.restAmount * own.price
    const repaidUsd = seizedUsd / own.bonus
    own.seizedUsd += seizedUsd
    own.repaidUsd += repaidUsd
    tally[liquidations] += <f64>own.restPositions
    tally[badDebtUsd] += own.restDebtUsd - repaidUsd
  }
  resetRests(run)
}

export function resetRests(run: Run): void {
  for (let kind = 0; kind < run.tables.collateralKinds; kind++) {
    const own = Kind.at(kind)
    own.restPositions = 0
    own.restAmount = 0
    own.restDebtUsd = 0
  }
}
