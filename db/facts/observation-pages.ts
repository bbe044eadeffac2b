// Goes through the stored facts page by page and lets go of those that no formula reads any more.
import type { Queryable } from '../client.ts'

export interface FactPlace {
  readonly topic: string
  readonly key: string
  readonly observedAt: Date
  readonly revision: string
}

export interface FactPage {
  /** Where the next page begins; null at the end. */
  readonly last: FactPlace | null
  /** Of each key on the page, its newest fact. */
  readonly newest: readonly { readonly topic: string; readonly key: string; readonly observedAt: Date; readonly value: string }[]
}

export const firstPlace: FactPlace = { topic: '', key: '', observedAt: new Date(0), revision: '0' }

const isOnPage = '(topic, key, observed_at, revision) > ($1, $2, $3::timestamptz, $4::bigint)'
const order = 'topic, key, observed_at, revision'
const placeOf = (place: FactPlace) => [place.topic, place.key, place.observedAt, place.revision]

export async function readFactPage(database: Queryable, after: FactPlace, size: number): Promise<FactPage> {
  const page = `SELECT topic, key, observed_at, revision FROM observation WHERE ${isOnPage} ORDER BY ${order} LIMIT $5`
  const values = [...placeOf(after), size]
  const last = await database.query<{ topic: string; key: string; observed_at: Date; revision: string }>(
    `SELECT * FROM (${page}) p ORDER BY ${order.replaceAll(/\w+/g, (name) => `${name} DESC`)} LIMIT 1`,
    values,
  )
  const newest = await database.query<{ topic: string; key: string; observed_at: Date; value: string }>(
    `SELECT p.topic, p.key, n.observed_at, n.value FROM (SELECT DISTINCT topic, key FROM (${page}) p) p CROSS JOIN LATERAL
       (SELECT observed_at, value FROM observation o WHERE o.topic = p.topic AND o.key = p.key ORDER BY observed_at DESC, revision DESC LIMIT 1) n`,
    values,
  )
  const end = last.rows[0]
  return {
    last: end === undefined ? null : { topic: end.topic, key: end.key, observedAt: end.observed_at, revision: end.revision },
    newest: newest.rows.map(({ observed_at, ...same }) => ({ ...same, observedAt: observed_at })),
  }
}

/** Deletes from the page what a larger revision supersedes, and each key's facts from before the day it is still read. */
export async function dropUnreadFacts(
  database: Queryable,
  page: { readonly after: FactPlace; readonly last: FactPlace },
  readFrom: readonly { readonly topic: string; readonly key: string; readonly from: Date }[],
): Promise<number> {
  const { rowCount } = await database.query(
    `WITH page AS MATERIALIZED (SELECT ${order} FROM observation
       WHERE ${isOnPage} AND (topic, key, observed_at, revision) <= ($5, $6, $7::timestamptz, $8::bigint)),
     unread AS (SELECT p.* FROM page p LEFT JOIN unnest($9::text[], $10::text[], $11::timestamptz[]) AS k(topic, key, read_from) USING (topic, key)
       WHERE p.observed_at < k.read_from OR EXISTS (SELECT 1 FROM observation n
         WHERE n.topic = p.topic AND n.key = p.key AND n.observed_at = p.observed_at AND n.revision > p.revision))
     DELETE FROM observation o USING unread u
     WHERE o.topic = u.topic AND o.key = u.key AND o.observed_at = u.observed_at AND o.revision = u.revision`,
    [
      ...placeOf(page.after),
      ...placeOf(page.last),
      readFrom.map(({ topic }) => topic),
      readFrom.map(({ key }) => key),
      readFrom.map(({ from }) => from),
    ],
  )
  return rowCount ?? 0
}
