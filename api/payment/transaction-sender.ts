// Sends one key's transactions. Bytes that got no answer are sent again as they are: the chain can only take them once.
import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError, type Hex, HttpRequestError, keccak256, type PublicClient, TimeoutError } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createTransactionNumbers } from './transaction-numbers.ts'

export type TransactionCall = { readonly to: Hex; readonly data: Hex; readonly gas: bigint }

export type Sent =
  | { readonly kind: 'sent'; readonly transaction: Hex }
  /** It may be on the chain or get there yet. */
  | { readonly kind: 'unknown'; readonly transaction: Hex; readonly error: unknown }
  | { readonly kind: 'refused'; readonly error: unknown }

type Offered = Sent['kind'] | 'taken' | 'cheap'

// Another process with the same key takes at most every second number from us in a round.
const mostRounds = 8
const offerForMs = 5_000
const pauseMs = 250

// What nodes say: geth and its kin, reth, anvil, nethermind.
const isKnown = /already known|already imported|known transaction|alreadyknown/i
const isTaken = /nonce too low|oldnonce|replacement transaction underpriced|replacementnotallowed|could not replace/i
const isCheap = /less than block base fee|transaction underpriced|feetoolow/i
const isRefused = /insufficient funds|insufficientfunds|intrinsic gas/i

export function createTransactionSender(o: { client: PublicClient; account: PrivateKeyAccount; chainId: number }) {
  const { client, account, chainId } = o
  const firstFree = () => client.getTransactionCount({ address: account.address, blockTag: 'pending' })
  const numbers = createTransactionNumbers({ firstFree })

  return async function send(call: TransactionCall): Promise<Sent> {
    for (let round = 1; ; round++) {
      const fees = await client.estimateFeesPerGas()
      const nonce = await numbers.take()
      const bytes = await account.signTransaction({ ...call, ...fees, nonce, chainId, type: 'eip1559' })
      const transaction = keccak256(bytes)
      const { offered, error } = await offer(client, bytes, transaction)
      if (offered === 'taken') numbers.taken(nonce)
      else if (offered === 'refused' || offered === 'cheap') numbers.unused(nonce)
      else numbers.used(nonce)
      if (offered === 'sent') return { kind: 'sent', transaction }
      if (offered === 'unknown') return { kind: 'unknown', transaction, error }
      if (offered === 'refused' || round === mostRounds) return { kind: 'refused', error }
    }
  }
}

async function offer(client: PublicClient, bytes: Hex, transaction: Hex): Promise<{ offered: Offered; error?: unknown }> {
  const until = performance.now() + offerForMs
  for (let mayBeThere = false; ; mayBeThere = true) {
    try {
      await client.request({ method: 'eth_sendRawTransaction', params: [bytes] }, { retryCount: 0 })
      return { offered: 'sent' }
    } catch (error) {
      const said = isOutage(error) ? '' : whatWasSaid(error)
      if (isKnown.test(said)) return { offered: 'sent' }
      if (isTaken.test(said)) {
        if (!mayBeThere) return { offered: 'taken', error }
        return { offered: (await isThere(client, transaction)) ? 'sent' : 'unknown', error }
      }
      if (isCheap.test(said) && !mayBeThere) return { offered: 'cheap', error }
      if (isRefused.test(said) && !mayBeThere) return { offered: 'refused', error }
      if (performance.now() > until) return { offered: 'unknown', error }
      await sleep(pauseMs)
    }
  }
}

async function isThere(client: PublicClient, hash: Hex): Promise<boolean> {
  const found = await client.getTransaction({ hash }).catch(() => null)
  return found !== null
}

/** No answer came, or none of the node's own. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  return error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
}

function whatWasSaid(error: unknown): string {
  return error instanceof BaseError ? `${error.details} ${error.message}` : ''
}
