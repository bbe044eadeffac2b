// What is seized and repaid in one round, per kind of collateral: one price, bonus and fee for all of it.
import type { Run } from './run.ts'

// Into the tallies, and onto the market.
export function settleSums(run: Run): void {
  const { collateralFeeShare, collateralProtocol, collateralToken } = run.index.tables
  const { seizedUsd, repaidUsd } = run.sums
  const { sellFraction } = run.index.assumptions
  for (let kind = 0; kind < seizedUsd.length; kind++) {
    const seized = seizedUsd[kind]!
    if (seized === 0) continue
    const repaid = repaidUsd[kind]!
    const fee = (seized - repaid) * collateralFeeShare[kind]!
    const tally = run.tallies[collateralProtocol[kind] === 0 ? 0 : 1]
    tally.seizedUsd += seized
    tally.repaidUsd += repaid
    tally.feeUsd += fee
    run.prices.sold[collateralToken[kind]!]! += sellFraction * (seized - fee) * run.round.perCollateralPrice[kind]!
    seizedUsd[kind] = 0
    repaidUsd[kind] = 0
  }
}
