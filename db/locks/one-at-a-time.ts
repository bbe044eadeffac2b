// Queues the queries of everybody who shares one connection, which takes one at a time.
import type pg from 'pg'

export type Query = <R extends pg.QueryResultRow = pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<pg.QueryResult<R>>

export function oneAtATime(client: pg.Client): Query {
  let last: Promise<unknown> = Promise.resolve()
  return <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
    const result = last.then(() => client.query<R>(text, values))
    last = result.catch(() => undefined)
    return result
  }
}
