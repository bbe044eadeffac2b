// Brings a payment whose answer is ready (or owed) to an end: charged, certainly not charged, or pending until the chain tells.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { reasonOf } from '../../../base/errors.ts'
import { traced } from '../../../base/trace.ts'
import type { PaidAt, PaymentName, PaymentRow } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import type { Paid } from '../chain/paid-transfers.ts'
import type { AuthorizationFate, AuthorizationQuery, ChainReader } from '../chain/reader.ts'
import type { Facilitator, Settlement } from '../facilitator/port.ts'
import { type CheckedPayment, factsOf } from '../proof/check.ts'
import { provesNothingWasSent, type Reason } from '../reasons.ts'

export type End =
  | { readonly kind: 'charged'; readonly paid: Paid }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly transaction: string | null }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }
  | { readonly kind: 'pending' }

export type SettlingDeps = {
  readonly store: PaymentStore
  readonly facilitator: Facilitator
  readonly chain: ChainReader
  readonly logger: Logger
}

const pending: End = { kind: 'pending' }
// A facilitator has seen its transaction mined; another node may need a moment longer.
const readBackMs = 5_000
const againMs = 150

/** How a charge is recorded, with the answer at hand or as owed, and an outcome that is not known yet. */
export type Keep = {
  /** False when it cannot be recorded: that transfer has paid for another, or somebody else answers this payment by now. */
  charged(paid: Paid): Promise<boolean>
  pending(transaction: string | null): Promise<unknown>
}

export function settlePayment(deps: SettlingDeps, of: PaymentName, payment: CheckedPayment, keep: Keep): Promise<End> {
  const { network } = payment.offer.asset
  return traced('settle', { network }, () => settleOnce(deps, of, payment, keep), { told: ({ kind }) => ({ outcome: kind }) })
}

async function settleOnce(deps: SettlingDeps, of: PaymentName, payment: CheckedPayment, keep: Keep): Promise<End> {
  const settlement = await deps.facilitator.settle(payment)
  const end = await concludeSettlement(deps, settlement, queryOf(payment))
  if (settlement.kind === 'unknown' && isOfChain(end)) deps.facilitator.foundOut?.()
  return recordEnd(deps, of, end, keep, namedBy(settlement))
}

/**
 * An abandoned row: the chain is asked first, and only for a payer who is waiting is it sent again. What was sent before may still
 * be on its way, so here nothing but the chain's word ends it.
 */
export async function resolveRow(
  deps: SettlingDeps,
  row: PaymentRow,
  payment: CheckedPayment | null,
  keep: Keep = keepAsFound(deps.store, row),
): Promise<End> {
  const fate = await askChain(deps, { ...row, since: row.claimedAt })
  let end = fate === null ? pending : endOf(fate, row.validBefore)
  let transaction: string | null = null
  if (end.kind === 'pending' && payment !== null) {
    const settlement = await deps.facilitator.settle(payment)
    transaction = namedBy(settlement)
    if (settlement.kind === 'settled') end = await believe(deps, settlement, { ...queryOf(payment), since: row.claimedAt })
  }
  return recordEnd(deps, row, end, keep, transaction)
}

/** Owed where no answer was ever written down. */
export function keepAsFound(store: PaymentStore, of: PaymentName & Pick<PaymentRow, 'answer'>): Keep {
  return {
    charged: (paid: PaidAt) => (of.answer === null ? store.owe(of, paid) : store.settle(of, paid)),
    pending: (transaction) => store.pend(of, transaction),
  }
}

export function queryOf(payment: CheckedPayment): AuthorizationQuery & { validBefore: Date } {
  const { offer, validBefore } = payment
  return { ...factsOf(payment), network: offer.asset.network, since: new Date(), validBefore }
}

export async function askChain(
  deps: Pick<SettlingDeps, 'chain' | 'logger'>,
  query: AuthorizationQuery,
): Promise<AuthorizationFate | null> {
  try {
    return await deps.chain.fateOf(query)
  } catch (error) {
    deps.logger.warn({ network: query.network, err: reasonOf(error) }, 'the chain could not be asked about a payment')
    return null
  }
}

async function concludeSettlement(
  deps: SettlingDeps,
  settlement: Settlement,
  query: AuthorizationQuery & { validBefore: Date },
): Promise<End> {
  if (settlement.kind === 'settled') return believe(deps, settlement, query)
  if (settlement.kind === 'unavailable') return settlement
  const { transaction } = settlement
  if (settlement.kind === 'refused' && transaction === null && provesNothingWasSent(settlement.reason)) return settlement
  const fate = await askChain(deps, { ...query, transaction })
  if (fate === null) return pending
  if (fate.kind === 'unspent' && fate.reverted && settlement.kind === 'refused') return settlement
  return endOf(fate, query.validBefore)
}

/** Somebody's word that a payment was made counts as far as the chain says the same: until then it is pending. */
async function believe(
  deps: Pick<SettlingDeps, 'chain' | 'logger'>,
  { transaction, logIndex }: Extract<Settlement, { kind: 'settled' }>,
  query: AuthorizationQuery,
): Promise<End> {
  if (logIndex !== undefined) return { kind: 'charged', paid: { transaction, logIndex } }
  const named = { ...query, transaction }
  for (const until = performance.now() + readBackMs; performance.now() < until; await sleep(againMs)) {
    const paid = await lookFor(deps, named).catch(() => 'unread' as const)
    if (paid === 'nowhere') break
    if (paid !== null && paid !== 'unread') return { kind: 'charged', paid }
  }
  deps.logger.warn({ network: query.network, transaction }, 'what a facilitator calls settled is not seen on the chain')
  return pending
}

async function lookFor({ chain }: Pick<SettlingDeps, 'chain'>, query: AuthorizationQuery): Promise<Paid | null | 'nowhere'> {
  const seen = chain.seen?.(query)
  if (seen) return seen
  const fate = await chain.fateOf(query)
  if (fate === null) return 'nowhere'
  return fate.kind === 'paid' ? { transaction: fate.transaction, logIndex: fate.logIndex } : null
}

/** It came to the chain, and there to its end. */
function isOfChain(end: End): boolean {
  return end.kind === 'charged' || (end.kind === 'refused' && end.reason !== 'payment_expired')
}

function namedBy(settlement: Settlement): string | null {
  return settlement.kind === 'unknown' || settlement.kind === 'settled' ? settlement.transaction : null
}

function endOf(fate: AuthorizationFate, validBefore: Date): End {
  if (fate.kind === 'paid') return { kind: 'charged', paid: { transaction: fate.transaction, logIndex: fate.logIndex } }
  if (fate.kind === 'spent-otherwise') return { kind: 'refused', reason: 'invalid_transaction_state', transaction: null }
  if (fate.reverted) return { kind: 'refused', reason: 'settle_failed', transaction: null }
  // A token refuses an authorization in any block from its validBefore on: from here it can never be charged. One that its payer
  // allowed for longer than was offered is given up as well, unless our own transaction may still come; should a stranger send it in
  // later, the payer who repeats it is answered.
  if (fate.blockTime >= validBefore && fate.isUnderway !== true)
    return { kind: 'refused', reason: 'payment_expired', transaction: null }
  return pending
}

async function recordEnd(deps: SettlingDeps, of: PaymentName, end: End, keep: Keep, transaction: string | null): Promise<End> {
  if (end.kind === 'charged') return (await keep.charged(end.paid)) ? end : pending
  else if (end.kind === 'refused') await deps.store.fail(of, end.reason)
  else if (end.kind === 'unavailable') await deps.store.fail(of, 'facilitator_unavailable')
  else await keep.pending(transaction)
  return end
}
