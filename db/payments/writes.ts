// The ledger's writes on a paid call's way: the claims, the answers or the charges of many calls in one statement and one wait for the disk.
import { textArray } from '../arrays.ts'
import type { Pool } from '../client.ts'
import { claimKeyOf } from './claim-key.ts'
import type { NewClaim, PaidAt, PaymentKey, PaymentName, StoredAnswer } from './row.ts'

export type Claimed = { readonly id: string; readonly settleTried: boolean }
export type Charge = PaidAt & {
  readonly answer?: StoredAnswer
  /** The answer could be made once more, should the database forget this one. */
  readonly canRepeat?: boolean
  /** Nobody waits for it to be written down. */
  readonly hasTime?: boolean
  /** All of the answer has left. */
  readonly hasLeft?: boolean
}

export type PaymentWrite =
  /** Of a payment that nobody has claimed before: null when somebody has. */
  | { readonly kind: 'claim'; readonly claim: NewClaim }
  /** Of any payment, as far as it may be claimed once more. */
  | { readonly kind: 'reclaim'; readonly claim: NewClaim }
  | { readonly kind: 'serve'; readonly of: PaymentName; readonly answer: StoredAnswer }
  | { readonly kind: 'settle'; readonly of: PaymentName; readonly charge: Charge }
  | { readonly kind: 'leave'; readonly of: PaymentName }
export type WriteKind = PaymentWrite['kind']
type Of<K extends WriteKind> = Extract<PaymentWrite, { kind: K }>
type Column<K extends WriteKind> = readonly [name: string, type: string, read: (write: Of<K>) => string | null]

/** What a write came to: a claim's row, a move's success. */
export type Written = Claimed | boolean | null

const claimColumns: readonly Column<'claim' | 'reclaim'>[] = [
  ['run', 'text', ({ claim }) => claim.run],
  ['network', 'text', ({ claim }) => claim.network],
  ['asset', 'text', ({ claim }) => claim.asset],
  ['payer', 'text', ({ claim }) => claim.payer],
  ['nonce', 'text', ({ claim }) => claim.nonce],
  ['state', 'text', ({ claim }) => claim.state],
  ['fingerprint', 'text', ({ claim }) => claim.fingerprint],
  ['identifier', 'text', ({ claim }) => claim.identifier],
  ['dialect', 'smallint', ({ claim }) => String(claim.dialect)],
  ['method', 'text', ({ claim }) => claim.method],
  ['route', 'text', ({ claim }) => claim.route],
  ['resource', 'text', ({ claim }) => claim.resource],
  ['pay_to', 'text', ({ claim }) => claim.payTo],
  ['symbol', 'text', ({ claim }) => claim.symbol],
  ['decimals', 'smallint', ({ claim }) => String(claim.decimals)],
  ['amount', 'bigint', ({ claim }) => claim.amount.toString()],
  ['valid_before', 'timestamptz', ({ claim }) => claim.validBefore.toISOString()],
  ['lease_until', 'interval', ({ claim }) => `${claim.leaseSeconds} s`],
]
// What all claims of one price list have in common, and besides all of one route: most of those that come together.
const terms = ['run', 'network', 'asset', 'state', 'identifier', 'dialect', 'pay_to', 'symbol', 'decimals']
const sale = ['method', 'route', 'resource', 'amount', 'lease_until']
const serveColumns: readonly Column<'serve'>[] = [
  ['id', 'bigint', ({ of }) => of.id],
  ['nonce', 'text', ({ of }) => of.nonce],
  ['type', 'text', ({ answer }) => answer.type],
  ['body', 'text', ({ answer }) => answer.body],
]
const settleColumns: readonly Column<'settle'>[] = [
  ['id', 'bigint', ({ of }) => of.id],
  ['nonce', 'text', ({ of }) => of.nonce],
  ['transaction', 'text', ({ charge }) => charge.transaction],
  ['log_index', 'integer', ({ charge }) => (charge.logIndex === null ? null : String(charge.logIndex))],
  ['has_left', 'boolean', ({ charge }) => String(charge.hasLeft === true)],
  ['type', 'text', ({ charge }) => charge.answer?.type ?? null],
  ['body', 'text', ({ charge }) => charge.answer?.body ?? null],
]

const leaveColumns: readonly Column<'leave'>[] = [
  ['id', 'bigint', ({ of }) => of.id],
  ['nonce', 'text', ({ of }) => of.nonce],
]

// What failed on the chain was public before it failed: it takes a proof to try it again.
const isClaimable = (row: string) =>
  `(${row}.state = 'released' OR (${row}.state = 'failed' AND ${row}.reason IS DISTINCT FROM 'settle_failed') OR (${row}.state = 'claimed' AND ${row}.lease_until < now()))`
const insertSql = (input: string) => {
  const names = claimColumns.map(([name]) => name)
  const given = claimColumns.map(([name, type]) => (type === 'interval' ? `now() + x.${name}` : `x.${name}`))
  return `INSERT INTO payment AS p (owner, ${names.join(', ')}) SELECT $1::int, ${given.join(', ')} FROM ${input}`
}
const claimed = `RETURNING p.id, p.run || ' ' || p.network || ' ' || p.asset || ' ' || p.payer || ' ' || p.nonce AS key, p.settle_tried`
const moved = 'RETURNING p.id'

const claimSql = (input: string) => `${insertSql(input)} ON CONFLICT (${claimKeyOf()}) DO NOTHING ${claimed}`

// A claim that cannot be had is left out before it locks a row that another process is about to settle. Looked up row by row: no
// plan may read the whole table for it. Locked by id, as what moves is, so that two processes never wait for each other in a circle.
const reclaimSql = (input: string) => `
  ${insertSql(input)}
  LEFT JOIN LATERAL (SELECT q.id, ${isClaimable('q')} AS claimable FROM payment q
    WHERE ${claimKeyOf('q')} = ${claimKeyOf('x')}) AS known ON true
  WHERE coalesce(known.claimable, true) ORDER BY known.id, x.nonce
  ON CONFLICT (${claimKeyOf()}) DO UPDATE SET
    state = excluded.state, owner = excluded.owner, lease_until = excluded.lease_until, fingerprint = excluded.fingerprint,
    identifier = excluded.identifier, dialect = excluded.dialect, method = excluded.method, route = excluded.route,
    resource = excluded.resource, amount = excluded.amount, pay_to = excluded.pay_to, reason = NULL, claimed_at = now(), left_at = NULL,
    settle_tried = p.settle_tried AND p.fingerprint = excluded.fingerprint
  WHERE ${isClaimable('p')} ${claimed}`

// BETWEEN: joined by an equality, a plan kept from an empty table reads its whole index, and goes on to when it is no longer empty.
const serveSql = (input: string) => `
  UPDATE payment p SET state = 'served', settle_tried = true, served_at = now(), answer_type = x.type, answer = x.body
  FROM ${input} WHERE p.id BETWEEN x.id AND x.id AND p.nonce = x.nonce AND p.owner = $1::int AND p.state = 'claimed' ${moved}`

// A settlement is a fact of the chain: it is recorded whoever owns the row by now. The first answer stays: a process that slept
// through its lease must not replace what others have been given.
const settleSql = (input: string) => `
  UPDATE payment p SET state = 'settled', transaction = x.transaction, settled_at = coalesce(p.settled_at, now()), reason = NULL,
    log_index = x.log_index, left_at = CASE WHEN x.has_left THEN now() ELSE p.left_at END,
    answer_type = coalesce(x.type, p.answer_type), answer = coalesce(x.body, p.answer)
  FROM ${input} WHERE p.id BETWEEN x.id AND x.id AND p.nonce = x.nonce AND p.state IN ('verified', 'served', 'pending', 'owed') AND $1::int > 0 ${moved}`

const leaveSql = (input: string) => `
  UPDATE payment p SET left_at = now() FROM ${input}
  WHERE p.id BETWEEN x.id AND x.id AND p.nonce = x.nonce AND p.state = 'settled' AND p.left_at IS NULL AND $1::int > 0 ${moved}`

type Columns = readonly (readonly [name: string, type: string, read: (write: any) => string | null])[]
/** A way of saying it: `once` are the columns that all of its writes have in common. */
type Wording = { readonly name: string; readonly once: ReadonlySet<string>; readonly text: string }
/** The wording with most in common stands first, the last one fits all. */
type Statement = { readonly columns: Columns; readonly wordings: readonly Wording[] }
const statements: Readonly<Record<WriteKind, Statement>> = {
  claim: statementOf('claim', claimColumns, claimSql, [
    ['of one route', [...terms, ...sale]],
    ['of one price list', terms],
  ]),
  reclaim: statementOf('reclaim', claimColumns, reclaimSql),
  serve: statementOf('serve', serveColumns, serveSql),
  settle: statementOf('settle', settleColumns, settleSql),
  leave: statementOf('leave', leaveColumns, leaveSql),
}

function statementOf(
  kind: WriteKind,
  columns: Columns,
  sql: (input: string) => string,
  common: readonly (readonly [name: string, columns: readonly string[]])[] = [],
): Statement {
  const wordings = [...common, ['of any', []] as const].map(([name, names]) => {
    const once = new Set<string>(names)
    return { name: `payment_${kind} ${name}`, once, text: sql(inputOf(columns, once)) }
  })
  return { columns, wordings }
}

// Postgres takes each list apart into a table of its own before it joins them into rows: what all rows have in common is no list.
function inputOf(columns: Columns, once: ReadonlySet<string>): string {
  const given = columns.map(([name, type], index) => ({ name, type, value: `$${index + 2}`, isOnce: once.has(name) }))
  const lists = given.filter(({ isOnce }) => !isOnce)
  const selected = given.map(({ name, type, value, isOnce }) => `${isOnce ? `${value}::text` : name}::${type} AS ${name}`)
  const unnested = lists.map(({ value }) => `${value}::text[]`).join(', ')
  const names = lists.map(({ name }) => name).join(', ')
  return `(SELECT ${selected.join(', ')} FROM unnest(${unnested}) AS given(${names})) AS x`
}

// Only what money or an answer hangs on waits for the disk. Should the database itself crash before the rest is there: a lost
// `claimed` costs nothing (serving it then finds no row and nothing is charged); a lost settlement is found on the chain again by its
// claim, which was on the disk before anything was sent, and its answer is there as well, or can be made once more.
export function isLazy(write: PaymentWrite): boolean {
  if (write.kind === 'claim' || write.kind === 'reclaim') return write.claim.state === 'claimed'
  // Forgotten, its payer is given another copy: no more than that.
  if (write.kind === 'leave') return true
  return write.kind === 'settle' && (write.charge.answer === undefined || write.charge.canRepeat === true)
}

/** All of one kind. */
export async function writePayments(pool: Pool, owner: number, writes: readonly PaymentWrite[]): Promise<Written[]> {
  const { kind } = writes[0]!
  const { columns, wordings } = statements[kind]
  const ordered = writes.toSorted(byLock)
  if (ordered.some((write, at) => at > 0 && isOfOneNumber(write, ordered[at - 1]!))) return writeEach(pool, owner, writes)
  const given = columns.map(([name, , read]) => [name, ordered.map(read)] as const)
  const common = new Set(given.filter(([, texts]) => texts.every((text) => text === texts[0])).map(([name]) => name))
  const { name, once, text } = wordings.find((wording) => wording.once.isSubsetOf(common))!
  const values = [owner, ...given.map(([column, texts]) => (once.has(column) ? texts[0] : textArray(texts)))]
  const { rows } = await pool.query({ name, text, values })
  const done = new Map(rows.map((row) => [row.key ?? row.id, row]))
  return writes.map((write) => {
    if (!('claim' in write)) return done.has(write.of.id)
    const row = done.get(keyOf(write.claim))
    return row === undefined ? null : { id: row.id, settleTried: row.settle_tried }
  })
}

// A number that was given twice says of two which of them moved only where each is asked for by itself.
const isOfOneNumber = (a: PaymentWrite, b: PaymentWrite): boolean => 'of' in a && 'of' in b && a.of.id === b.of.id

async function writeEach(pool: Pool, owner: number, writes: readonly PaymentWrite[]): Promise<Written[]> {
  const done: Written[] = []
  for (const write of writes) done.push(...(await writePayments(pool, owner, [write])))
  return done
}

/** The server said no to a statement: nothing of it was done. A connection that broke says nothing of the kind. */
export function wasRefusedWhole(error: unknown): boolean {
  return (error as { severity?: unknown }).severity === 'ERROR'
}

// New rows are locked by key, known ones by id: two processes never wait for each other in a circle.
function byLock(a: PaymentWrite, b: PaymentWrite): number {
  if ('of' in a && 'of' in b) return a.of.id.length - b.of.id.length || (a.of.id < b.of.id ? -1 : 1)
  const [one, other] = [(a as Of<'claim'>).claim, (b as Of<'claim'>).claim]
  if (one.nonce !== other.nonce) return one.nonce < other.nonce ? -1 : 1
  return keyOf(one) < keyOf(other) ? -1 : 1
}

function keyOf({ run, network, asset, payer, nonce }: PaymentKey): string {
  return `${run} ${network} ${asset} ${payer} ${nonce}`
}
