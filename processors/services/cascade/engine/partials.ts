// One round of the Aave pairs that are closed in parts: between a first liquidation, of at most half, and their last.
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../index/classify.ts'
import type { Run } from './run.ts'

export function stepPartials(run: Run): void {
  const { tables, assumptions } = run.index
  const { collateralBonus, collateralFeeShare, collateralToken } = tables
  const { partialKind, partialFollows, partialAmount, partialDebtUsd, collateralPrice, collateralWeight } = run
  const { sold, oracle } = run.prices
  const tally = run.tallies[0]
  let kept = 0
  for (let at = 0; at < run.partials; at++) {
    const kind = partialKind[at]!
    const amount = partialAmount[at]!
    const debtMultiplier = oracle[partialFollows[at]!]!
    const debt = partialDebtUsd[at]! * debtMultiplier
    const health = (amount * collateralWeight[kind]!) / debt
    let amountLeft = amount
    let debtLeft = partialDebtUsd[at]!
    if (health < 1) {
      const price = collateralPrice[kind]!
      const value = amount * price
      const bonus = collateralBonus[kind]!
      let repaid = debt
      if (health > closeAllBelowHealth && value >= smallUsd && debt >= smallUsd) repaid = debt / 2
      let seized = repaid * bonus
      if (seized > value) {
        seized = value
        repaid = seized / bonus
      } else if (repaid < debt && value - seized < leftoverUsd) {
        repaid = (value - leftoverUsd) / bonus
        seized = repaid * bonus
      }
      const fee = (seized - repaid) * collateralFeeShare[kind]!
      tally.liquidations++
      tally.repaidUsd += repaid
      tally.seizedUsd += seized
      tally.feeUsd += fee
      sold[collateralToken[kind]!]! += (assumptions.sellFraction * (seized - fee)) / price
      if (seized === value) tally.badDebtUsd += debt - repaid
      if (seized === value || repaid === debt) continue
      amountLeft -= seized / price
      debtLeft -= repaid / debtMultiplier
    }
    partialKind[kept] = kind
    partialFollows[kept] = partialFollows[at]!
    partialAmount[kept] = amountLeft
    partialDebtUsd[kept] = debtLeft
    kept++
  }
  run.partials = kept
}
