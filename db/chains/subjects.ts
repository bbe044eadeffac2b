// Everything facts of a chain are about: what is known of each, and which have to be read.

import type { Connection, Queryable } from '../client.ts'
import type { ChainPlace } from './checkpoints.ts'

export interface Subject {
  readonly topic: string
  readonly key: string
  /** The fact as last appended, without when it was read; null: there is none. */
  readonly content: string | null
  /** The time of the block for which it was last appended. */
  readonly appendedFor: Date | null
  readonly parts: readonly string[]
  readonly undone: boolean
}

export interface SubjectName {
  readonly topic: string
  readonly key: string
  readonly parts: readonly string[]
}

const columns = 'topic, key, content, appended_for, parts, undone'
// Names travel as text; '' stands for no parts.
const between = ' '

export async function findSubjects(
  database: Queryable,
  place: ChainPlace,
  topic: string,
  keys: readonly string[],
): Promise<Map<string, Subject>> {
  if (keys.length === 0) return new Map()
  const found = await select(database, place, 'AND topic = $3 AND key = ANY($4)', [topic, keys])
  return new Map(found.map((subject) => [subject.key, subject]))
}

/** Those whose facts are wrong before those that are merely unread. */
export function listDue(database: Queryable, place: ChainPlace, limit: number): Promise<Subject[]> {
  return select(database, place, 'AND due ORDER BY undone DESC, topic, key LIMIT $3', [limit])
}

export async function countDue(database: Queryable, place: ChainPlace): Promise<number> {
  const { rows } = await database.query<{ n: string }>(
    'SELECT count(*) AS n FROM chain_subject WHERE chain_id = $1 AND source = $2 AND due',
    [place.chainId, place.source],
  )
  return Number(rows[0]!.n)
}

export async function countSubjects(database: Queryable, place: ChainPlace): Promise<number> {
  const { rows } = await database.query<{ n: string }>(
    'SELECT count(*) AS n FROM chain_subject WHERE chain_id = $1 AND source = $2',
    [place.chainId, place.source],
  )
  return Number(rows[0]!.n)
}

/** The facts a source has of a topic, as it appended them. */
export function listContents(database: Queryable, place: ChainPlace, topic: string): Promise<Subject[]> {
  return select(database, place, 'AND topic = $3 AND content IS NOT NULL ORDER BY key', [topic])
}

export function listSome(database: Queryable, place: ChainPlace, limit: number): Promise<Subject[]> {
  return select(database, place, 'ORDER BY topic, key LIMIT $3', [limit])
}

/** Who is new is added, who is known is to be read again; their parts only grow. In doubt: their facts may not be what is known of them. */
export async function markDue(
  connection: Connection,
  place: ChainPlace,
  names: readonly SubjectName[],
  state: 'unread' | 'in doubt',
): Promise<void> {
  if (names.length === 0) return
  await connection.query(
    `INSERT INTO chain_subject AS s (chain_id, source, topic, key, parts, due, undone)
     SELECT $1, $2, topic, key, string_to_array(parts, '${between}'), true, $6 FROM unnest($3::text[], $4::text[], $5::text[]) AS i(topic, key, parts)
     ORDER BY topic, key
     ON CONFLICT (chain_id, source, topic, key) DO UPDATE SET due = true, undone = s.undone OR excluded.undone,
       parts = CASE WHEN excluded.parts <@ s.parts THEN s.parts ELSE (SELECT array_agg(DISTINCT p ORDER BY p) FROM unnest(s.parts || excluded.parts) p) END`,
    [
      place.chainId,
      place.source,
      names.map((name) => name.topic),
      names.map((name) => name.key),
      names.map((name) => name.parts.join(between)),
      state === 'in doubt',
    ],
  )
}

export async function markAllDue(connection: Connection, place: ChainPlace): Promise<void> {
  await connection.query('UPDATE chain_subject SET due = true WHERE chain_id = $1 AND source = $2 AND NOT due', [
    place.chainId,
    place.source,
  ])
}

export interface ReadSubject extends SubjectName {
  readonly content: string | null
  readonly appendedFor: Date | null
}

export async function storeRead(connection: Connection, place: ChainPlace, read: readonly ReadSubject[]): Promise<void> {
  if (read.length === 0) return
  await connection.query(
    `INSERT INTO chain_subject AS s (chain_id, source, topic, key, content, appended_for, parts, due)
     SELECT $1, $2, topic, key, content, appended_for, string_to_array(parts, '${between}'), false
     FROM unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[]) AS i(topic, key, content, appended_for, parts)
     ORDER BY topic, key
     ON CONFLICT (chain_id, source, topic, key) DO UPDATE SET content = excluded.content, appended_for = excluded.appended_for,
       parts = excluded.parts, due = false, undone = false`,
    [
      place.chainId,
      place.source,
      read.map((one) => one.topic),
      read.map((one) => one.key),
      read.map((one) => one.content),
      read.map((one) => one.appendedFor),
      read.map((one) => one.parts.join(between)),
    ],
  )
}

export async function forgetSubjects(connection: Connection, place: ChainPlace, topic: string, keys: readonly string[]) {
  await connection.query('DELETE FROM chain_subject WHERE chain_id = $1 AND source = $2 AND topic = $3 AND key = ANY($4)', [
    place.chainId,
    place.source,
    topic,
    keys,
  ])
}

async function select(database: Queryable, place: ChainPlace, rest: string, values: readonly unknown[]): Promise<Subject[]> {
  const { rows } = await database.query<{
    topic: string
    key: string
    content: string | null
    appended_for: Date | null
    parts: string[]
    undone: boolean
  }>(`SELECT ${columns} FROM chain_subject WHERE chain_id = $1 AND source = $2 ${rest}`, [place.chainId, place.source, ...values])
  return rows.map(({ appended_for, ...row }) => ({ ...row, appendedFor: appended_for }))
}
