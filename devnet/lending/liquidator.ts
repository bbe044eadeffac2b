// The local market's liquidator: finds who is below one, decides as the exact model does, and makes the calls.
import { maxUint256 } from 'viem'
import { accountOf, debtOf, liquidatableBelow } from '../../processors/services/cascade/exact/aave-account.ts'
import { chooseLegs } from '../../processors/services/cascade/exact/aave-choice.ts'
import { repayableWithoutDust } from '../../processors/services/cascade/exact/aave-liquidation.ts'
import { aaveRules } from '../../processors/services/cascade/exact/aave-rules.ts'
import { chooseAmount } from '../../processors/services/cascade/exact/morpho-liquidation.ts'
import { isHealthy } from '../../processors/services/cascade/exact/morpho-market.ts'
import type { Borrower } from './borrowers.ts'
import type { Contract } from './call-data.ts'
import type { Lending } from './lending.ts'
import { readAaveLegs, readMorpho } from './read-accounts.ts'

export type LiquidationToSend = {
  readonly contract: Contract
  readonly name: string
  readonly args: readonly unknown[]
  readonly borrower: Borrower
}

// The call a liquidator would make against a borrower in a block of this time, or null while the borrower is healthy.
export async function liquidationOf(lending: Lending, borrower: Borrower, timestamp: bigint): Promise<LiquidationToSend | null> {
  return borrower.protocol === 'aave-v3' ? ofAave(lending, borrower, timestamp) : ofMorpho(lending, borrower, timestamp)
}

// One pass over the borrowers; how many were liquidated. A call the chain refuses (a price moved in between) is left for the next.
export async function liquidateOnce(lending: Lending, borrowers: readonly Borrower[]): Promise<number> {
  let liquidated = 0
  for (const borrower of borrowers) {
    const call = await liquidationOf(lending, borrower, (await lending.chain.timestamp()) + 1n)
    if (call === null) continue
    const hash = await lending.chain.submit(call.contract, call.name, call.args, lending.liquidator)
    const { status } = await lending.chain.receipt(hash)
    if (status === '0x1') liquidated++
  }
  return liquidated
}

async function ofMorpho(
  lending: Lending,
  borrower: Borrower & { protocol: 'morpho-blue' },
  timestamp: bigint,
): Promise<LiquidationToSend | null> {
  const market = lending.morpho.markets[borrower.market]!
  const view = await readMorpho(lending, market, borrower.account, timestamp)
  if (isHealthy(view.market, view.position, view.price, market.lltv)) return null
  const amount = chooseAmount(view.market, view.position, view.price, market.lltv)
  const [seized, shares] = 'seizedAssets' in amount ? [amount.seizedAssets, 0n] : [0n, amount.repaidShares]
  const args = [market.params, borrower.account, seized, shares, '0x']
  return { contract: lending.morpho.morpho, name: 'liquidate', args, borrower }
}

async function ofAave(lending: Lending, borrower: Borrower, timestamp: bigint): Promise<LiquidationToSend | null> {
  const rules = aaveRules(lending.aave.revision)
  const legs = await readAaveLegs(lending, borrower.account, timestamp)
  if (accountOf(legs, rules).health >= liquidatableBelow) return null
  const chosen = chooseLegs(legs, rules)
  if (!chosen) return null
  const most = repayableWithoutDust(legs, chosen.collateral, chosen.debt, rules)
  // What is owed grows until the block is mined: "all of it" is said as the largest number.
  const cover = most === debtOf(chosen.debt, rules) ? maxUint256 : most
  const [collateral, debt] = [chosen.collateral.reserve, chosen.debt.reserve].map(
    (symbol) => lending.tokens.find((t) => t.symbol === symbol)!.contract.address,
  )
  const args = [collateral, debt, borrower.account, cover, false]
  return { contract: lending.aave.pool, name: 'liquidationCall', args, borrower }
}
