// What a database serves, in one line a route: how many rows, and a hash that two databases share when every row is the same.
import type { Queryable } from '../client.ts'

export type RouteHash = {
  readonly service: string
  readonly route: string
  readonly rows: number
  readonly hash: string
}

// Without the version's number and the moment of computing, which are another run's own.
const content = `concat_ws(E'\\x1f', key, body, meta, extract(epoch FROM observed_at), extract(epoch FROM stale_after), formula, inputs, inputs_hash)`

export async function hashRows(database: Queryable): Promise<RouteHash[]> {
  const { rows } = await database.query<RouteHash>(
    `SELECT service, route, count(*)::int AS rows, md5(string_agg(md5(${content}), '' ORDER BY key COLLATE "C")) AS hash
     FROM signal_row GROUP BY service, route ORDER BY service, route`,
  )
  return rows
}
