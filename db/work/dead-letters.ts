// Records that could not be applied, kept with their reason until somebody decides.
import type { Queryable } from '../client.ts'

export interface DeadLetter {
  readonly group: string
  readonly topic: string
  readonly partition: number
  readonly offset: bigint
  readonly key: string
  readonly value: string | null
  readonly reason: string
  /** Service keys whose formula failed; a retry computes them again. */
  readonly computeKeys?: readonly string[]
}

export interface StoredDeadLetter extends DeadLetter {
  readonly id: number
  readonly failedAt: Date
  readonly retriedAt: Date | null
}

const reasonLength = 1_000
// Postgres keeps no NUL; what was set aside for one is kept all the same.
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd')

export async function addDeadLetters(database: Queryable, letters: readonly DeadLetter[]): Promise<void> {
  for (const letter of letters) {
    await database.query(
      `INSERT INTO dead_letter (group_name, topic, partition, "offset", key, value, reason, compute_keys)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (group_name, topic, partition, "offset") DO UPDATE SET reason = excluded.reason, compute_keys = excluded.compute_keys, failed_at = now()`,
      [
        letter.group,
        letter.topic,
        letter.partition,
        letter.offset.toString(),
        withoutNul(letter.key),
        letter.value === null ? null : withoutNul(letter.value),
        withoutNul(letter.reason.slice(0, reasonLength)),
        letter.computeKeys ?? [],
      ],
    )
  }
}

interface Row {
  id: string
  group_name: string
  topic: string
  partition: number
  offset: string
  key: string
  value: string | null
  reason: string
  compute_keys: string[]
  failed_at: Date
  retried_at: Date | null
}

export async function listDeadLetters(
  database: Queryable,
  only: { id?: number; group?: string; limit?: number } = {},
): Promise<StoredDeadLetter[]> {
  const { rows } = await database.query<Row>(
    'SELECT * FROM dead_letter WHERE ($1::bigint IS NULL OR id = $1) AND ($2::text IS NULL OR group_name = $2) ORDER BY id DESC LIMIT $3',
    [only.id ?? null, only.group ?? null, only.limit ?? 100],
  )
  return rows.map((row) => ({
    id: Number(row.id),
    group: row.group_name,
    topic: row.topic,
    partition: row.partition,
    offset: BigInt(row.offset),
    key: row.key,
    value: row.value,
    reason: row.reason,
    computeKeys: row.compute_keys,
    failedAt: row.failed_at,
    retriedAt: row.retried_at,
  }))
}

export async function countDeadLetters(database: Queryable, group?: string): Promise<number> {
  const { rows } = await database.query<{ n: string }>(
    'SELECT count(*) AS n FROM dead_letter WHERE $1::text IS NULL OR group_name = $1',
    [group ?? null],
  )
  return Number(rows[0]!.n)
}

export async function dropDeadLetters(database: Queryable, group?: string): Promise<number> {
  const { rowCount } = await database.query('DELETE FROM dead_letter WHERE $1::text IS NULL OR group_name = $1', [group ?? null])
  return rowCount ?? 0
}

export async function dropDeadLetter(database: Queryable, id: number): Promise<boolean> {
  return (await database.query('DELETE FROM dead_letter WHERE id = $1', [id])).rowCount === 1
}

export async function markRetried(database: Queryable, id: number): Promise<void> {
  await database.query('UPDATE dead_letter SET retried_at = now() WHERE id = $1', [id])
}
