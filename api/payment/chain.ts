// Asks a chain what became of an EIP-3009 authorization: unspent, paid to us in which transaction, or spent in another way.
import {
  createPublicClient,
  type Hex,
  http,
  isAddressEqual,
  type LogTopic,
  numberToHex,
  type PublicClient,
  pad,
  parseAbi,
  parseEventLogs,
  type RpcLog,
  toEventSelector,
} from 'viem'
import { TollgateError } from '../../errors.ts'

export type AuthorizationQuery = {
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
  readonly payTo: string
  readonly amount: bigint
  /** Nothing before this moment can be the payment. */
  readonly since: Date
  readonly transaction?: string | null
}

export type AuthorizationFate =
  | { readonly kind: 'unspent'; readonly blockTime: Date; readonly reverted: boolean }
  | { readonly kind: 'paid'; readonly transaction: string; readonly sender: string }
  | { readonly kind: 'spent-otherwise' }

export interface ChainReader {
  /** Throws when the chain cannot be asked; null for a network it has no access to. */
  fateOf(query: AuthorizationQuery): Promise<AuthorizationFate> | null
}

const tokenAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const usedTopic = toEventSelector('AuthorizationUsed(address,bytes32)')
const cancelledTopic = toEventSelector('AuthorizationCanceled(address,bytes32)')
// Public RPC endpoints refuse wider log queries.
const blocksPerQuery = 9_000n
const clockSlackMs = 120_000

/** `rpcUrls` by CAIP-2 network. */
export function createChainReader(rpcUrls: Readonly<Record<string, string>>): ChainReader {
  const clients = new Map(
    Object.entries(rpcUrls).map(([network, url]) => [
      network,
      createPublicClient({ transport: http(url, { timeout: 5_000, retryCount: 1 }), cacheTime: 0 }),
    ]),
  )
  return {
    fateOf(query) {
      const client = clients.get(query.network)
      return client === undefined ? null : lookUp(client, query)
    },
  }
}

// The block is read before the state: "unspent" then holds at least until that block's time.
async function lookUp(client: PublicClient, query: AuthorizationQuery): Promise<AuthorizationFate> {
  const asset = query.asset as Hex
  const args = [query.payer as Hex, query.nonce as Hex] as const
  const before = await client.getBlock()
  const spent = await client.readContract({ address: asset, abi: tokenAbi, functionName: 'authorizationState', args })
  if (!spent) {
    const receipt = query.transaction
      ? await client.getTransactionReceipt({ hash: query.transaction as Hex }).catch(absent)
      : null
    return { kind: 'unspent', blockTime: new Date(Number(before.timestamp) * 1000), reverted: receipt?.status === 'reverted' }
  }
  const end = await findEnd(client, query, await client.getBlockNumber())
  if (end.topics[0] === cancelledTopic) return { kind: 'spent-otherwise' }
  const receipt = await client.getTransactionReceipt({ hash: end.transactionHash! })
  const transfers = parseEventLogs({ abi: tokenAbi, eventName: 'Transfer', logs: receipt.logs })
  const paid = transfers.some(
    ({ address, args: { from, to, value } }) =>
      isAddressEqual(address, asset) &&
      isAddressEqual(from, query.payer as Hex) &&
      isAddressEqual(to, query.payTo as Hex) &&
      value === query.amount,
  )
  if (!paid) return { kind: 'spent-otherwise' }
  return { kind: 'paid', transaction: receipt.transactionHash, sender: receipt.from.toLowerCase() }
}

async function findEnd(client: PublicClient, query: AuthorizationQuery, latest: bigint): Promise<RpcLog> {
  const topics: LogTopic[] = [[usedTopic, cancelledTopic], pad(query.payer as Hex), query.nonce as Hex]
  for (let toBlock = latest; ; toBlock -= blocksPerQuery) {
    const fromBlock = toBlock > blocksPerQuery ? toBlock - blocksPerQuery + 1n : 0n
    const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) }
    const logs = await client.request({ method: 'eth_getLogs', params: [{ address: query.asset as Hex, topics, ...range }] })
    if (logs[0]) return logs[0]
    const { timestamp } = await client.getBlock({ blockNumber: fromBlock })
    if (fromBlock === 0n || Number(timestamp) * 1000 < query.since.getTime() - clockSlackMs) {
      // A node may know the state before it has indexed the log: never conclude from what is missing.
      throw new TollgateError('chain_unavailable', 'An authorization is spent but its event was not found.', { retryable: true })
    }
  }
}

function absent(error: { name?: string }): null {
  if (error.name === 'TransactionReceiptNotFoundError') return null
  throw error
}
