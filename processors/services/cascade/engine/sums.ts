// What is seized and repaid in one round, per kind of collateral: one price, bonus and fee for all of it.
import { perKind, perPrice, repaidUsd, seizedUsd } from './kinds.ts'
import type { Run } from './run.ts'

// Into the tallies, and onto the market.
export function settleSums(run: Run): void {
  const { collateralFeeShare, collateralProtocol, collateralToken } = run.index.tables
  const { kinds } = run.round
  const { sellFraction } = run.index.assumptions
  const shares = keptShares(run)
  for (let kind = 0, at = 0; kind < collateralToken.length; kind++, at += perKind) {
    const seized = kinds[at + seizedUsd]!
    if (seized === 0) continue
    const repaid = kinds[at + repaidUsd]!
    const fee = (seized - repaid) * collateralFeeShare[kind]!
    const tally = run.tallies[collateralProtocol[kind]!]!
    tally.seizedUsd += seized
    tally.repaidUsd += repaid
    tally.feeUsd += fee
    const { shelf } = run.index.state.collateralKinds[kind]!
    const kept = shelf === undefined ? 0 : seized * shares[shelf]!
    run.prices.sold[collateralToken[kind]!]! += sellFraction * (seized - fee - kept) * kinds[at + perPrice]!
    kinds[at + seizedUsd] = 0
    kinds[at + repaidUsd] = 0
  }
}

// By market of Compound v3 the share of what it takes that it keeps: while it has more reserves than it aims at it sells nothing.
function keptShares({ shelvesUsd, round: { kinds }, index: { state, tables } }: Run): readonly number[] {
  if (shelvesUsd.every((room) => room === 0)) return shelvesUsd
  const paid = shelvesUsd.map(() => 0)
  state.collateralKinds.forEach(({ shelf }, kind) => {
    if (shelf !== undefined) paid[shelf]! += kinds[kind * perKind + seizedUsd]! / tables.collateralBonus[kind]!
  })
  return paid.map((usd, shelf) => {
    const kept = Math.min(shelvesUsd[shelf]!, usd)
    shelvesUsd[shelf]! -= kept
    return usd > 0 ? kept / usd : 0
  })
}
