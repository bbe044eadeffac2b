// What borrowers of one market owe and have put up, at one block.
import type { Hex } from 'viem'
import type { PinnedReader } from '../../chains/pinned.ts'
import { calls } from './contracts.ts'
import type { ListedMarket } from './markets.ts'

export type Position = {
  readonly market: string
  readonly account: Hex
  readonly borrow_principal: string
  readonly collateral: readonly { readonly asset: Hex; readonly balance: string }[]
}

const inFirstWord = 16

/** In the order of the accounts; null for who owes nothing. */
export async function readPositions(
  at: PinnedReader,
  { market, comet, assets }: ListedMarket,
  accounts: readonly Hex[],
): Promise<(Position | null)[]> {
  const basics = await at.must(accounts.map((account) => ({ view: calls.account, to: comet, args: [account] })))
  const held = basics.map(([principal, , , first, more]) => {
    const bits = first + more * 2 ** inFirstWord
    // A market that lists a token twice keeps one balance of it.
    return principal < 0n ? [...new Set(assets.filter((_, i) => ((bits >>> i) & 1) === 1))] : []
  })
  const questions = accounts.flatMap((account, i) =>
    held[i]!.map((asset) => ({ view: calls.collateral, to: comet, args: [account, asset] })),
  )
  const balances = (await at.must(questions)).values()
  return accounts.map((account, i) => {
    const collateral = held[i]!.map((asset) => ({ asset, balance: String(balances.next().value![0]) }))
    const [principal] = basics[i]!
    if (principal >= 0n) return null
    return {
      market,
      account,
      borrow_principal: String(-principal),
      collateral: collateral.filter(({ balance }) => balance !== '0'),
    }
  })
}
