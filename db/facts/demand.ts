// The keys somebody asked for: taken in from the log, fetched one at a time each, watched while they are asked for.
import type { Connection, Queryable } from '../client.ts'

export interface DemandKey {
  readonly source: string
  readonly key: string
}

export type DemandOutcome = 'done' | 'unknown' | 'failed'

export interface StoredDemand extends DemandKey {
  readonly state: 'queued' | 'running' | 'idle'
  readonly outcome: DemandOutcome | null
  readonly message: string | null
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly coolUntil: Date | null
  /** How many facts the last fetch put on the log. */
  readonly appended: number
  readonly attempts: number
  readonly failures: number
}

interface Row {
  source: string
  key: string
  state: StoredDemand['state']
  outcome: DemandOutcome | null
  message: string | null
  started_at: Date | null
  finished_at: Date | null
  cool_until: Date | null
  appended: number
  attempts: number
  failures: number
}

// Asked again while it waits, runs or cools, a key stays as it is; it is only remembered that it was asked for.
export async function enqueueDemands(
  connection: Connection,
  asked: readonly (DemandKey & { readonly requestedAt: Date })[],
): Promise<void> {
  for (const { source, key, requestedAt } of asked) {
    await connection.query(
      `INSERT INTO demand AS d (source, key, state, asked_at) VALUES ($1, $2, 'queued', $3)
       ON CONFLICT (source, key) DO UPDATE SET asked_at = greatest(d.asked_at, excluded.asked_at),
         attempts = CASE WHEN d.state = 'idle' THEN 0 ELSE d.attempts END,
         state = CASE WHEN d.state = 'idle' AND d.finished_at <= $3 AND (d.cool_until IS NULL OR d.cool_until <= $3)
           THEN 'queued' ELSE d.state END`,
      [source, key, requestedAt],
    )
  }
  if (asked.length > 0) await connection.query("SELECT pg_notify('demand', '')")
}

/** What waits longest, and after it what is due on the watch list; only of sources that have room. */
export async function claimDemand(database: Queryable, sources: readonly string[]): Promise<StoredDemand | null> {
  const { rows } = await database.query<Row>({
    name: 'demand-claim',
    text: `UPDATE demand SET state = 'running', attempts = attempts + 1, started_at = clock_timestamp() WHERE (source, key) = (
        SELECT source, key FROM demand WHERE source = ANY($1) AND (state = 'queued' OR (state = 'idle' AND next_fetch_at <= now()
          AND asked_at + make_interval(secs => watch_seconds) > now()))
        ORDER BY state = 'idle', asked_at, source, key FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING *`,
    values: [sources],
  })
  return rows[0] === undefined ? null : toDemand(rows[0])
}

/** What a process that is gone had begun waits again. */
export async function requeueRunning(database: Queryable): Promise<void> {
  await database.query("UPDATE demand SET state = 'queued' WHERE state = 'running'")
}

export interface DemandEnd {
  readonly outcome: DemandOutcome
  readonly message: string | null
  readonly appended: number
  readonly failures: number
  readonly coolSeconds: number
  readonly pollSeconds: number
  readonly watchSeconds: number
}

export async function finishDemand(database: Queryable, claimed: StoredDemand, end: DemandEnd): Promise<void> {
  // Only the attempt that was claimed may end it: another process may have taken it up since.
  await database.query(
    `WITH ended AS (UPDATE demand SET state = 'idle', outcome = $4, message = $5, appended = $6, failures = $7, attempts = 0,
        finished_at = clock_timestamp(), cool_until = clock_timestamp() + make_interval(secs => $8),
        next_fetch_at = CASE WHEN $4 = 'unknown' THEN NULL ELSE clock_timestamp() + make_interval(secs => greatest($8, $9)) END,
        watch_seconds = $10
      WHERE source = $1 AND key = $2 AND attempts = $3 AND state = 'running' RETURNING source, key)
     SELECT pg_notify('demand_ended', left(source || ' ' || key, 7900)) FROM ended`,
    [
      claimed.source,
      claimed.key,
      claimed.attempts,
      end.outcome,
      end.message?.slice(0, 300) ?? null,
      end.appended,
      end.failures,
      end.coolSeconds,
      end.pollSeconds,
      end.watchSeconds,
    ],
  )
}

/** Told to stop before it ended: as it was before. */
export async function giveBackDemand(database: Queryable, claimed: StoredDemand): Promise<void> {
  await database.query(
    "UPDATE demand SET state = 'queued', attempts = attempts - 1 WHERE source = $1 AND key = $2 AND attempts = $3 AND state = 'running'",
    [claimed.source, claimed.key, claimed.attempts],
  )
}

export async function findDemand(database: Queryable, { source, key }: DemandKey): Promise<StoredDemand | null> {
  const { rows } = await database.query<Row>({
    name: 'demand-find',
    text: 'SELECT * FROM demand WHERE source = $1 AND key = $2',
    values: [source, key],
  })
  return rows[0] === undefined ? null : toDemand(rows[0])
}

/** Somebody was sold the key's answer: it stays on the watch list. */
export async function touchDemand(database: Queryable, { source, key }: DemandKey, at: Date): Promise<void> {
  await database.query('UPDATE demand SET asked_at = greatest(asked_at, $3) WHERE source = $1 AND key = $2', [source, key, at])
}

/** Forgets the keys nobody has asked for in a long time. */
export async function forgetDemands(database: Queryable, askedBefore: Date, limit: number): Promise<number> {
  const isOver = "state = 'idle' AND asked_at < $1"
  const { rowCount } = await database.query(
    `DELETE FROM demand WHERE ${isOver} AND (source, key) IN (SELECT source, key FROM demand WHERE ${isOver} LIMIT $2)`,
    [askedBefore, limit],
  )
  return rowCount ?? 0
}

function toDemand(row: Row): StoredDemand {
  return {
    source: row.source,
    key: row.key,
    state: row.state,
    outcome: row.outcome,
    message: row.message,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    coolUntil: row.cool_until,
    appended: row.appended,
    attempts: row.attempts,
    failures: row.failures,
  }
}
