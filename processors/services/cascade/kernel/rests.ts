// What is left of positions past rescue, summed per kind of collateral: their last liquidation, in the round to come, takes all of it.
//
// One collateral that no longer covers the one, still debt after the bonus: prices only sink from round to round, so it never will.
import { badDebtUsd, liquidations } from '../index/codes.ts'
import { Run } from './records.ts'

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
