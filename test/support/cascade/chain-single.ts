// One borrower, one liquidation at a time, model against contract: every amount that either of them names.
import { type Hex, maxUint256, toFunctionSelector } from 'viem'
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import { type Contract, eventsOf } from '../../../devnet/lending/call-data.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { readAaveAccount, readAaveLegs, readMorpho } from '../../../devnet/lending/read-accounts.ts'
import { accountOf, liquidatableBelow } from '../../../processors/services/cascade/exact/aave-account.ts'
import { chooseLegs } from '../../../processors/services/cascade/exact/aave-choice.ts'
import { liquidate, repayableWithoutDust } from '../../../processors/services/cascade/exact/aave-liquidation.ts'
import { aaveRules } from '../../../processors/services/cascade/exact/aave-rules.ts'
import { chooseAmount, liquidateMorpho } from '../../../processors/services/cascade/exact/morpho-liquidation.ts'

// Model and chain, in the same shape: the test asserts that they are equal.
export type Comparison = { what: string; model: unknown; chain: unknown }
const dustSelector = toFunctionSelector('MustNotLeaveDust()')

export async function compareAave(lending: Lending, borrower: Borrower): Promise<Comparison[]> {
  const { chain, aave, liquidator } = lending
  const rules = aaveRules(aave.revision)
  const { account } = borrower
  const [latest, read, data] = await Promise.all([
    chain.timestamp(),
    readAaveAccount(lending, account),
    chain.read<readonly bigint[]>(aave.pool, 'getUserAccountData', [account]),
  ])
  const now = accountOf(read.legsAt(latest), rules)
  const compared: Comparison[] = [
    { what: 'aave account', model: [now.collateralBase, now.debtBase, now.health], chain: [data[0], data[1], data[5]] },
  ]
  const timestamp = latest + 1n
  const legs = read.legsAt(timestamp)
  const chosen = chooseLegs(legs, rules)
  if (accountOf(legs, rules).health >= liquidatableBelow || !chosen) return compared
  const assets = [chosen.collateral.reserve, chosen.debt.reserve].map(
    (symbol) => lending.tokens.find((t) => t.symbol === symbol)!.contract.address,
  )
  const all = liquidate(legs, chosen.collateral.reserve, chosen.debt.reserve, maxUint256, rules)
  let cover = maxUint256
  if (all.status === 'leaves-dust') {
    const error = await refusal(lending, aave.pool, 'liquidationCall', [...assets, account, maxUint256, false])
    compared.push({ what: 'aave dust refusal', model: dustSelector, chain: error })
    cover = repayableWithoutDust(legs, chosen.collateral, chosen.debt, rules)
  }
  const model = liquidate(legs, chosen.collateral.reserve, chosen.debt.reserve, cover, rules)
  if (model.status !== 'liquidated') return [...compared, { what: 'aave status', model: model.status, chain: 'liquidatable' }]
  await chain.request('evm_setNextBlockTimestamp', Number(timestamp))
  const receipt = await chain.send(aave.pool, 'liquidationCall', [...assets, account, cover, false], liquidator)
  const [event] = eventsOf<{ debtToCover: bigint; liquidatedCollateralAmount: bigint }>(aave.pool, receipt, 'LiquidationCall')
  const created = eventsOf<{ debtAsset: string; amountCreated: bigint }>(aave.pool, receipt, 'DeficitCreated')
  const after = await readAaveLegs(lending, account, timestamp)
  const held = (list: typeof legs) =>
    list
      .filter((l) => l.scaledBalance > 0n || l.scaledDebt > 0n)
      .map((l) => `${l.reserve} ${l.usedAsCollateral} ${l.scaledBalance} ${l.scaledDebt}`)
      .sort()
  const stillFlagged = model.legs.filter((l) => l.usedAsCollateral || l.scaledDebt > 0n)
  compared.push(
    {
      what: 'aave liquidation',
      model: [model.repaid, model.seized],
      chain: [event!.debtToCover, event!.liquidatedCollateralAmount],
    },
    { what: 'aave balances', model: held(stillFlagged), chain: held(after) },
    {
      what: 'aave deficits',
      model: [...model.deficits].map(([reserve, amount]) => `${reserve} ${amount}`).sort(),
      chain: created.map((e) => `${symbolAt(lending, e.debtAsset)} ${e.amountCreated}`).sort(),
    },
  )
  return compared
}

export async function compareMorpho(lending: Lending, borrower: Borrower & { protocol: 'morpho-blue' }): Promise<Comparison[]> {
  const { chain, morpho, liquidator } = lending
  const market = lending.morpho.markets[borrower.market]!
  const timestamp = (await chain.timestamp()) + 1n
  const view = await readMorpho(lending, market, borrower.account, timestamp)
  if (view.position.borrowShares === 0n) return []
  const amount = chooseAmount(view.market, view.position, view.price, market.lltv)
  const [seized, shares] = 'seizedAssets' in amount ? [amount.seizedAssets, 0n] : [0n, amount.repaidShares]
  const args = [market.params, borrower.account, seized, shares, '0x']
  const model = liquidateMorpho(view.market, view.position, view.price, market.lltv, amount)
  if (model === null) {
    const refused = (await refusal(lending, morpho.morpho, 'liquidate', args)) !== null
    return [{ what: 'morpho healthy', model: true, chain: refused }]
  }
  await chain.request('evm_setNextBlockTimestamp', Number(timestamp))
  const receipt = await chain.send(morpho.morpho, 'liquidate', args, liquidator)
  const [event] = eventsOf<Record<string, bigint>>(morpho.morpho, receipt, 'Liquidate')
  const after = await readMorpho(lending, market, borrower.account, timestamp)
  const { seizedAssets, repaidAssets, repaidShares, badDebtAssets, badDebtShares } = model
  return [
    {
      what: 'morpho liquidation',
      model: [seizedAssets, repaidAssets, repaidShares, badDebtAssets, badDebtShares],
      chain: [event!.seizedAssets, event!.repaidAssets, event!.repaidShares, event!.badDebtAssets, event!.badDebtShares],
    },
    { what: 'morpho market', model: model.market, chain: after.market },
    { what: 'morpho position', model: model.position, chain: after.position },
  ]
}

// The error data with which the chain refuses a call, or null when it takes it.
async function refusal(
  lending: Lending,
  contract: Contract,
  name: string,
  args: readonly unknown[],
): Promise<Hex | string | null> {
  try {
    await lending.chain.simulate(contract, name, args, lending.liquidator)
    return null
  } catch (error) {
    return revertData(error)
  }
}

function revertData(error: unknown): Hex | string {
  for (let at = error as { data?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    if (typeof at.data === 'string' && at.data.startsWith('0x')) return at.data
  }
  throw error
}

function symbolAt(lending: Lending, address: string): string {
  return lending.tokens.find((t) => t.contract.address.toLowerCase() === address.toLowerCase())!.symbol
}
