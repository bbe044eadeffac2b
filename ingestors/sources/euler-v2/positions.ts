// What accounts owe and have put up, at one block.
import type { Hex } from 'viem'
import { lower } from '../../chains/address.ts'
import type { PinnedReader } from '../../chains/pinned.ts'
import { calls } from './contracts.ts'

export type Position = {
  readonly account: Hex
  readonly vault: Hex
  readonly owed: string
  readonly accumulator: string
  readonly collateral: readonly { readonly vault: Hex; readonly shares: string }[]
}

/** In the order of the accounts; null for who owes nothing to a vault that is followed. `takes`: by lender, what it takes at all. */
export async function readPositions(
  at: PinnedReader,
  connector: Hex,
  takes: ReadonlyMap<Hex, ReadonlySet<Hex>>,
  accounts: readonly Hex[],
): Promise<(Position | null)[]> {
  const [controllers, enabled] = await Promise.all([
    at.must(accounts.map((account) => ({ view: calls.controllers, to: connector, args: [account] }))),
    at.must(accounts.map((account) => ({ view: calls.enabled, to: connector, args: [account] }))),
  ])
  const lenders = controllers.map((own) => own.map(lower).find((vault) => takes.has(vault)) ?? null)
  const asked = [...new Set(lenders.filter((vault) => vault !== null))]
  // A vault that refuses to say is nobody's lender, and in nobody's way.
  const said = await at.answer(asked.map((to) => ({ view: calls.accumulator, to, args: [] })))
  const accumulators = new Map(asked.flatMap((vault, i) => (said[i] == null ? [] : [[vault, said[i]!] as const])))
  const borrowers = accounts.flatMap((account, i) => (accumulators.has(lenders[i]!) ? [{ account, i, vault: lenders[i]! }] : []))
  const owed = await at.must(borrowers.map(({ account, vault }) => ({ view: calls.debt, to: vault, args: [account] })))
  const held = borrowers.flatMap(({ account, i, vault }, b) =>
    owed[b] === 0n
      ? []
      : enabled[i]!.map(lower)
          .filter((one) => takes.get(vault)!.has(one))
          .map((collateral) => ({ account, collateral })),
  )
  // Any contract may be named as collateral: one that refuses to say has nothing of anybody's.
  const balances = await at.answer(
    held.map(({ account, collateral }) => ({ view: calls.shares, to: collateral, args: [account] })),
  )
  const byAccount = Map.groupBy(
    held.map(({ account, collateral }, h) => ({ account, vault: collateral, shares: String(balances[h] ?? 0n) })),
    ({ account }) => account,
  )
  const found = new Map(
    borrowers.flatMap(({ account, vault }, b) => {
      if (owed[b] === 0n) return []
      const own = (byAccount.get(account) ?? []).filter(({ shares }) => shares !== '0')
      const collateral = own.map((one) => ({ vault: one.vault, shares: one.shares }))
      return [[account, { account, vault, owed: String(owed[b]), accumulator: String(accumulators.get(vault)), collateral }]]
    }),
  )
  return accounts.map((account) => found.get(account) ?? null)
}
