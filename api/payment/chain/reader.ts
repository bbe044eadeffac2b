// Asks a chain what became of an EIP-3009 authorization: unspent, paid to us in which transaction, or spent in another way.
import {
  createPublicClient,
  fallback,
  type Hex,
  type HttpTransportConfig,
  http,
  type PublicClient,
  pad,
  parseAbi,
  type RpcLog,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import { TollgateError } from '../../../base/errors.ts'
import { createLogReader, type LogReader, oneBlocksAnswer, shortAnswer, usualAnswer } from './log-reader.ts'
import { type Paid, type PaymentFacts, paymentIn, usedTopic } from './paid-transfers.ts'
import { createRecentPayments } from './recent-payments.ts'
import { createStanding, type Standing } from './standing.ts'

export type AuthorizationQuery = PaymentFacts & {
  readonly network: string
  /** Nothing before this moment can be the payment. */
  readonly since: Date
  readonly transaction?: string | null
}

export type AuthorizationFate =
  /** `isUnderway`: a node still knows the transaction that was asked about, and has not mined it. */
  | { readonly kind: 'unspent'; readonly blockTime: Date; readonly reverted: boolean; readonly isUnderway?: boolean }
  | (Paid & { readonly kind: 'paid'; readonly sender: string })
  | { readonly kind: 'spent-otherwise' }

export type SignedMessage = { readonly address: string; readonly message: string; readonly signature: string }

export interface ChainReader {
  /** Throws when the chain cannot be asked; null for a network it has no access to. */
  fateOf(query: AuthorizationQuery): Promise<AuthorizationFate> | null
  /** A payment that somebody says was made a moment ago; null as long as it is not seen. Many are looked for at once. */
  seen?(query: AuthorizationQuery): Promise<Paid | null> | null
  /** What of it is still there; null where its blocks cannot be asked for. */
  standing?(network: string): Standing | null
  /** Whether a contract wallet calls the signature its own. */
  isWalletsOwn?(network: string, signed: SignedMessage): Promise<boolean> | null
}

type Access = { readonly client: PublicClient; readonly logs: LogReader }

const tokenAbi = parseAbi(['function authorizationState(address authorizer, bytes32 nonce) view returns (bool)'])
const cancelledTopic = toEventSelector('AuthorizationCanceled(address,bytes32)')
const timeoutMs = 5_000
const clockSlackMs = 120_000

/** By CAIP-2 network one provider, or several, the first choice first. */
export function createChainReader(rpcUrls: Readonly<Record<string, string | readonly string[]>>): ChainReader {
  const chains = new Map(
    Object.entries(rpcUrls).map(([network, given]) => {
      const clientOf = (limits: HttpTransportConfig) =>
        createPublicClient({
          transport: fallback([given].flat().map((url) => http(url, { retryCount: 1, ...limits }))),
          cacheTime: 0,
          // A payer's contract must not choose which addresses this process asks (EIP-3668).
          ccipRead: false,
        })
      const client = clientOf({ ...usualAnswer, timeout: timeoutMs })
      const logs = createLogReader(client, clientOf(oneBlocksAnswer))
      return [
        network,
        {
          client,
          logs,
          recent: createRecentPayments(client, createLogReader(clientOf(shortAnswer), null)),
          standing: createStanding(client, logs),
        },
      ] as const
    }),
  )
  return {
    fateOf(query) {
      const chain = chains.get(query.network)
      return chain === undefined ? null : lookUp(chain, query)
    },
    seen: (query) => chains.get(query.network)?.recent.seen(query) ?? null,
    standing: (network) => chains.get(network)?.standing ?? null,
    isWalletsOwn(network, { address, message, signature }) {
      const chain = chains.get(network)
      return chain?.client.verifyMessage({ address: address as Hex, message, signature: signature as Hex }) ?? null
    },
  }
}

// The state is read of the very block whose time is told, by whichever of several nodes: "unspent" then holds until that time.
async function lookUp(chain: Access, query: AuthorizationQuery): Promise<AuthorizationFate> {
  const { client } = chain
  const named = query.transaction ? await receiptOf(client, query.transaction as Hex) : null
  const paid = named?.status === 'success' ? paymentIn(named.logs, query) : null
  if (paid !== null) return { kind: 'paid', ...paid, sender: named!.from.toLowerCase() }
  const block = await client.getBlock()
  const spent = await client.readContract({
    address: query.asset as Hex,
    abi: tokenAbi,
    functionName: 'authorizationState',
    args: [query.payer as Hex, query.nonce as Hex],
    blockNumber: block.number,
  })
  if (!spent) {
    const isReverted = named?.status === 'reverted' && (await isFor(client, named.transactionHash, query.nonce))
    const isUnderway = Boolean(query.transaction) && named === null && (await isKnown(client, query.transaction as Hex))
    return { kind: 'unspent', blockTime: new Date(Number(block.timestamp) * 1000), reverted: isReverted, isUnderway }
  }
  const end = await findEnd(chain, query, await client.getBlockNumber())
  if (end === null || end.topics[0] === cancelledTopic) return { kind: 'spent-otherwise' }
  const receipt = await client.getTransactionReceipt({ hash: end.transactionHash! })
  const payment = paymentIn(receipt.logs, query)
  return payment === null ? { kind: 'spent-otherwise' } : { kind: 'paid', ...payment, sender: receipt.from.toLowerCase() }
}

// Null when its use is older than the payment can be.
async function findEnd({ client, logs }: Access, query: AuthorizationQuery, latest: bigint): Promise<RpcLog | null> {
  const topics = [[usedTopic, cancelledTopic], pad(query.payer as Hex), query.nonce as Hex]
  const oldestMs = query.since.getTime() - clockSlackMs
  const timeOf = async (blockNumber: bigint) => Number((await client.getBlock({ blockNumber })).timestamp) * 1000
  for (let newest = latest; ; ) {
    const spanOf = (width: bigint) => ({ from: newest > width ? newest - width + 1n : 0n, to: newest })
    const { logs: found, span } = await logs.read({ asset: query.asset, topics }, spanOf)
    if (found[0]) return (await timeOf(BigInt(found[0].blockNumber!))) < oldestMs ? null : found[0]
    if (span.from === 0n || (await timeOf(span.from)) < oldestMs) {
      // A node may know the state before it has indexed the log: never conclude from what is missing.
      throw new TollgateError('chain_unavailable', 'An authorization is spent but its event was not found.', { retryable: true })
    }
    newest = span.from - 1n
  }
}

function receiptOf(client: PublicClient, hash: Hex): Promise<TransactionReceipt | null> {
  return client.getTransactionReceipt({ hash }).catch(nullFor('TransactionReceiptNotFoundError'))
}

async function isKnown(client: PublicClient, hash: Hex): Promise<boolean> {
  return (await client.getTransaction({ hash }).catch(nullFor('TransactionNotFoundError'))) !== null
}

// What a facilitator names may be anybody's transaction: one that was to spend this authorization says so.
async function isFor(client: PublicClient, hash: Hex, nonce: string): Promise<boolean> {
  const { input } = await client.getTransaction({ hash })
  return input.toLowerCase().includes(nonce.slice(2).toLowerCase())
}

function nullFor(name: string): (error: { name?: string }) => null {
  return (error) => {
    if (error.name === name) return null
    throw error
  }
}
