// Facts for those who keep them in memory: all there are, page by page, then only what a span of the log added or removed.
import { bigintArray, textArray, timeArray } from '../arrays.ts'
import type { Connection, Queryable } from '../client.ts'
import { type FactRow, factColumns, type StoredFact, toFact } from './observations.ts'

export interface FactPlace {
  readonly topic: string
  readonly key: string
  readonly observedAt: Date
  readonly revision: bigint
}

/**
 * All of a topic, in no order, within a transaction. One scan through a cursor: looking for each page by the last one's key
 * takes the time of all pages before it wherever the planner knows too little of the table.
 */
export async function* readAllFacts(connection: Connection, topic: string, pageSize: number): AsyncGenerator<StoredFact[]> {
  await connection.query(`DECLARE kept_facts NO SCROLL CURSOR FOR SELECT ${factColumns} FROM observation WHERE topic = $1`, [
    topic,
  ])
  // While a page is taken in, the database looks for the next.
  const fetch = () => {
    const fetching = connection.query<FactRow>({ name: `kept-fetch-${pageSize}`, text: `FETCH ${pageSize} FROM kept_facts` })
    // Heard where it is awaited; who ends before that has an error of their own.
    fetching.catch(() => undefined)
    return fetching
  }
  let reading = fetch()
  for (;;) {
    const { rows } = await reading
    if (rows.length === 0) break
    reading = fetch()
    yield rows.map((row) => toFact(topic, row))
  }
  await connection.query('CLOSE kept_facts')
}

export interface Span {
  readonly topic: string
  readonly partition: number
  /** The first offset of it and the first beyond it. */
  readonly from: bigint
  readonly to: bigint
}

export async function* readFactsOf(connection: Connection, span: Span, pageSize: number): AsyncGenerator<StoredFact[]> {
  let from = span.from
  for (;;) {
    const found: { rows: FactRow[] } = await connection.query<FactRow>({
      name: 'kept-new',
      text: `SELECT ${factColumns} FROM observation WHERE topic = $1 AND partition = $2 AND "offset" >= $3 AND "offset" < $4
             ORDER BY "offset" LIMIT $5`,
      values: [span.topic, span.partition, from.toString(), span.to.toString(), pageSize],
    })
    const facts = found.rows.map((row) => toFact(span.topic, row))
    if (facts.length > 0) yield facts
    if (facts.length < pageSize) return
    from = facts.at(-1)!.offset + 1n
  }
}

/** Keys of a topic whose facts are gone, with the offset below which they are. */
export async function readRemovals(
  database: Queryable,
  topic: string,
  from: bigint,
): Promise<{ key: string; belowOffset: bigint }[]> {
  const { rows } = await database.query<{ key: string; below_offset: string }>({
    name: 'kept-removals',
    text: 'SELECT key, below_offset FROM removal WHERE topic = $1 AND below_offset >= $2',
    values: [topic, from.toString()],
  })
  return rows.map((row) => ({ key: row.key, belowOffset: BigInt(row.below_offset) }))
}

/** Facts that a newer one of their key has replaced. */
export async function forgetFacts(database: Queryable, places: readonly FactPlace[]): Promise<void> {
  await database.query({
    name: 'kept-forget',
    text: `DELETE FROM observation o USING unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[]) AS gone(topic, key, observed_at, revision)
           WHERE (o.topic, o.key, o.observed_at, o.revision) = (gone.topic, gone.key, gone.observed_at, gone.revision)`,
    values: [
      textArray(places.map((place) => place.topic)),
      textArray(places.map((place) => place.key)),
      timeArray(places.map((place) => place.observedAt)),
      bigintArray(places.map((place) => place.revision)),
    ],
  })
}
