// Brings a payment whose answer is ready (or owed) to an end: charged, certainly not charged, or pending until the chain tells.
import type { Logger } from 'pino'
import type { PaymentRow } from '../../db/payment-row.ts'
import type { PaymentStore } from '../../db/payments.ts'
import type { AuthorizationFate, AuthorizationQuery, ChainReader } from './chain.ts'
import type { CheckedPayment } from './check.ts'
import type { Facilitator, Settlement } from './facilitator.ts'
import { provesNothingWasSent, type Reason } from './reasons.ts'

export type End =
  | { readonly kind: 'charged'; readonly transaction: string }
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

/** How a charge is recorded, with the answer at hand or as owed, and an outcome that is not known yet. */
export type Keep = {
  charged(transaction: string): Promise<void>
  pending(transaction: string | null): Promise<void>
}

export async function settlePayment(deps: SettlingDeps, id: string, payment: CheckedPayment, keep: Keep): Promise<End> {
  const settlement = await deps.facilitator.settle(payment)
  const end = await concludeSettlement(deps, settlement, queryOf(payment))
  return recordEnd(deps, id, end, keep, settlement.kind === 'unknown' ? settlement.transaction : null)
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
    if (settlement.kind === 'settled') end = { kind: 'charged', transaction: settlement.transaction }
    else if (settlement.kind === 'unknown') transaction = settlement.transaction
  }
  return recordEnd(deps, row.id, end, keep, transaction)
}

/** Owed where no answer was ever written down. */
export function keepAsFound(store: PaymentStore, { id, answer }: Pick<PaymentRow, 'id' | 'answer'>): Keep {
  return {
    async charged(transaction) {
      if (answer === null) await store.owe(id, transaction)
      else await store.settle(id, { transaction })
    },
    pending: (transaction) => store.pend(id, transaction),
  }
}

export function queryOf(payment: CheckedPayment): AuthorizationQuery & { validBefore: Date } {
  const { offer, payer, nonce, validBefore } = payment
  const { network, address } = offer.asset
  return { network, asset: address, payer, nonce, payTo: offer.payTo, amount: offer.amount, since: new Date(), validBefore }
}

export async function askChain(
  deps: Pick<SettlingDeps, 'chain' | 'logger'>,
  query: AuthorizationQuery,
): Promise<AuthorizationFate | null> {
  try {
    return await deps.chain.fateOf(query)
  } catch (error) {
    deps.logger.warn({ network: query.network, err: (error as Error).name }, 'the chain could not be asked about a payment')
    return null
  }
}

async function concludeSettlement(
  deps: SettlingDeps,
  settlement: Settlement,
  query: AuthorizationQuery & { validBefore: Date },
): Promise<End> {
  if (settlement.kind === 'settled') return { kind: 'charged', transaction: settlement.transaction }
  if (settlement.kind === 'unavailable') return settlement
  const { transaction } = settlement
  if (settlement.kind === 'refused' && transaction === null && provesNothingWasSent(settlement.reason)) return settlement
  const fate = await askChain(deps, { ...query, transaction })
  if (fate === null) return pending
  if (fate.kind === 'unspent' && fate.reverted && settlement.kind === 'refused') return settlement
  return endOf(fate, query.validBefore)
}

function endOf(fate: AuthorizationFate, validBefore: Date): End {
  if (fate.kind === 'paid') return { kind: 'charged', transaction: fate.transaction }
  if (fate.kind === 'spent-otherwise') return { kind: 'refused', reason: 'invalid_transaction_state', transaction: null }
  if (fate.reverted) return { kind: 'refused', reason: 'settle_failed', transaction: null }
  // A token refuses an authorization in any block from validBefore on: from here it can never be charged.
  if (fate.blockTime >= validBefore) return { kind: 'refused', reason: 'payment_expired', transaction: null }
  return pending
}

async function recordEnd(deps: SettlingDeps, id: string, end: End, keep: Keep, transaction: string | null): Promise<End> {
  if (end.kind === 'charged') await keep.charged(end.transaction)
  else if (end.kind === 'refused') await deps.store.fail(id, end.reason)
  else if (end.kind === 'unavailable') await deps.store.fail(id, 'facilitator_unavailable')
  else await keep.pending(transaction)
  return end
}
