// Payments in Postgres: every move of the state machine is one conditional statement, so two processes can never both make it.

import type { Pool } from '../client.ts'
import { createBatcher } from '../work/batcher.ts'
import { claimKeyOf, claimKeyValues, givenClaimKey } from './claim-key.ts'
import {
  isAbandoned,
  type NewClaim,
  type PaidAt,
  type PaymentKey,
  type PaymentName,
  type PaymentRow,
  readRow,
  rowColumns,
  type StoredAnswer,
} from './row.ts'
import { type Charge, type Claimed, isLazy, type PaymentWrite, type Written, wasRefusedWhole, writePayments } from './writes.ts'

export interface PaymentStore {
  /** Null when somebody has claimed it before: look at the row. Claimed as `verified`, a settlement may be sent as soon as this is done. */
  claim(claim: NewClaim): Promise<Claimed | null>
  /** Null as well when it was claimed once and is free again. */
  claimNew(claim: NewClaim): Promise<Claimed | null>
  /** As if it had never been claimed: only of a new claim with which nobody went on. */
  unclaim(of: PaymentName): Promise<void>
  find(key: PaymentKey): Promise<PaymentRow | null>
  findByIdentifier(run: string, payer: string, identifier: string): Promise<PaymentRow | null>
  /** Makes an abandoned row this process's own; false when somebody was faster. */
  takeOver(row: PaymentRow, leaseSeconds: number): Promise<boolean>
  /** The answer exists; a settlement may be sent from here on. False when the claim was lost meanwhile. */
  serve(of: PaymentName, answer: StoredAnswer): Promise<boolean>
  /** settle first: a settlement may be sent from here on. */
  verify(of: PaymentName): Promise<boolean>
  /** Charged, but no answer yet. False where that transfer has paid for another. */
  owe(of: PaymentName, paid: PaidAt): Promise<boolean>
  /**
   * Charged, and the answer is there. False when the answer came too late, for somebody else answers this payment by now, and where
   * that transfer has paid for another.
   */
  settle(of: PaymentName, charge: Charge): Promise<boolean>
  /** The whole answer has left: from here on it is repeated only to who proves to be its payer. */
  leave(of: PaymentName): Promise<void>
  /** False when the claim was lost meanwhile. */
  pend(of: PaymentName, transaction: string | null, answer?: StoredAnswer): Promise<boolean>
  /** False when the claim was lost meanwhile. */
  release(of: PaymentName, reason: string): Promise<boolean>
  fail(of: PaymentName, reason: string): Promise<void>
  /** What failed on the chain may be claimed again. */
  revive(of: PaymentName): Promise<void>
  /** The work failed, or the answer was lost on its way; the next retry of the payment may try it again at once. */
  letGo(of: PaymentName): Promise<void>
}

/** What the writes of paid calls go through, where others are not to wait among them. */
export type Ledger = {
  /** Waits until the disk has what is written. */
  readonly durable: Pool
  readonly relaxed: Pool
}

// So long at most, a charge whose answer has left waits for others to be written down with.
const gatherMs = 20

export function createPaymentStore(pool: Pool, owner: number, ledger: Ledger = { durable: pool, relaxed: pool }): PaymentStore {
  const writers = new Map<string, (write: PaymentWrite) => Promise<Written>>()
  // Each kind by itself: its statement is simple, and what need not wait for the disk does not wait behind what must.
  const write = (wanted: PaymentWrite): Promise<Written> => {
    const by = isLazy(wanted) ? 'relaxed' : 'durable'
    const hasTime = wanted.kind === 'leave' || (wanted.kind === 'settle' && wanted.charge.hasTime === true)
    const name = `${wanted.kind} ${by}${hasTime ? ' at leisure' : ''}`
    let writer = writers.get(name)
    if (writer === undefined) {
      const run = (writes: readonly PaymentWrite[]) => writePayments(ledger[by], owner, writes)
      writer = createBatcher(run, wasRefusedWhole, hasTime ? gatherMs : 0)
      writers.set(name, writer)
    }
    return writer(wanted)
  }
  const move = async (name: string, sql: string, values: unknown[]): Promise<boolean> =>
    ((await pool.query({ name: `payment_${name}`, text: sql, values })).rowCount ?? 0) > 0
  const find = async (name: string, where: string, values: unknown[]): Promise<PaymentRow | null> => {
    const text = `SELECT ${rowColumns}, ${isAbandoned} AS abandoned FROM payment p WHERE ${where}`
    const { rows } = await pool.query({ name: `payment_${name}`, text, values })
    return rows[0] ? readRow(rows[0]) : null
  }
  // Nearly every payment is new; what a known one takes beyond that is left to those.
  const claimNew = async (claim: NewClaim) => (await write({ kind: 'claim', claim })) as Claimed | null
  return {
    claimNew,
    async claim(claim) {
      if (claim.identifier !== null) return (await claimNamed(ledger.durable, owner, claim)) as Claimed | null
      return (await claimNew(claim)) ?? ((await write({ kind: 'reclaim', claim })) as Claimed | null)
    },
    async unclaim({ id, nonce }) {
      await move(
        'unclaim',
        `DELETE FROM payment WHERE id = $1 AND owner = $2 AND nonce = $3 AND state = 'verified' AND NOT settle_tried`,
        [id, owner, nonce],
      )
    },
    find: (key) => find('find', `${claimKeyOf('p')} = ${givenClaimKey}`, claimKeyValues(key)),
    findByIdentifier: (run, payer, identifier) =>
      find('find_identifier', 'run = $1 AND payer = $2 AND identifier = $3', [run, payer, identifier]),
    takeOver: (row, leaseSeconds) =>
      move(
        'take_over',
        `UPDATE payment p SET owner = $3, lease_until = now() + make_interval(secs => $4)
         WHERE id = $1 AND nonce = $5 AND state = $2 AND (left_at IS NULL OR state = 'pending') AND ${isAbandoned}`,
        [row.id, row.state, owner, leaseSeconds, row.nonce],
      ),
    serve: async (of, answer) => (await write({ kind: 'serve', of, answer })) === true,
    verify: ({ id, nonce }) =>
      move(
        'verify',
        `UPDATE payment SET state = 'verified', settle_tried = true WHERE id = $1 AND owner = $2 AND nonce = $3 AND state = 'claimed'`,
        [id, owner, nonce],
      ),
    async owe({ id, nonce }, { transaction, logIndex }) {
      const moved = move(
        'owe',
        `UPDATE payment SET state = 'owed', transaction = $2, log_index = $3, settled_at = now(), reason = NULL
         WHERE id = $1 AND nonce = $4 AND state IN ('claimed', 'verified', 'pending')`,
        [id, transaction, logIndex, nonce],
      )
      return moved.catch(falseIfTaken)
    },
    settle: async (of, charge) => (await write({ kind: 'settle', of, charge }).catch(falseIfTaken)) === true,
    async leave({ id, nonce }) {
      await write({ kind: 'leave', of: { id, nonce } })
    },
    pend: ({ id, nonce }, transaction, answer) =>
      move(
        'pend',
        `UPDATE payment SET state = 'pending', settle_tried = true, lease_until = now(), reason = 'settlement_pending',
           transaction = coalesce($2, transaction), answer_type = coalesce($3, answer_type), answer = coalesce($4, answer)
         WHERE id = $1 AND owner = $5 AND nonce = $6 AND state IN ('verified', 'served', 'pending')`,
        [id, transaction, answer?.type ?? null, answer?.body ?? null, owner, nonce],
      ),
    release: ({ id, nonce }, reason) =>
      move(
        'release',
        `UPDATE payment SET state = 'released', identifier = NULL, reason = $2
         WHERE id = $1 AND owner = $3 AND nonce = $4 AND state IN ('claimed', 'verified')`,
        [id, reason, owner, nonce],
      ),
    async fail({ id, nonce }, reason) {
      await move(
        'fail',
        // What stood on the chain once was public: only its payer's proof tries it again.
        `UPDATE payment SET state = 'failed', settle_tried = true, identifier = NULL, answer = NULL,
           reason = CASE WHEN left_at IS NULL THEN $2 ELSE 'settle_failed' END
         WHERE id = $1 AND owner = $3 AND nonce = $4 AND state IN ('verified', 'served', 'pending')`,
        [id, reason, owner, nonce],
      )
    },
    async revive({ id, nonce }) {
      await move('revive', `UPDATE payment SET state = 'released' WHERE id = $1 AND nonce = $2 AND state = 'failed'`, [id, nonce])
    },
    async letGo({ id, nonce }) {
      await move(
        'let_go',
        `UPDATE payment SET lease_until = now() WHERE id = $1 AND owner = $2 AND nonce = $3 AND state IN ('owed', 'settled')`,
        [id, owner, nonce],
      )
    },
  }
}

// A transfer that pays for another payment already breaks a unique index.
function falseIfTaken(error: { constraint?: string }): false {
  if (error.constraint === 'payment_transfer') return false
  throw error
}

// A second payment under a known identifier breaks a unique index.
async function claimNamed(pool: Pool, owner: number, claim: NewClaim): Promise<Written> {
  try {
    return (await writePayments(pool, owner, [{ kind: 'reclaim', claim }]))[0]!
  } catch (error) {
    if ((error as { code?: string; constraint?: string }).constraint === 'payment_identifier') return null
    throw error
  }
}
