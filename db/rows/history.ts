// Past versions of signal rows: one by its id or moment, or a key's whole series in the order they were computed.
import type { Connection, Queryable } from '../client.ts'
import { type HistoryRow, toHistoryRow, type VersionColumns, versionColumns } from './row-version.ts'

/** A version that retention dropped from history is still known while it is the one being served. */
export async function findVersion(database: Queryable, id: number): Promise<HistoryRow | null> {
  for (const table of ['signal_history', 'signal_row']) {
    const { rows } = await database.query<VersionColumns>(`SELECT ${versionColumns} FROM ${table} WHERE id = $1 LIMIT 1`, [id])
    if (rows[0] !== undefined) return toHistoryRow(rows[0])
  }
  return null
}

/** Of the version being served, which history may have cut, the whole body. */
export async function findRowAt(
  database: Queryable,
  name: { service: string; route: string; key: string },
  at: Date | null,
): Promise<HistoryRow | null> {
  const values = [name.service, name.route, name.key, at]
  const where = 'service = $1 AND route = $2 AND key = $3 AND ($4::timestamptz IS NULL OR computed_at <= $4)'
  const past = `SELECT ${versionColumns} FROM signal_history WHERE ${where}`
  const served = `SELECT ${versionColumns} FROM signal_row WHERE ${where}`
  const { rows } = await database.query<VersionColumns>(
    `SELECT * FROM ((${past} ORDER BY computed_at DESC, id DESC LIMIT 1) UNION ALL (${served})) v
     ORDER BY computed_at DESC, id DESC, length(body) DESC LIMIT 1`,
    values,
  )
  return rows[0] === undefined ? null : toHistoryRow(rows[0])
}

/** Every key's row of a service as it was at that time. */
export async function listRowsAt(
  database: Queryable,
  service: string,
  route: string | null,
  at: Date | null,
): Promise<HistoryRow[]> {
  const { rows } =
    at === null
      ? await database.query<VersionColumns>(
          `SELECT ${versionColumns} FROM signal_row WHERE service = $1 AND ($2::text IS NULL OR route = $2) ORDER BY route, key`,
          [service, route],
        )
      : await database.query<VersionColumns>(
          `SELECT DISTINCT ON (route, key) ${versionColumns} FROM signal_history
           WHERE service = $1 AND ($2::text IS NULL OR route = $2) AND computed_at <= $3 ORDER BY route, key, computed_at DESC, id DESC`,
          [service, route, at],
        )
  return rows.map(toHistoryRow)
}

export async function listKeys(database: Queryable, service: string, route: string, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(
    'SELECT key FROM signal_row WHERE service = $1 AND route = $2 ORDER BY key LIMIT $3',
    [service, route, limit],
  )
  return rows.map((row) => row.key)
}

/** The newest scores of one key, oldest first. */
export async function readScores(
  database: Queryable,
  { service, route, key }: { service: string; route: string; key: string },
  most: number,
): Promise<{ computedAt: Date; score: number }[]> {
  const { rows } = await database.query<{ computed_at: Date; score: number | null }>(
    `SELECT computed_at, (body::json #>> '{signal,score}')::float8 AS score FROM signal_history
     WHERE service = $1 AND route = $2 AND key = $3 ORDER BY computed_at DESC, id DESC LIMIT $4`,
    [service, route, key, most],
  )
  return rows.reverse().flatMap(({ computed_at, score }) => (score === null ? [] : [{ computedAt: computed_at, score }]))
}

export interface SeriesSelection {
  readonly service: string
  readonly route: string
  readonly key: string | null
  readonly from: Date | null
  readonly to: Date | null
}

const page = 1_000

/**
 * Within a transaction. One scan through a cursor: looking for each page by the last one's place sorts all that is left
 * of the series anew for each of them.
 */
export async function* readSeries(connection: Connection, selection: SeriesSelection): AsyncGenerator<HistoryRow> {
  await connection.query(
    `DECLARE series NO SCROLL CURSOR FOR SELECT ${versionColumns} FROM signal_history WHERE service = $1 AND route = $2
       AND ($3::text IS NULL OR key = $3) AND ($4::timestamptz IS NULL OR computed_at >= $4)
       AND ($5::timestamptz IS NULL OR computed_at < $5) ORDER BY computed_at, id`,
    [selection.service, selection.route, selection.key, selection.from, selection.to],
  )
  for (;;) {
    const { rows } = await connection.query<VersionColumns>(`FETCH ${page} FROM series`)
    for (const row of rows) yield toHistoryRow(row)
    if (rows.length < page) break
  }
  await connection.query('CLOSE series')
}
