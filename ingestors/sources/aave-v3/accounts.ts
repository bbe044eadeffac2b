// What borrowers hold and owe at one block: their flags first, then the balances of the reserves that are flagged, and no other.
import type { Hex } from 'viem'
import type { PinnedReader } from '../../chains/pinned.ts'
import { calls } from './contracts.ts'
import type { ListedReserve, Pool } from './pools.ts'

export interface Leg {
  readonly reserve: Hex
  readonly scaled_supply: string
  readonly scaled_debt: string
  readonly collateral: boolean
}

export type Position = { readonly market: string; readonly account: Hex; readonly emode: number; readonly legs: readonly Leg[] }

/** In the order of the accounts; null for who owes nothing. */
export async function readPositions(at: PinnedReader, pool: Pool, accounts: readonly Hex[]): Promise<(Position | null)[]> {
  const to = pool.address
  const [configs, modes] = await Promise.all([
    at.must(accounts.map((account) => ({ view: calls.userConfig, to, args: [account] }))),
    at.must(accounts.map((account) => ({ view: calls.userMode, to, args: [account] }))),
  ])
  const held = accounts.map((_, i) => flagged(pool.reserves, configs[i]!.data))
  const questions = accounts.flatMap((account, i) =>
    held[i]!.flatMap(({ reserve }) =>
      [reserve.aToken, reserve.debtToken].map((token) => ({ view: calls.scaledBalance, to: token, args: [account] })),
    ),
  )
  const balances = (await at.must(questions)).values()
  return accounts.map((account, i) => {
    const legs = held[i]!.map(({ reserve, collateral }) => ({
      reserve: reserve.asset,
      scaled_supply: String(balances.next().value),
      scaled_debt: String(balances.next().value),
      collateral,
    }))
    if (legs.every((leg) => leg.scaled_debt === '0')) return null
    return { market: pool.market, account, emode: Number(modes[i]), legs }
  })
}

// Two bits a reserve: borrowing, and used as collateral. Who borrows nothing is not looked at further.
function flagged(reserves: readonly ListedReserve[], flags: bigint): { reserve: ListedReserve; collateral: boolean }[] {
  const bit = (at: number) => ((flags >> BigInt(at)) & 1n) === 1n
  const found = reserves.filter(({ id }) => bit(2 * id) || bit(2 * id + 1))
  if (!found.some(({ id }) => bit(2 * id))) return []
  return found.map((reserve) => ({ reserve, collateral: bit(2 * reserve.id + 1) }))
}

/** By reserve, what the accounts owe now beyond what they owed before. */
export function debtChanges(before: readonly (readonly Leg[])[], after: readonly (readonly Leg[])[]): Map<Hex, bigint> {
  const changes = new Map<Hex, bigint>()
  const add = (legs: readonly Leg[], sign: bigint) => {
    for (const leg of legs) changes.set(leg.reserve, (changes.get(leg.reserve) ?? 0n) + sign * BigInt(leg.scaled_debt))
  }
  for (const legs of before) add(legs, -1n)
  for (const legs of after) add(legs, 1n)
  for (const [reserve, change] of changes) if (change === 0n) changes.delete(reserve)
  return changes
}
