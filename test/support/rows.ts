// Rows as they may be compared between runs: everything but the version counter and the moment of computing.
import type { Queryable } from '../../db/client.ts'

export async function comparableRows(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ row: string }>(
    `SELECT concat_ws(' | ', service, route, key, body, meta, observed_at, stale_after, formula, inputs, inputs_hash) AS row FROM signal_row ORDER BY 1`,
  )
  return rows.map((row) => row.row)
}

export async function countFacts(database: Queryable, topic: string): Promise<number> {
  const { rows } = await database.query<{ n: string }>('SELECT count(*) AS n FROM observation WHERE topic = $1', [topic])
  return Number(rows[0]!.n)
}

export async function appliedRecords(database: Queryable, group: string): Promise<number> {
  const { rows } = await database.query<{ n: string | null }>(
    'SELECT sum(next_offset) AS n FROM consumer_offset WHERE group_name = $1',
    [group],
  )
  return Number(rows[0]!.n ?? 0)
}
