// A payment as the ledger keeps it, and the states it moves through.
//
//   verified -> settled                     cheap work: claimed as sent or about to be; the answer is kept with the charge
//   claimed -> served -> settled            longer work: answer first, held back until it is paid
//   claimed -> verified -> owed -> settled  settle first: charged, then the work; owed until an answer exists
//   verified | served -> pending            sent, outcome unknown: only the chain can move it on
//   claimed | verified -> released          nothing was sent; the same payment may be claimed again
//   verified | served | pending -> failed   certainly not charged; may be claimed again while it is valid, if the chain has not shown it.
export type PaymentState = 'claimed' | 'verified' | 'served' | 'pending' | 'owed' | 'settled' | 'released' | 'failed'

export type PaymentKey = {
  readonly run: string
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
}

export type NewClaim = PaymentKey & {
  /** `verified` for work that is cheap to repeat: its settlement may be sent without another word to the ledger. */
  readonly state: 'claimed' | 'verified'
  readonly fingerprint: string
  readonly identifier: string | null
  readonly dialect: 1 | 2
  readonly method: string
  readonly route: string
  readonly resource: string
  readonly payTo: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
  readonly validBefore: Date
  readonly leaseSeconds: number
}

/** The log of a transaction that is this payment and no other; null where it was recorded before logs were. */
export type PaidAt = { readonly transaction: string; readonly logIndex: number | null }
export type StoredAnswer = { readonly type: string; readonly body: string }

export type PaymentRow = PaymentKey & {
  readonly id: string
  readonly state: PaymentState
  readonly fingerprint: string
  readonly identifier: string | null
  readonly dialect: number
  readonly method: string
  readonly route: string
  readonly resource: string
  readonly payTo: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
  readonly validBefore: Date
  readonly settleTried: boolean
  readonly reason: string | null
  readonly transaction: string | null
  readonly logIndex: number | null
  readonly answer: StoredAnswer | null
  readonly claimedAt: Date
  readonly settledAt: Date | null
  /** When the whole answer had left; null as long as nobody knows that it has. */
  readonly leftAt: Date | null
  /** Nobody works on it: its lease has run out or the process that held it is gone. */
  readonly abandoned: boolean
}

/**
 * A row by its number and by what stands in it: a standby that took over gives numbers again which the lost server had given to payments
 * that the standby never heard of.
 */
export type PaymentName = Pick<PaymentRow, 'id' | 'nonce'>

/** What moves on soon, if not by its own process then by the reconciler; an index keeps these few together. */
export const underWay = `('verified', 'served')`

export const ownerLockClass = 0x7011_0002

export const rowColumns = `
  p.id, p.run, p.network, p.asset, p.payer, p.nonce, p.state, p.fingerprint, p.identifier, p.dialect, p.method, p.route, p.resource,
  p.pay_to, p.symbol, p.decimals, p.amount, p.valid_before, p.settle_tried, p.reason, p.transaction, p.log_index, p.answer_type, p.answer,
  p.claimed_at, p.settled_at, p.left_at`

// Of a row of 3.4 kB the answer is 2.5.
export const rowColumnsWithoutAnswer = rowColumns.replace('p.answer_type, p.answer,', 'NULL AS answer_type, NULL AS answer,')

// An owner holds an advisory lock for as long as its process lives: a kill -9 is seen at once.
export const isOwnerless = `NOT EXISTS (
  SELECT 1 FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = ${ownerLockClass}::oid AND l.objid = p.owner::oid)`

export const isAbandoned = `(p.lease_until < now() OR ${isOwnerless})`

export function readRow(raw: Record<string, any>): PaymentRow {
  const {
    pay_to,
    amount,
    valid_before,
    settle_tried,
    answer_type,
    answer,
    claimed_at,
    settled_at,
    log_index,
    left_at,
    owner,
    lease_until,
    ...same
  } = raw
  return {
    ...(same as Pick<PaymentRow, 'id'> & PaymentRow),
    payTo: pay_to,
    amount: BigInt(amount),
    validBefore: valid_before,
    settleTried: settle_tried,
    answer: answer === null ? null : { type: answer_type, body: answer },
    claimedAt: claimed_at,
    settledAt: settled_at,
    logIndex: log_index,
    leftAt: left_at,
    abandoned: raw.abandoned ?? false,
  }
}
