// What the contracts themselves say of every borrower, through other calls than the followers make.
import type { Address } from 'viem'
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { readAaveLegs, readMorpho } from '../../../devnet/lending/read-accounts.ts'
import type { Fact } from './facts.ts'

export async function aaveTruth(lending: Lending, borrowers: readonly Borrower[]): Promise<Record<string, unknown>> {
  const accounts = new Set(borrowers.flatMap((b) => (b.protocol === 'aave-v3' ? [b.account] : [])))
  const assets = new Map(lending.tokens.map((token) => [token.symbol, token.contract.address.toLowerCase()]))
  const found: Record<string, unknown> = {}
  const now = await lending.chain.timestamp()
  // All at once, which is a few messages.
  const read = await Promise.all(
    [...accounts].map(async (account) => [account, await readAaveLegs(lending, account, now)] as const),
  )
  for (const [account, legs] of read) {
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
  const now = await lending.chain.timestamp()
  const positionsOf = (account: Address) =>
    Promise.all(lending.morpho.markets.map((market) => readMorpho(lending, market, account, now)))
  const read = await Promise.all([...accounts].map(async (account) => [account, await positionsOf(account)] as const))
  for (const [account, views] of read) {
    const held = views.flatMap(({ position }, i) =>
      position.borrowShares > 0n ? [`${lending.morpho.markets[i]!.id} ${position.borrowShares} ${position.collateral}`] : [],
    )
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
