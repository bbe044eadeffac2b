// What the contracts themselves say of every borrower, through other calls than the followers make.
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { readAaveLegs, readMorpho } from '../../../devnet/lending/read-accounts.ts'
import type { Fact } from './facts.ts'

export async function aaveTruth(lending: Lending, borrowers: readonly Borrower[]): Promise<Record<string, unknown>> {
  const accounts = new Set(borrowers.flatMap((b) => (b.protocol === 'aave-v3' ? [b.account] : [])))
  const assets = new Map(lending.tokens.map((token) => [token.symbol, token.contract.address.toLowerCase()]))
  const found: Record<string, unknown> = {}
  for (const account of accounts) {
    const legs = await readAaveLegs(lending, account, await lending.chain.timestamp())
    if (legs.every((leg) => leg.scaledDebt === 0n)) continue
    found[account.toLowerCase()] = legs
      .map((leg) => `${assets.get(leg.reserve)} ${leg.scaledBalance} ${leg.scaledDebt} ${leg.usedAsCollateral}`)
      .sort()
  }
  return found
}

export function aaveSeen(facts: Map<string, Fact>): Record<string, unknown> {
  return Object.fromEntries(
    [...facts.values()].map((fact) => [
      fact.account,
      fact.legs.map((leg: Fact) => `${leg.reserve} ${leg.scaled_supply} ${leg.scaled_debt} ${leg.collateral}`).sort(),
    ]),
  )
}

export async function morphoTruth(lending: Lending, borrowers: readonly Borrower[]): Promise<Record<string, unknown>> {
  const accounts = new Set(borrowers.flatMap((b) => (b.protocol === 'morpho-blue' ? [b.account] : [])))
  const found: Record<string, unknown> = {}
  for (const account of accounts) {
    const held: string[] = []
    for (const market of lending.morpho.markets) {
      const { position } = await readMorpho(lending, market, account, await lending.chain.timestamp())
      if (position.borrowShares > 0n) held.push(`${market.id} ${position.borrowShares} ${position.collateral}`)
    }
    if (held.length > 0) found[account.toLowerCase()] = held.sort()
  }
  return found
}

export function morphoSeen(facts: Map<string, Fact>): Record<string, unknown> {
  return Object.fromEntries(
    [...facts.values()].map((fact) => [
      fact.account,
      fact.markets.map((held: Fact) => `${held.id} ${held.borrow_shares} ${held.collateral}`).sort(),
    ]),
  )
}
