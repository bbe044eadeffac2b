// Who holds a token: whole where all its transfers can be read, else only some accounts that took part of late.
import { type Hex, hexToBigInt, pad } from 'viem'
import { view } from '../../chains/pinned.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import { isNobody } from '../authority.ts'
import type { PinnedChain } from '../pinned-chain.ts'

export interface Holder {
  readonly account: Hex
  readonly units: bigint
}

export interface Holders {
  /** Every transfer since the beginning was read. */
  readonly complete: boolean
  /** Largest first, without those nobody owns. */
  readonly list: readonly Holder[]
}

const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
// Of a token that is asked for once in a while no more is read than a provider gives in one answer.
const spans = [50_000, 10_000, 2_000]
const mostAccounts = 3_000
const balance = view<bigint>('function balanceOf(address) view returns (uint256)')

export async function findHolders(chain: PinnedChain, token: Hex, sinceBlock: number | null): Promise<Holders> {
  const { from, accounts } = await readAccounts(chain, token)
  const some = [...accounts].slice(-mostAccounts)
  const units = await chain.answer(some.map((account) => ({ view: balance, to: token, args: [account] })))
  const list = some
    .flatMap((account, i) => ((units[i] ?? 0n) > 0n ? [{ account, units: units[i]! }] : []))
    .sort((a, b) => (a.units < b.units ? 1 : a.units > b.units ? -1 : a.account < b.account ? -1 : 1))
  const begun = sinceBlock ?? 0
  return { complete: from !== null && from <= begun && some.length === accounts.size, list }
}

async function readAccounts(chain: PinnedChain, token: Hex): Promise<{ from: number | null; accounts: Set<Hex> }> {
  for (const span of spans) {
    const from = Math.max(0, chain.block.number - span)
    try {
      const logs = await chain.logs(token, [transferred], from)
      const accounts = new Set(logs.flatMap(({ topics }) => topics.slice(1, 3).map(accountOf)))
      return { from, accounts: new Set([...accounts].filter((account) => !isNobody(account))) }
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error
    }
  }
  return { from: null, accounts: new Set() }
}

const accountOf = (topic: Hex): Hex => pad(`0x${hexToBigInt(topic).toString(16)}`, { size: 20 })
