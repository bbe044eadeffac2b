// Row versions in the one order they can be told in without loss: by the transaction that wrote them, once all before it have ended.
import { setTimeout as wait } from 'node:timers/promises'
import type { Queryable } from '../client.ts'
import { type HistoryRow, toHistoryRow, type VersionColumns, versionColumns } from './row-version.ts'

/** A place in that order; a version's number alone is none, for numbers are drawn before their transactions commit. */
export interface RowPlace {
  readonly writtenIn: string
  readonly id: number
}

export function isAfter(a: RowPlace, b: RowPlace): boolean {
  return a.writtenIn === b.writtenIn ? a.id > b.id : BigInt(a.writtenIn) > BigInt(b.writtenIn)
}

export interface ChangedRow extends RowPlace, HistoryRow {}

// Below it all have ended that could write here: a server's other databases count their transactions with ours, and may take
// hours. One whose lock is not seen is taken for ours.
const locks = `pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted AND l.transactionid = x.id::xid`
const horizon = `coalesce((SELECT x.id FROM pg_snapshot_xip(pg_current_snapshot()) x(id)
    WHERE NOT EXISTS (SELECT FROM ${locks} AND a.datname <> current_database()) ORDER BY x.id LIMIT 1),
  pg_snapshot_xmax(pg_current_snapshot()))`
// One that was not seen has only just begun, or has ended since the statement began: for that statement the horizon lies too low.
const unseen = `EXISTS (SELECT FROM pg_snapshot_xip(pg_current_snapshot()) x(id) WHERE NOT EXISTS (SELECT FROM ${locks}))`
const looks = { atMost: 50, betweenMs: 10 }

/** Looks again while the answer may be another one only because a transaction was not seen. */
async function lookUntilSure<T extends { isSure: boolean }>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let left = looks.atMost; ; left--) {
    const found = await look()
    if (found === undefined || found.isSure || left === 0) return found
    await wait(looks.betweenMs)
  }
}

/** Everything told before it is committed; everything committed later comes after it. */
export async function currentPlace(database: Queryable): Promise<RowPlace> {
  const now = await lookUntilSure(async () => {
    const { rows } = await database.query<{ at: string; isSure: boolean }>(
      `SELECT ${horizon}::text AS at, NOT ${unseen} AS "isSure"`,
    )
    return rows[0]!
  })
  return { writtenIn: now!.at, id: 0 }
}

/** Null where the version is unknown: dropped by retention, of a release before streams, or of another database. */
export async function placeOf(database: Queryable, id: number): Promise<RowPlace | null> {
  const found = await lookUntilSure(async () => {
    const { rows } = await database.query<{ at: string; isSure: boolean }>(
      `SELECT written_in::text AS at, written_in < ${horizon} AS "isSure" FROM signal_history
       WHERE id = $1 AND written_in < pg_snapshot_xmax(pg_current_snapshot())`,
      [id],
    )
    return rows[0]
  })
  return found?.isSure ? { writtenIn: found.at, id } : null
}

/** False where the version, or where there is none the time, that a place stands for is gone: this database was never as far. */
export async function isThere(database: Queryable, place: RowPlace): Promise<boolean> {
  if (place.id > 0) return (await placeOf(database, place.id))?.writtenIn === place.writtenIn
  return BigInt((await currentPlace(database)).writtenIn) >= BigInt(place.writtenIn)
}

export interface ReadChanges {
  readonly after: RowPlace
  readonly until?: RowPlace
  readonly limit: number
  /** Only versions of these routes, all keys where none is named. */
  readonly only?: readonly { readonly service: string; readonly route: string; readonly key: string | null }[]
}

/** By the transaction's number, not by its text, which has the same name in what is selected: 1000 comes after 999. */
export async function readChanges(database: Queryable, { after, until, limit, only }: ReadChanges): Promise<ChangedRow[]> {
  const { rows } = await database.query<VersionColumns & { written_in: string }>({
    name: 'rows-changed',
    text: `SELECT written_in::text, ${versionColumns}
      FROM signal_history h WHERE written_in < ${horizon} AND (written_in, id) > ($1::xid8, $2)
        AND ($3::xid8 IS NULL OR (written_in, id) <= ($3::xid8, $4))
        AND ($5::text[] IS NULL OR EXISTS (SELECT 1 FROM unnest($5::text[], $6::text[], $7::text[]) AS o(service, route, key)
          WHERE o.service = h.service AND o.route = h.route AND coalesce(o.key = h.key, true)))
      ORDER BY h.written_in, h.id LIMIT $8`,
    values: [
      after.writtenIn,
      after.id,
      until?.writtenIn ?? null,
      until?.id ?? null,
      only?.map(({ service }) => service) ?? null,
      only?.map(({ route }) => route) ?? null,
      only?.map(({ key }) => key) ?? null,
      limit,
    ],
  })
  return rows.map((row) => ({ ...toHistoryRow(row), writtenIn: row.written_in }))
}
