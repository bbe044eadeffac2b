// Sends one key's transactions and sees each of them mined: one that is kept waiting is offered again for a higher fee.
import type { Hex, TransactionReceipt } from 'viem'
import type { EvmNodes } from './evm-client.ts'
import type { FeeSource, Fees } from './evm-fees.ts'
import { createReceiptWatch, type ReceiptWatch } from './receipt-watch.ts'
import { hashOfTransaction, type SettleKey } from './settle-key.ts'
import { createTransactionNumbers } from './transaction-numbers.ts'
import { offerTransaction } from './transaction-offer.ts'

export type TransactionCall = { readonly to: Hex; readonly data: Hex; readonly gas: bigint }

export type Sent =
  /** Whether it did what it should is for its receipt to say. */
  | { readonly kind: 'mined'; readonly transaction: Hex; readonly receipt: TransactionReceipt }
  /** It may be mined yet. */
  | { readonly kind: 'unknown'; readonly transaction: Hex; readonly error: unknown }
  /** It certainly never will be. */
  | { readonly kind: 'refused'; readonly error: unknown }

export type TransactionSenderOptions = {
  readonly nodes: EvmNodes
  readonly key: SettleKey
  readonly fees: FeeSource
  readonly chainId: number
  readonly pollingIntervalMs: number
  readonly confirmForMs: number
  readonly raiseAfterMs?: number
}

/** Nothing of it seems to be on the chain, for a reason that another number or fee may mend; `accepted` had a node's word. */
type Again = { readonly kind: 'again'; readonly error: unknown; readonly accepted?: Hex }

type Underway = {
  readonly call: TransactionCall
  readonly nonce: number
  readonly fees: Fees
  readonly transaction: Hex
  readonly until: number
}

// Another process with the same key takes at most every second number from us in a round.
const mostRounds = 8
const usualRaiseAfterMs = 8_000

export function createTransactionSender(options: TransactionSenderOptions): (call: TransactionCall) => Promise<Sent> {
  const { nodes, key, chainId, pollingIntervalMs, confirmForMs, raiseAfterMs = usualRaiseAfterMs } = options
  const client = nodes.any
  const receipts = createReceiptWatch(nodes, pollingIntervalMs)
  const firstFree = () => client.getTransactionCount({ address: key.address, blockTag: 'pending' })
  const numbers = createTransactionNumbers({ firstFree })

  async function offer(call: TransactionCall, nonce: number, fees: Fees) {
    const bytes = key.sign({ ...call, ...fees, nonce, chainId, type: 'eip1559' })
    const transaction = hashOfTransaction(bytes)
    return { transaction, offered: await offerTransaction({ nodes: nodes.each, bytes, transaction }) }
  }

  async function isPassed(nonce: number): Promise<boolean> {
    return (await client.getTransactionCount({ address: key.address, blockTag: 'latest' }).catch(() => 0)) > nonce
  }

  async function waitUntilMined({ call, nonce, transaction, until, ...first }: Underway): Promise<Sent | Again> {
    const versions = [transaction]
    let { fees } = first
    for (let raiseAt = performance.now() + raiseAfterMs; performance.now() < until; ) {
      await receipts.pause()
      const mined = await firstMined(receipts, versions)
      if (mined !== null) return mined
      // Nor is more offered for what is not waited for any longer.
      if (performance.now() < raiseAt || performance.now() >= until) continue
      if (await isPassed(nonce)) {
        // A node lets any transaction of the same number take the place of a waiting one, if it pays more.
        const late = await firstMined(receipts, versions)
        return late === null ? { kind: 'again', error: new Error('its number went to another'), accepted: transaction } : late
      }
      fees = raised(fees, await options.fees.now({ fresh: true }).catch(() => fees))
      versions.push((await offer(call, nonce, fees)).transaction)
      raiseAt = performance.now() + raiseAfterMs
    }
    return { kind: 'unknown', transaction, error: new Error('not mined in time') }
  }

  async function tryOnce(call: TransactionCall, until: number, isFirst: boolean): Promise<Sent | Again> {
    const fees = await options.fees.now({ fresh: !isFirst })
    const nonce = await numbers.take()
    const { transaction, offered } = await offer(call, nonce, fees)
    switch (offered.kind) {
      case 'sent': {
        const end = await waitUntilMined({ call, nonce, fees, transaction, until }).catch(
          (error: unknown): Sent => ({ kind: 'unknown', transaction, error }),
        )
        if (end.kind === 'mined') numbers.mined(nonce)
        else numbers.used(nonce)
        return end
      }
      case 'unknown':
        numbers.used(nonce)
        return { ...offered, transaction }
      case 'taken':
        numbers.taken(nonce)
        return { kind: 'again', error: offered.error }
      case 'cheap':
        numbers.unused(nonce)
        return { kind: 'again', error: offered.error }
      case 'refused':
        numbers.unused(nonce)
        return offered
    }
  }

  return async function send(call) {
    const until = performance.now() + confirmForMs
    let accepted: Hex | null = null
    // Of one that a node has accepted nobody can say for certain that it never will be mined.
    const failed = (error: unknown): Sent =>
      accepted === null ? { kind: 'refused', error } : { kind: 'unknown', transaction: accepted, error }
    for (let round = 1; ; round++) {
      const end = await tryOnce(call, until, round === 1).catch((error: unknown) => {
        if (accepted === null) throw error
        return failed(error)
      })
      if (end.kind === 'again') accepted ??= end.accepted ?? null
      if (end.kind === 'refused' || (end.kind === 'again' && round === mostRounds)) return failed(end.error)
      if (end.kind !== 'again') return end
    }
  }
}

async function firstMined(receipts: ReceiptWatch, versions: readonly Hex[]): Promise<Extract<Sent, { kind: 'mined' }> | null> {
  for (const transaction of versions) {
    const receipt = await receipts.find(transaction)
    if (receipt !== null) return { kind: 'mined', transaction, receipt }
  }
  return null
}

/** Nodes take another version of a transaction only for a tenth more. */
function raised(old: Fees, now: Fees): Fees {
  const raise = (was: bigint, is: bigint) => {
    const least = was + was / 4n + 1n
    return is > least ? is : least
  }
  return {
    maxFeePerGas: raise(old.maxFeePerGas, now.maxFeePerGas),
    maxPriorityFeePerGas: raise(old.maxPriorityFeePerGas, now.maxPriorityFeePerGas),
  }
}
