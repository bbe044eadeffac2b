// What changed between versions of the Aave v3 pool, told by its POOL_REVISION.
import type { Rounding } from './rounding.ts'

export type AaveRules = {
  readonly balance: Rounding
  readonly debt: Rounding
  readonly seized: Rounding
  readonly withoutBonus: Rounding
  readonly fee: Rounding
  readonly repaidAtCap: Rounding
  // Whether a position counts as stripped when the seized value equals all its value, or when no scaled balance is left.
  readonly stripped: 'by-value' | 'by-balance'
}

// v3.5 began to round balances against the user; v3.7 rounds seizures too. Both move results by at most a unit.
const directedBalances = 9
const directedSeizures = 11

export function aaveRules(poolRevision: number): AaveRules {
  const balances = poolRevision >= directedBalances
  const seizures = poolRevision >= directedSeizures
  return {
    balance: balances ? 'down' : 'half-up',
    debt: balances ? 'up' : 'half-up',
    seized: seizures ? 'down' : 'half-up',
    withoutBonus: seizures ? 'up' : 'half-up',
    fee: seizures ? 'up' : 'half-up',
    repaidAtCap: balances ? 'up' : 'half-up',
    stripped: seizures ? 'by-balance' : 'by-value',
  }
}
