// Payments in Postgres: every move of the state machine is one conditional statement, so two processes can never both make it.

import { createBatcher } from './batcher.ts'
import type { Pool } from './client.ts'
import {
  isAbandoned,
  type NewClaim,
  type PaymentKey,
  type PaymentRow,
  readRow,
  rowColumns,
  type StoredAnswer,
} from './payment-row.ts'

export type Claimed = { readonly id: string; readonly settleTried: boolean }
export type Charge = { readonly transaction: string; readonly answer?: StoredAnswer }

export interface PaymentStore {
  /** Null when somebody has claimed it before: look at the row. Claimed as `verified`, a settlement may be sent as soon as this is done. */
  claim(claim: NewClaim): Promise<Claimed | null>
  find(key: PaymentKey): Promise<PaymentRow | null>
  findByIdentifier(run: string, payer: string, identifier: string): Promise<PaymentRow | null>
  /** Makes an abandoned row this process's own; false when somebody was faster. */
  takeOver(row: PaymentRow, leaseSeconds: number): Promise<boolean>
  /** The answer exists; a settlement may be sent from here on. False when the claim was lost meanwhile. */
  serve(id: string, answer: StoredAnswer): Promise<boolean>
  /** settle first: a settlement may be sent from here on. */
  verify(id: string): Promise<boolean>
  /** Charged, but no answer yet. */
  owe(id: string, transaction: string): Promise<void>
  /** Charged, and the answer is there. False when the answer came too late: somebody else answers this payment by now. */
  settle(id: string, charge: Charge): Promise<boolean>
  pend(id: string, transaction: string | null, answer?: StoredAnswer): Promise<void>
  release(id: string, reason: string): Promise<void>
  fail(id: string, reason: string): Promise<void>
  /** The work failed; the next retry of the payment may try it again at once. */
  letGo(id: string): Promise<void>
}

export function createPaymentStore(pool: Pool, owner: number): PaymentStore {
  const claim = createBatcher<NewClaim, Claimed | null>((claims) => claimAll(pool, owner, claims))
  const serve = createBatcher<{ id: string; answer: StoredAnswer }, boolean>((served) => serveAll(pool, owner, served))
  const settle = createBatcher<{ id: string; charge: Charge }, boolean>((charges) => settleAll(pool, charges))
  const move = async (name: string, sql: string, values: unknown[]): Promise<boolean> =>
    ((await pool.query({ name: `payment_${name}`, text: sql, values })).rowCount ?? 0) > 0
  const find = async (name: string, where: string, values: unknown[]): Promise<PaymentRow | null> => {
    const text = `SELECT ${rowColumns}, ${isAbandoned} AS abandoned FROM payment p WHERE ${where}`
    const { rows } = await pool.query({ name: `payment_${name}`, text, values })
    return rows[0] ? readRow(rows[0]) : null
  }
  return {
    // A second payment under a known identifier breaks a unique index; alone in its statement it fails alone.
    claim: (wanted) => (wanted.identifier === null ? claim(wanted) : claimNamed(pool, owner, wanted)),
    find: ({ run, network, asset, payer, nonce }) =>
      find('find', 'run = $1 AND network = $2 AND asset = $3 AND payer = $4 AND nonce = $5', [run, network, asset, payer, nonce]),
    findByIdentifier: (run, payer, identifier) =>
      find('find_identifier', 'run = $1 AND payer = $2 AND identifier = $3', [run, payer, identifier]),
    takeOver: (row, leaseSeconds) =>
      move(
        'take_over',
        `UPDATE payment p SET owner = $3, lease_until = now() + make_interval(secs => $4)
         WHERE id = $1 AND state = $2 AND ${isAbandoned}`,
        [row.id, row.state, owner, leaseSeconds],
      ),
    serve: (id, answer) => serve({ id, answer }),
    verify: (id) =>
      move(
        'verify',
        `UPDATE payment SET state = 'verified', settle_tried = true WHERE id = $1 AND owner = $2 AND state = 'claimed'`,
        [id, owner],
      ),
    async owe(id, transaction) {
      const from = `('claimed', 'verified', 'pending')`
      await move(
        'owe',
        `UPDATE payment SET state = 'owed', transaction = $2, settled_at = now(), reason = NULL WHERE id = $1 AND state IN ${from}`,
        [id, transaction],
      )
    },
    settle: (id, charge) => settle({ id, charge }),
    async pend(id, transaction, answer) {
      await move(
        'pend',
        `UPDATE payment SET state = 'pending', settle_tried = true, lease_until = now(), reason = 'settlement_pending',
           transaction = coalesce($2, transaction), answer_type = coalesce($3, answer_type), answer = coalesce($4, answer)
         WHERE id = $1 AND owner = $5 AND state IN ('verified', 'served', 'pending')`,
        [id, transaction, answer?.type ?? null, answer?.body ?? null, owner],
      )
    },
    async release(id, reason) {
      await move(
        'release',
        `UPDATE payment SET state = 'released', identifier = NULL, reason = $2 
         WHERE id = $1 AND owner = $3 AND state IN ('claimed', 'verified')`,
        [id, reason, owner],
      )
    },
    async fail(id, reason) {
      await move(
        'fail',
        `UPDATE payment SET state = 'failed', settle_tried = true, identifier = NULL, answer = NULL, reason = $2
         WHERE id = $1 AND owner = $3 AND state IN ('verified', 'served', 'pending')`,
        [id, reason, owner],
      )
    },
    async letGo(id) {
      await move('let_go', `UPDATE payment SET lease_until = now() WHERE id = $1 AND owner = $2 AND state = 'owed'`, [id, owner])
    },
  }
}

// Only what money or an answer hangs on waits for the disk. A lost `claimed` costs nothing (serving it then finds no row and nothing
// is charged), and a settlement whose answer is on the disk already is found on the chain again.
const lazilyIf = (isLazy: string) =>
  `(SELECT CASE WHEN ${isLazy} THEN set_config('synchronous_commit', 'off', true) END) AS lazily`

const claimColumns = `run, network, asset, payer, nonce, fingerprint, identifier, dialect, method, route, resource, pay_to, symbol,
  decimals, amount, valid_before`
const claimSql = `
  INSERT INTO payment AS p (${claimColumns}, state, owner, lease_until)
  SELECT ${claimColumns}, state, $2::int, now() + make_interval(secs => lease_seconds)
  FROM json_to_recordset($1::json) AS x(run text, network text, asset text, payer text, nonce text, fingerprint text, identifier text,
    dialect smallint, method text, route text, resource text, pay_to text, symbol text, decimals smallint, amount bigint,
    valid_before timestamptz, state text, lease_seconds float8), ${lazilyIf('$3::boolean')}
  ON CONFLICT (run, network, asset, payer, nonce) DO UPDATE SET
    state = excluded.state, owner = excluded.owner, lease_until = excluded.lease_until, fingerprint = excluded.fingerprint,
    identifier = excluded.identifier, dialect = excluded.dialect, method = excluded.method, route = excluded.route,
    resource = excluded.resource, amount = excluded.amount, pay_to = excluded.pay_to, reason = NULL, claimed_at = now(),
    settle_tried = p.settle_tried AND p.fingerprint = excluded.fingerprint
  WHERE p.state IN ('released', 'failed') OR (p.state = 'claimed' AND p.lease_until < now())
  RETURNING id, run, network, asset, payer, nonce, settle_tried`

async function claimAll(pool: Pool, owner: number, claims: readonly NewClaim[]): Promise<(Claimed | null)[]> {
  const input = claims.map(({ payTo, validBefore, leaseSeconds, amount, ...same }) => ({
    ...same,
    pay_to: payTo,
    amount: amount.toString(),
    valid_before: validBefore,
    lease_seconds: leaseSeconds,
  }))
  const isLazy = claims.every(({ state }) => state === 'claimed')
  const { rows } = await pool.query({ name: 'payment_claim', text: claimSql, values: [JSON.stringify(input), owner, isLazy] })
  const won = new Map(rows.map((row) => [keyOf(row), { id: row.id, settleTried: row.settle_tried }]))
  return claims.map((claim) => won.get(keyOf(claim)) ?? null)
}

async function claimNamed(pool: Pool, owner: number, claim: NewClaim): Promise<Claimed | null> {
  try {
    return (await claimAll(pool, owner, [claim]))[0]!
  } catch (error) {
    if ((error as { code?: string; constraint?: string }).constraint === 'payment_identifier') return null
    throw error
  }
}

function keyOf({ run, network, asset, payer, nonce }: PaymentKey): string {
  return `${run} ${network} ${asset} ${payer} ${nonce}`
}

async function serveAll(pool: Pool, owner: number, served: readonly { id: string; answer: StoredAnswer }[]): Promise<boolean[]> {
  const text = `
    UPDATE payment p SET state = 'served', settle_tried = true, served_at = now(), answer_type = x.type, answer = x.body
    FROM json_to_recordset($1::json) AS x(id bigint, type text, body text)
    WHERE p.id = x.id AND p.owner = $2::int AND p.state = 'claimed' RETURNING p.id`
  const input = served.map(({ id, answer }) => ({ id, ...answer }))
  const { rows } = await pool.query({ name: 'payment_serve', text, values: [JSON.stringify(input), owner] })
  const done = new Set(rows.map((row) => row.id))
  return served.map(({ id }) => done.has(id))
}

// A settlement is a fact of the chain: it is recorded whoever owns the row by now. The first answer stays: a process that slept
// through its lease must not replace what others have been given.
async function settleAll(pool: Pool, charges: readonly { id: string; charge: Charge }[]): Promise<boolean[]> {
  const text = `
    UPDATE payment p SET state = 'settled', transaction = x.transaction, settled_at = coalesce(p.settled_at, now()), reason = NULL,
      answer_type = coalesce(x.type, p.answer_type), answer = coalesce(x.body, p.answer)
    FROM json_to_recordset($1::json) AS x(id bigint, transaction text, type text, body text), ${lazilyIf('$2::boolean')}
    WHERE p.id = x.id AND p.state IN ('verified', 'served', 'pending', 'owed')
    RETURNING p.id`
  const input = charges.map(({ id, charge }) => ({ id, transaction: charge.transaction, ...charge.answer }))
  const isLazy = charges.every(({ charge }) => charge.answer === undefined)
  const { rows } = await pool.query({ name: 'payment_settle', text, values: [JSON.stringify(input), isLazy] })
  const done = new Set(rows.map((row) => row.id))
  return charges.map(({ id }) => done.has(id))
}
