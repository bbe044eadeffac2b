// Whether a wallet owns agents in the ERC-8004 registries, which lie at the same addresses on many chains, and what was said of them.
import { type Hex, hexToBigInt, pad, toHex } from 'viem'
import { TollgateError } from '../../../base/errors.ts'
import { view } from '../../chains/pinned.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import type { PinnedChain } from '../pinned-chain.ts'
import { reach, topicOf } from './transfers.ts'

export interface Agent {
  readonly id: string
  readonly uri: string | null
  readonly wallet: Hex | null
  readonly clients: number
  readonly feedback: number
  readonly mean: number | null
  readonly registered_at: string | null
}

export const identities: Hex = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const reputations: Hex = '0x8004baa17c55a88189ae136b182e5fda19de9b63'
const registered: Hex = '0xca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a'
const views = {
  owner: view<Hex>('function ownerOf(uint256) view returns (address)'),
  uri: view<string>('function tokenURI(uint256) view returns (string)'),
  wallet: view<Hex>('function getAgentWallet(uint256) view returns (address)'),
  clients: view<readonly Hex[]>('function getClients(uint256) view returns (address[])'),
  summary: view<readonly [bigint, bigint, number]>(
    'function getSummary(uint256, address[], string, string) view returns (uint64, int128, uint8)',
  ),
}
const largestId = 2n ** 256n - 1n
const mostAgents = 10
const mostClients = 200

/** Who owns the agent of that number now. */
export async function ownerOfAgent(chain: PinnedChain, id: string): Promise<Hex> {
  if ((await chain.code(identities)) === '0x')
    throw new TollgateError('key_unknown', `there is no ERC-8004 registry on chain ${chain.id}`)
  const number = BigInt(id)
  const owner = number > largestId ? null : await askOf(chain)(views.owner, identities, number)
  if (owner === null || hexToBigInt(owner) === 0n)
    throw new TollgateError('key_unknown', `no agent ${id} is registered on chain ${chain.id}`)
  return owner.toLowerCase() as Hex
}

/** Where its registration is kept, as it says itself. */
export async function uriOfAgent(chain: PinnedChain, id: string): Promise<string | null> {
  return askOf(chain)(views.uri, identities, BigInt(id))
}

/** null: there is no registry on this chain, or its logs cannot be looked through. `asked` is there even if its owner did not register it. */
export async function findAgents(chain: PinnedChain, owner: Hex, asked?: string): Promise<Agent[] | null> {
  if ((await chain.code(identities)) === '0x') return null
  const named = asked === undefined ? null : pad(toHex(BigInt(asked)))
  // Registered too long ago to be found, it is owned all the same.
  const undated = named === null ? [] : [{ topics: [registered, named], block: null }]
  const readAll = async (logs: readonly Registration[]) =>
    (await Promise.all(logs.map((log) => readAgent(chain, owner, log)))).filter((one) => one !== null)
  try {
    const [own, of] = await Promise.all([
      reach(chain, (from) => chain.logs(identities, [registered, null, topicOf(owner)], from)),
      named === null ? null : reach(chain, (from) => chain.logs(identities, [registered, named], from)),
    ])
    const others = own.logs.slice(-mostAgents).filter(({ topics }) => topics[1] !== named)
    const found = of?.logs.slice(-1) ?? []
    return await readAll([...others, ...(found.length > 0 ? found : undated)])
  } catch (error) {
    if (!(error instanceof RpcFault) || error.kind === 'behind') throw error
    return named === null ? null : readAll(undated)
  }
}

interface Registration {
  readonly topics: readonly Hex[]
  readonly block: number | null
}

const askOf =
  (chain: PinnedChain) =>
  async <T>(of: ReturnType<typeof view<T>>, to: Hex, ...args: unknown[]): Promise<T | null> =>
    (await chain.answer([{ view: of, to, args }]))[0] ?? null

async function readAgent(chain: PinnedChain, owner: Hex, log: Registration): Promise<Agent | null> {
  const id = hexToBigInt(log.topics[1]!)
  const ask = askOf(chain)
  // It may have been sold since.
  if ((await ask(views.owner, identities, id))?.toLowerCase() !== owner) return null
  const [uri, wallet, all, header] = await Promise.all([
    ask(views.uri, identities, id),
    ask(views.wallet, identities, id),
    ask(views.clients, reputations, id),
    log.block === null ? null : chain.header(log.block),
  ])
  // What the owner says of itself is no reputation.
  const clients = (all ?? []).filter((client) => client.toLowerCase() !== owner).slice(0, mostClients)
  const summary = clients.length === 0 ? null : await ask(views.summary, reputations, id, clients, '', '')
  return {
    id: id.toString(),
    uri: uri?.slice(0, 200) ?? null,
    wallet: wallet === null || hexToBigInt(wallet) === 0n ? null : (wallet.toLowerCase() as Hex),
    clients: clients.length,
    feedback: Number(summary?.[0] ?? 0n),
    mean: summary === null ? null : Number(summary[1]) / 10 ** summary[2],
    registered_at: header?.time.toISOString() ?? null,
  }
}
