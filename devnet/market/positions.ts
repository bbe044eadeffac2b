// What a borrower can do to its position: more collateral, more debt, less debt. Whoever pays for it is the batching contract.
import type { Address } from 'viem'
import { stakedEthMode } from '../lending/aave.ts'
import { type Borrower, tokenOf } from '../lending/borrowers.ts'
import type { Lending } from '../lending/lending.ts'
import { amountOf } from '../lending/tokens.ts'
import type { Call } from './batch.ts'

/** As a share of what the borrower was drawn with. */
export function supplyCalls(lending: Lending, borrower: Borrower, share: number): Call[] {
  const { account } = borrower
  if (borrower.protocol === 'aave-v3') {
    return Object.entries(borrower.collateral).map(([symbol, amount]) => {
      const token = tokenOf(lending, symbol)
      const args = [token.contract.address, amountOf(token, amount * share), account, 0]
      return { contract: lending.aave.pool, name: 'supply', args }
    })
  }
  const { params, collateral } = lending.morpho.markets[borrower.market]!
  const args = [params, amountOf(collateral, borrower.collateral * share), account, '0x']
  return [{ contract: lending.morpho.morpho, name: 'supplyCollateral', args }]
}

/** Sent by the borrower itself: nobody else may. */
export function borrowCalls(lending: Lending, borrower: Borrower, amounts: Readonly<Record<string, number>>): Call[] {
  const { account } = borrower
  if (borrower.protocol === 'aave-v3') {
    return Object.entries(amounts).map(([symbol, amount]) => {
      const token = tokenOf(lending, symbol)
      const args = [token.contract.address, amountOf(token, amount), 2n, 0, account]
      return { contract: lending.aave.pool, name: 'borrow', args }
    })
  }
  const { params, loan } = lending.morpho.markets[borrower.market]!
  const args = [params, amountOf(loan, amounts[loan.symbol]!), 0n, account, account]
  return [{ contract: lending.morpho.morpho, name: 'borrow', args }]
}

export function repayCalls(lending: Lending, borrower: Borrower, amounts: Readonly<Record<string, number>>): Call[] {
  const { account } = borrower
  return Object.entries(amounts).map(([symbol, amount]) => {
    const token = tokenOf(lending, symbol)
    const units = amountOf(token, amount)
    return borrower.protocol === 'aave-v3'
      ? { contract: lending.aave.pool, name: 'repay', args: [token.contract.address, units, 2n, account], mayFail: true }
      : {
          contract: lending.morpho.morpho,
          name: 'repay',
          args: [lending.morpho.markets[borrower.market]!.params, units, 0n, account, '0x'],
          mayFail: true,
        }
  })
}

export function modeCalls(lending: Lending, borrower: Borrower): Call[] {
  if (borrower.protocol !== 'aave-v3' || borrower.eMode === 0) return []
  return [{ contract: lending.aave.pool, name: 'setUserEMode', args: [borrower.eMode] }]
}

/** What the borrower was drawn to hold and to owe, by symbol. */
export function drawnAmounts(lending: Lending, borrower: Borrower) {
  if (borrower.protocol === 'aave-v3') return { collateral: borrower.collateral, debt: borrower.debt }
  const { collateral, loan } = lending.morpho.markets[borrower.market]!
  return { collateral: { [collateral.symbol]: borrower.collateral }, debt: { [loan.symbol]: borrower.debt } }
}

/** The share of its collateral's worth that a borrower may owe. */
export function borrowableShare(lending: Lending, borrower: Borrower, pricesUsd: Readonly<Record<string, number>>): number {
  if (borrower.protocol === 'morpho-blue') return Number(lending.morpho.markets[borrower.market]!.lltv) / 1e18
  if (borrower.eMode === stakedEthMode) return stakedEthLtv
  let [worth, borrowable] = [0, 0]
  for (const [symbol, amount] of Object.entries(borrower.collateral)) {
    const usd = amount * pricesUsd[symbol]!
    worth += usd
    borrowable += (usd * tokenOf(lending, symbol).ltvBps) / 10_000
  }
  return borrowable / worth
}

const stakedEthLtv = 0.93

export async function sendAs(lending: Lending, account: Address, calls: readonly Call[]): Promise<void> {
  for (const { contract, name, args } of calls) await lending.chain.send(contract, name, args, account)
}
