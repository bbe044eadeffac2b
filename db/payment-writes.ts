// The ledger's writes on a paid call's way: claims, answers and charges of many calls in one statement and one wait for the disk.
import type { Pool } from './client.ts'
import type { NewClaim, PaymentKey, StoredAnswer } from './payment-row.ts'

export type Claimed = { readonly id: string; readonly settleTried: boolean }
export type Charge = {
  readonly transaction: string
  readonly answer?: StoredAnswer
  /** The answer could be made once more, should the database forget this one. */
  readonly canRepeat?: boolean
}

export type PaymentWrite =
  | { readonly kind: 'claim'; readonly claim: NewClaim }
  | { readonly kind: 'serve'; readonly id: string; readonly answer: StoredAnswer }
  | { readonly kind: 'settle'; readonly id: string; readonly charge: Charge }
type Kind = PaymentWrite['kind']
type Of<K extends Kind> = Extract<PaymentWrite, { kind: K }>

/** What a write came to: a claim's row, a move's success. */
export type Written = Claimed | boolean | null

const claimColumns = `run, network, asset, payer, nonce, fingerprint, identifier, dialect, method, route, resource, pay_to, symbol,
  decimals, amount, valid_before`
const isClaimable = (row: string) =>
  `(${row}.state IN ('released', 'failed') OR (${row}.state = 'claimed' AND ${row}.lease_until < now()))`

// A claim that cannot be had is left out before it locks a row that another process is about to settle; the rest goes in by key, so
// that two processes never wait for each other in a circle. Looked up row by row: no plan may read the whole table for it.
const claimSql = (input: string, owner: string) => `
  INSERT INTO payment AS p (${claimColumns}, state, owner, lease_until)
  SELECT ${claimColumns}, state, ${owner}::int, now() + make_interval(secs => lease_seconds)
  FROM json_to_recordset(${input}::json) AS x(run text, network text, asset text, payer text, nonce text, fingerprint text,
    identifier text, dialect smallint, method text, route text, resource text, pay_to text, symbol text, decimals smallint,
    amount bigint, valid_before timestamptz, state text, lease_seconds float8)
  WHERE coalesce((SELECT ${isClaimable('q')} FROM payment q
    WHERE q.run = x.run AND q.network = x.network AND q.asset = x.asset AND q.payer = x.payer AND q.nonce = x.nonce), true)
  ORDER BY run, network, asset, payer, nonce
  ON CONFLICT (run, network, asset, payer, nonce) DO UPDATE SET
    state = excluded.state, owner = excluded.owner, lease_until = excluded.lease_until, fingerprint = excluded.fingerprint,
    identifier = excluded.identifier, dialect = excluded.dialect, method = excluded.method, route = excluded.route,
    resource = excluded.resource, amount = excluded.amount, pay_to = excluded.pay_to, reason = NULL, claimed_at = now(),
    settle_tried = p.settle_tried AND p.fingerprint = excluded.fingerprint
  WHERE ${isClaimable('p')}
  RETURNING 'claim' AS kind, p.id, p.run, p.network, p.asset, p.payer, p.nonce, p.settle_tried`

const moved = (kind: Kind) =>
  `RETURNING '${kind}' AS kind, p.id, NULL::text AS run, NULL::text AS network, NULL::text AS asset, NULL::text AS payer,
    NULL::text AS nonce, true AS settle_tried`

// BETWEEN: joined by an equality, a plan kept from an empty table reads its whole index, and goes on to when it is no longer empty.
const serveSql = (input: string, owner: string) => `
  UPDATE payment p SET state = 'served', settle_tried = true, served_at = now(), answer_type = x.type, answer = x.body
  FROM json_to_recordset(${input}::json) AS x(id bigint, type text, body text)
  WHERE p.id BETWEEN x.id AND x.id AND p.owner = ${owner}::int AND p.state = 'claimed' ${moved('serve')}`

// A settlement is a fact of the chain: it is recorded whoever owns the row by now. The first answer stays: a process that slept
// through its lease must not replace what others have been given.
const settleSql = (input: string) => `
  UPDATE payment p SET state = 'settled', transaction = x.transaction, settled_at = coalesce(p.settled_at, now()), reason = NULL,
    answer_type = coalesce(x.type, p.answer_type), answer = coalesce(x.body, p.answer)
  FROM json_to_recordset(${input}::json) AS x(id bigint, transaction text, type text, body text)
  WHERE p.id BETWEEN x.id AND x.id AND p.state IN ('verified', 'served', 'pending', 'owed') ${moved('settle')}`

// Only what money or an answer hangs on waits for the disk. Should the database itself crash before the rest is there: a lost
// `claimed` costs nothing (serving it then finds no row and nothing is charged); a lost settlement is found on the chain again by its
// claim, which was on the disk before anything was sent, and its answer is there as well, or can be made once more.
export function isLazy(write: PaymentWrite): boolean {
  if (write.kind === 'claim') return write.claim.state === 'claimed'
  return write.kind === 'settle' && (write.charge.answer === undefined || write.charge.canRepeat === true)
}

export async function writePayments(pool: Pool, owner: number, writes: readonly PaymentWrite[]): Promise<Written[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const ownerAt = bind(owner)
  const parts: [Kind, string][] = []
  const [claims, served, charges] = [ofKind(writes, 'claim'), ofKind(writes, 'serve'), ofKind(writes, 'settle')]
  if (charges.length > 0) parts.push(['settle', settleSql(bind(JSON.stringify(charges.map(chargeInput))))])
  if (served.length > 0) parts.push(['serve', serveSql(bind(JSON.stringify(served.map(answerInput))), ownerAt)])
  if (claims.length > 0) parts.push(['claim', claimSql(bind(JSON.stringify(claims.map(claimInput))), ownerAt)])
  const lazily = `SELECT 'lazily', NULL, set_config('synchronous_commit', 'off', true), NULL, NULL, NULL, NULL, NULL
    WHERE ${bind(writes.every(isLazy))}::boolean AND ${ownerAt}::int > 0`
  const text = `WITH ${parts.map(([kind, sql]) => `${kind}_part AS (${sql})`).join(', ')}
    ${parts.map(([kind]) => `SELECT * FROM ${kind}_part`).join(' UNION ALL ')} UNION ALL ${lazily}`
  const name = `payment_${parts.map(([kind]) => kind).join('_')}`
  const { rows } = await pool.query({ name, text, values })
  const done = new Map(rows.map((row) => [row.kind === 'claim' ? keyOf(row) : `${row.kind} ${row.id}`, row]))
  return writes.map((write) => {
    if (write.kind !== 'claim') return done.has(`${write.kind} ${write.id}`)
    const row = done.get(keyOf(write.claim))
    return row === undefined ? null : { id: row.id, settleTried: row.settle_tried }
  })
}

/** The server said no to a statement: nothing of it was done. A connection that broke says nothing of the kind. */
export function wasRefusedWhole(error: unknown): boolean {
  return (error as { severity?: unknown }).severity === 'ERROR'
}

function ofKind<K extends Kind>(writes: readonly PaymentWrite[], kind: K): Of<K>[] {
  return writes.filter((write): write is Of<K> => write.kind === kind)
}

const claimInput = ({ claim: { payTo, validBefore, leaseSeconds, amount, ...same } }: Of<'claim'>) => ({
  ...same,
  pay_to: payTo,
  amount: amount.toString(),
  valid_before: validBefore,
  lease_seconds: leaseSeconds,
})
const answerInput = ({ id, answer }: Of<'serve'>) => ({ id, ...answer })
const chargeInput = ({ id, charge }: Of<'settle'>) => ({ id, transaction: charge.transaction, ...charge.answer })

function keyOf({ run, network, asset, payer, nonce }: PaymentKey): string {
  return `${run} ${network} ${asset} ${payer} ${nonce}`
}
