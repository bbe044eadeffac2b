// The computed answers: upserted for serving, appended to history when they change, announced by NOTIFY.
import { textArray, timeArray } from '../arrays.ts'
import type { Connection, Queryable } from '../client.ts'
import type { RowName } from './announced.ts'
import { type HistoryRow, toHistoryRow, type VersionColumns } from './row-version.ts'

export interface SignalRow extends Omit<HistoryRow, 'id'> {
  readonly staleAfter: Date
}

/** Its id is its name in /provenance. */
export interface StoredSignalRow extends SignalRow, HistoryRow {}

export interface RowChange extends RowName {
  readonly id: number
}

export interface UpsertOptions {
  readonly keepHistory: boolean
  /** What history keeps of the one row's body, where that is not all of it. */
  readonly historyBody?: string
}

/** Writes the rows whose content differs from what is there and returns those. */
export async function upsertRows(
  connection: Connection,
  rows: readonly SignalRow[],
  options: UpsertOptions = { keepHistory: true },
): Promise<RowChange[]> {
  if (rows.length === 0) return []
  const historyBody = options.historyBody === undefined ? 'body' : '$12::text'
  const { rows: changed } = await connection.query<{ id: string; service: string; route: string; key: string }>({
    name: `rows-upsert-${options.keepHistory}-${historyBody}`,
    text: `WITH written AS (
        INSERT INTO signal_row AS r (id, service, route, key, body, meta, observed_at, computed_at, stale_after, formula, inputs, inputs_hash)
        SELECT nextval('signal_row_version'), i.* FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
          $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::text[], $10::text[], $11::text[])
          AS i(service, route, key, body, meta, observed_at, computed_at, stale_after, formula, inputs, inputs_hash)
        ON CONFLICT (service, route, key) DO UPDATE SET id = excluded.id, body = excluded.body, meta = excluded.meta,
          observed_at = excluded.observed_at, computed_at = excluded.computed_at, stale_after = excluded.stale_after,
          formula = excluded.formula, inputs = excluded.inputs, inputs_hash = excluded.inputs_hash
        WHERE (r.body, r.meta, r.observed_at, r.formula, r.inputs, r.inputs_hash)
          IS DISTINCT FROM (excluded.body, excluded.meta, excluded.observed_at, excluded.formula, excluded.inputs, excluded.inputs_hash)
        RETURNING *),
      kept AS (
        INSERT INTO signal_history (id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash)
        SELECT id, service, route, key, ${historyBody}, meta, observed_at, computed_at, formula, inputs, inputs_hash FROM written ${options.keepHistory ? '' : 'WHERE false'})
      SELECT id, service, route, key FROM written`,
    values: [
      textArray(rows.map((row) => row.service)),
      textArray(rows.map((row) => row.route)),
      textArray(rows.map((row) => row.key)),
      textArray(rows.map((row) => row.body)),
      textArray(rows.map((row) => row.meta)),
      timeArray(rows.map((row) => row.observedAt)),
      timeArray(rows.map((row) => row.computedAt)),
      timeArray(rows.map((row) => row.staleAfter)),
      textArray(rows.map((row) => row.formula)),
      textArray(rows.map((row) => row.inputs)),
      textArray(rows.map((row) => row.inputsHash)),
      ...(options.historyBody === undefined ? [] : [options.historyBody]),
    ],
  })
  return changed.map((row) => ({ ...row, id: Number(row.id) }))
}

/** What is served no more; history keeps its versions. */
export async function removeRows(connection: Connection, service: string, route: string, keys: readonly string[]): Promise<void> {
  await connection.query({
    name: 'rows-remove',
    text: 'DELETE FROM signal_row WHERE service = $1 AND route = $2 AND key = ANY($3::text[])',
    values: [service, route, keys],
  })
}

/** Of routes whose rows are made on request: what nobody is served any more. */
export async function dropStaleRows(
  database: Queryable,
  routes: readonly { readonly service: string; readonly route: string }[],
  staleBefore: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await database.query(
    `DELETE FROM signal_row WHERE stale_after < $3 AND (service, route, key) IN (
       SELECT service, route, key FROM signal_row JOIN unnest($1::text[], $2::text[]) AS r(service, route) USING (service, route)
       WHERE stale_after < $3 LIMIT $4)`,
    [routes.map(({ service }) => service), routes.map(({ route }) => route), staleBefore, limit],
  )
  return rowCount ?? 0
}

/** How old a row is and what it was made of, without its body. */
export async function findRowAge(
  database: Queryable,
  service: string,
  route: string,
  key: string,
): Promise<Pick<SignalRow, 'key' | 'observedAt' | 'inputs'> | null> {
  const { rows } = await database.query<{ observed_at: Date; inputs: string }>({
    name: 'row-age',
    text: 'SELECT observed_at, inputs FROM signal_row WHERE service = $1 AND route = $2 AND key = $3',
    values: [service, route, key],
  })
  const [row] = rows
  return row === undefined ? null : { key, observedAt: row.observed_at, inputs: row.inputs }
}

export async function findRow(database: Queryable, service: string, route: string, key: string): Promise<StoredSignalRow | null> {
  const { rows } = await database.query<VersionColumns & { stale_after: Date }>({
    name: 'row-find',
    text: 'SELECT * FROM signal_row WHERE service = $1 AND route = $2 AND key = $3',
    values: [service, route, key],
  })
  return rows[0] === undefined ? null : { ...toHistoryRow(rows[0]), staleAfter: rows[0].stale_after }
}

export async function listRowKeys(database: Queryable, service: string, route: string): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>({
    name: 'rows-keys',
    text: 'SELECT key FROM signal_row WHERE service = $1 AND route = $2 ORDER BY key',
    values: [service, route],
  })
  return rows.map((row) => row.key)
}

/** Keys of rows that another formula made than this one, but for those named. */
export async function listKeysOfOtherFormulas(
  database: Queryable,
  { service, routes, formula }: { readonly service: string; readonly routes: readonly string[]; readonly formula: string },
  but: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(
    `SELECT DISTINCT key FROM signal_row WHERE service = $1 AND route = ANY($2::text[]) AND formula <> $3 AND key <> ALL($4::text[])
     ORDER BY key LIMIT $5`,
    [service, routes, formula, but, limit],
  )
  return rows.map(({ key }) => key)
}

export interface RowAges {
  readonly service: string
  readonly route: string
  readonly rows: number
  readonly newestObservedAt: Date
}

/** Of each route that has rows, how many and how new the newest is. */
export async function listRowAges(database: Queryable): Promise<RowAges[]> {
  const { rows } = await database.query<{ service: string; route: string; rows: string; newest: Date }>({
    name: 'rows-ages',
    text: 'SELECT service, route, count(*) AS rows, max(observed_at) AS newest FROM signal_row GROUP BY 1, 2',
  })
  return rows.map(({ service, route, rows, newest }) => ({ service, route, rows: Number(rows), newestObservedAt: newest }))
}
