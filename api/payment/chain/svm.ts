// Asks Solana what became of a payment: which transaction carried its message, whether it paid us, or that it can no longer come.
import { TollgateError } from '../../../base/errors.ts'
import { messageHashOf } from '../proof/svm.ts'
import type { AuthorizationFate, AuthorizationQuery, ChainReader } from './reader.ts'

type Listed = { readonly signature: string; readonly blockTime: number | null }
type Balance = {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string
  readonly uiTokenAmount: { readonly amount: string }
}
type Landed = {
  readonly transaction: readonly [string, string]
  readonly meta: {
    readonly err: unknown
    readonly preTokenBalances?: readonly Balance[]
    readonly postTokenBalances?: readonly Balance[]
  }
}
type Call = <T>(method: string, ...params: unknown[]) => Promise<T>

const timeoutMs = 5_000
const pageSize = 100
const maxPages = 50
// Anybody may have a transaction name a payer: who has been named thousands of times keeps no other payment waiting.
const searchMs = 20_000
const lifetimeMs = 120_000
const clockSlackMs = 120_000
// A transaction lives for 150 blocks of some 0.4 s. Slow blocks and a node whose index lags are allowed for before one is called dead.
const expiryMarginMs = 180_000

/** `rpcUrls` by CAIP-2 network. */
export function createSvmChainReader(rpcUrls: Readonly<Record<string, string>>): ChainReader {
  return {
    fateOf(query) {
      const url = rpcUrls[query.network]
      return url === undefined ? null : lookUp(callerOf(url), query)
    },
  }
}

// What is final is read first: "not there" then holds at least until that block's time.
async function lookUp(call: Call, query: AuthorizationQuery): Promise<AuthorizationFate> {
  const slot = await call<number>('getSlot', { commitment: 'finalized' })
  const blockSeconds = await call<number | null>('getBlockTime', slot)
  if (blockSeconds === null) throw unavailable('Solana does not know the time of its own block.')
  const found = await find(call, query)
  if (found === null) {
    return { kind: 'unspent', blockTime: new Date(blockSeconds * 1000 - expiryMarginMs), reverted: false }
  }
  // The same message is never run a second time, so a transaction that failed has ended the payment as well.
  if (found.landed.meta.err !== null) return { kind: 'unspent', blockTime: new Date(blockSeconds * 1000), reverted: true }
  if (received(found.landed, query) < query.amount) return { kind: 'spent-otherwise' }
  // A message pays once: it has no further logs to be told apart by.
  return { kind: 'paid', transaction: found.signature, logIndex: 0, sender: '' }
}

type Found = { readonly signature: string; readonly landed: Landed }

// A transaction's name is its fee payer's signature, which a ledger row does not hold: the payer's own list is searched for the message.
async function find(call: Call, query: AuthorizationQuery): Promise<Found | null> {
  if (query.transaction) {
    const landed = await landedAs(call, query.transaction, query.nonce)
    if (landed !== null) return { signature: query.transaction, landed }
  }
  const oldest = (query.since.getTime() - clockSlackMs) / 1000
  const newest = (query.since.getTime() + lifetimeMs + expiryMarginMs) / 1000
  const until = performance.now() + searchMs
  let before: string | undefined
  for (let pages = 0; pages < maxPages; pages++) {
    const options: object = { limit: pageSize, commitment: 'confirmed', ...(before === undefined ? {} : { before }) }
    const page: Listed[] = await call<Listed[]>('getSignaturesForAddress', query.payer, options)
    for (const { signature, blockTime } of page) {
      if (blockTime !== null && blockTime < oldest) return null
      if (blockTime !== null && blockTime > newest) continue
      if (performance.now() > until) throw unavailable('A payer has sent more transactions than can be searched in time.')
      const landed = await landedAs(call, signature, query.nonce)
      if (landed !== null) return { signature, landed }
    }
    if (page.length < pageSize) return null
    before = page.at(-1)!.signature
  }
  throw unavailable('A payer has sent more transactions than can be searched.')
}

async function landedAs(call: Call, signature: string, nonce: string): Promise<Landed | null> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const landed = await call<Landed | null>('getTransaction', signature, options)
  return landed !== null && (await messageHashOf(landed.transaction[0])) === nonce ? landed : null
}

function received({ meta }: Landed, { asset, payTo }: AuthorizationQuery): bigint {
  const held = (balances: readonly Balance[] = []) =>
    balances
      .filter(({ mint, owner }) => mint === asset && owner === payTo)
      .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n)
  return held(meta.postTokenBalances) - held(meta.preTokenBalances)
}

function callerOf(url: string): Call {
  return async (method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = (await response.json()) as { result?: unknown; error?: { message?: string } }
    if (!response.ok || answer.error !== undefined || answer.result === undefined) {
      throw unavailable(`Solana's ${method} failed with status ${response.status}.`)
    }
    return answer.result as never
  }
}

function unavailable(message: string): TollgateError {
  return new TollgateError('chain_unavailable', message, { retryable: true })
}
