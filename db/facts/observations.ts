// The facts processors compute from: one per topic, key, time and revision, each remembering the record it came from.
import { bigintArray, intArray, textArray, timeArray } from '../arrays.ts'
import type { Connection, Queryable } from '../client.ts'

export interface StoredFact {
  readonly topic: string
  readonly key: string
  readonly observedAt: Date
  readonly revision: bigint
  readonly value: string
  readonly partition: number
  readonly offset: bigint
}

export interface FactSelection {
  readonly topic: string
  readonly keys?: readonly string[]
  readonly days?: number
}

/** Stores what is new; returns the facts whose place is already taken by a different value. */
export async function insertFacts(connection: Connection, facts: readonly StoredFact[]): Promise<StoredFact[]> {
  if (facts.length === 0) return []
  const columns = [
    textArray(facts.map((fact) => fact.topic)),
    textArray(facts.map((fact) => fact.key)),
    timeArray(facts.map((fact) => fact.observedAt)),
    bigintArray(facts.map((fact) => fact.revision)),
    textArray(facts.map((fact) => fact.value)),
    intArray(facts.map((fact) => fact.partition)),
    bigintArray(facts.map((fact) => fact.offset)),
  ]
  const input = 'unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[], $5::text[], $6::int[], $7::bigint[])'
  const names = 'topic, key, observed_at, revision, value, partition, "offset"'
  // Rows already there are left untouched, so that they keep the record they first came from.
  const { rowCount } = await connection.query({
    name: 'facts-insert',
    text: `INSERT INTO observation (${names}) SELECT * FROM ${input} AS i(${names}) WHERE NOT EXISTS (SELECT 1 FROM removal r WHERE r.topic = i.topic AND r.key = i.key AND r.below_offset > i."offset")
           ORDER BY i.topic, i.key, i.observed_at, i.revision ON CONFLICT DO NOTHING`,
    values: columns,
  })
  if (rowCount === facts.length) return []
  const { rows } = await connection.query<{ at: string }>(
    `SELECT i.at FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[], $5::text[]) WITH ORDINALITY
       AS i(topic, key, observed_at, revision, value, at) JOIN observation o USING (topic, key, observed_at, revision) WHERE o.value <> i.value`,
    columns.slice(0, 5),
  )
  return rows.map((row) => facts[Number(row.at) - 1]!)
}

export async function removeFacts(connection: Connection, topic: string, key: string, belowOffset: bigint): Promise<void> {
  await connection.query(
    `INSERT INTO removal (topic, key, below_offset) VALUES ($1, $2, $3)
     ON CONFLICT (topic, key) DO UPDATE SET below_offset = greatest(removal.below_offset, excluded.below_offset)`,
    [topic, key, belowOffset.toString()],
  )
  await connection.query('DELETE FROM observation WHERE topic = $1 AND key = $2 AND "offset" < $3', [
    topic,
    key,
    belowOffset.toString(),
  ])
}

export interface FactRow {
  key: string
  observed_at: Date
  revision: string
  value: string
  partition: number
  offset: string
}

export const factColumns = 'key, observed_at, revision, value, partition, "offset"'

export const toFact = (topic: string, row: FactRow): StoredFact => ({
  topic,
  key: row.key,
  observedAt: row.observed_at,
  revision: BigInt(row.revision),
  value: row.value,
  partition: row.partition,
  offset: BigInt(row.offset),
})

const dayMs = 86_400_000

export async function selectFacts(database: Queryable, selection: FactSelection): Promise<StoredFact[]> {
  const { topic, keys, days } = selection
  // Said as a value, so that a whole topic's newest days are found by their index: a subquery's is not known when it is planned.
  const from = keys === undefined && days !== undefined ? await newestDays(database, topic, days) : null
  const { rows } = await database.query<FactRow>({
    name: 'facts-select',
    text: selectQuery,
    values: [topic, keys ?? null, days ?? null, from],
  })
  return (from === null ? rows : withinDays(rows, days!)).map((row) => toFact(topic, row))
}

export const selectQuery = `SELECT DISTINCT ON (key, observed_at) ${factColumns} FROM observation
  WHERE topic = $1 AND ($2::text[] IS NULL OR key = ANY($2)) AND ($4::timestamptz IS NULL OR observed_at >= $4)
    AND ($3::float8 IS NULL OR $4::timestamptz IS NOT NULL OR observed_at >=
      (SELECT max(observed_at) FROM observation WHERE topic = $1 AND key = ANY($2)) - make_interval(secs => $3 * 86400))
  ORDER BY key, observed_at, revision DESC`

async function newestDays(database: Queryable, topic: string, days: number): Promise<Date | null> {
  const { rows } = await database.query<{ newest: Date | null }>({
    name: 'facts-newest',
    text: 'SELECT max(observed_at) AS newest FROM observation WHERE topic = $1',
    values: [topic],
  })
  return rows[0]!.newest === null ? null : new Date(rows[0]!.newest.getTime() - days * dayMs)
}

// What came between the two looks counts as well, and then the days are those before it.
function withinDays(rows: readonly FactRow[], days: number): readonly FactRow[] {
  const newest = rows.reduce((most, row) => Math.max(most, row.observed_at.getTime()), Number.NEGATIVE_INFINITY)
  return rows.filter((row) => row.observed_at.getTime() >= newest - days * dayMs)
}

/** The value that holds for a key now; null where there is none. */
export async function newestFact(database: Queryable, topic: string, key: string): Promise<unknown> {
  const { rows } = await database.query<{ value: string }>(
    'SELECT value FROM observation WHERE topic = $1 AND key = $2 ORDER BY observed_at DESC, revision DESC LIMIT 1',
    [topic, key],
  )
  return rows[0] === undefined ? null : JSON.parse(rows[0].value)
}
