// What borrowers owe and have put up in every market they ever borrowed in, at one block.
import type { Hex } from 'viem'
import type { Subject } from '../../../db/chains/subjects.ts'
import type { PinnedReader } from '../../chains/pinned.ts'
import { calls } from './contracts.ts'

export interface Holding {
  readonly id: Hex
  readonly borrow_shares: string
  readonly collateral: string
}

export type Position = { readonly account: Hex; readonly markets: readonly Holding[] }

/** In the order of the accounts; null for who owes nothing anywhere. */
export async function readPositions(
  at: PinnedReader,
  morpho: Hex,
  accounts: readonly { readonly account: Hex; readonly subject: Subject }[],
): Promise<(Position | null)[]> {
  const questions = accounts.flatMap(({ account, subject }) =>
    subject.parts.map((market) => ({ view: calls.position, to: morpho, args: [market, account] })),
  )
  const answers = (await at.must(questions)).values()
  return accounts.map(({ account, subject }) => {
    const markets = subject.parts.map((id) => {
      const [, shares, collateral] = answers.next().value!
      return { id: id as Hex, borrow_shares: String(shares), collateral: String(collateral) }
    })
    const owing = markets.filter((market) => market.borrow_shares !== '0')
    return owing.length === 0 ? null : { account, markets: owing }
  })
}

/** By market, how many more shares are owed than before. */
export function shareChanges(
  before: readonly (readonly Holding[])[],
  after: readonly (readonly Holding[])[],
): Map<string, bigint> {
  const changes = new Map<string, bigint>()
  const add = (holdings: readonly Holding[], sign: bigint) => {
    for (const { id, borrow_shares } of holdings) changes.set(id, (changes.get(id) ?? 0n) + sign * BigInt(borrow_shares))
  }
  for (const holdings of before) add(holdings, -1n)
  for (const holdings of after) add(holdings, 1n)
  for (const [id, change] of changes) if (change === 0n) changes.delete(id)
  return changes
}
