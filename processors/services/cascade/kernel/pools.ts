// What vaults of Fluid have absorbed: each sells all of it at its mean, once that is worth the debt. What one absorbed position is worth
// more than it owes pays for what another of the vault lacks.
import { badDebtUsd, talliesPerProtocol } from '../index/codes.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'

export function sellPools(run: Run, protocolMask: i32): void {
  const pools = run.pools
  for (let n = 0; n < pools.count; n++) {
    const kind = pools.kind[n]
    const protocol = run.tables.collateralProtocol[kind]
    if (pools.debt[kind] === 0 || ((protocolMask >> protocol) & 1) === 0) continue
    const owed = pools.debt[kind] * Kind.at(pools.debtKind[n]).debtPrice
    const worth = pools.collateral[kind] * Kind.at(kind).price
    const before = pools.lackingUsd[kind]
    let lacking: f64 = 0
    if (owed <= worth) {
      Kind.at(kind).repaidUsd += owed
      Kind.at(kind).seizedUsd += worth
      pools.collateral[kind] = 0
      pools.debt[kind] = 0
    } else lacking = max(0, before + pools.addedUsd[kind])
    const tally = protocol * talliesPerProtocol + badDebtUsd
    run.tallies[tally] = max(0, run.tallies[tally] + lacking - before)
    pools.lackingUsd[kind] = lacking
    pools.addedUsd[kind] = 0
  }
}

export function resetPools(run: Run): void {
  const pools = run.pools
  for (let n = 0; n < pools.count; n++) {
    const kind = pools.kind[n]
    pools.collateral[kind] = pools.collateralBefore[kind]
    pools.debt[kind] = pools.debtBefore[kind]
    pools.addedUsd[kind] = 0
    pools.lackingUsd[kind] = 0
  }
}
