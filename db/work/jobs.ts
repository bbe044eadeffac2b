// Queued work as rows: taken in from the log once, claimed by one worker, finished in one transaction with its answer.
import type { Connection, Queryable } from '../client.ts'

/** failed: refused for a passing reason, which is soon forgotten. */
export type JobState = 'queued' | 'running' | 'done' | 'refused' | 'failed' | 'dead'

export interface JobRequest {
  readonly key: string
  readonly request: string
  readonly topic: string
  readonly partition: number
  readonly offset: bigint
  readonly requestedAt: Date
  /** Who asked, unreadable; null where nobody said. */
  readonly caller?: string | null
  readonly isShort?: boolean
}

export interface StoredJob extends JobRequest {
  readonly kind: string
  readonly state: JobState
  readonly attempts: number
  readonly refusalCode: string | null
  readonly refusalMessage: string | null
  readonly finishedAt: Date | null
  /** How long the run took that ended it. */
  readonly workMs: number | null
}

/** Which of the waiting jobs may be claimed. */
export interface ClaimRules {
  readonly onlyShort?: boolean
  /** Whose jobs have this many of the worker's places gets no other. */
  readonly mostPerCaller?: number
  /** Also what may have ended the worker that had it before. */
  readonly withSuspects?: boolean
  /** Whoever has one for longer stands still, or cannot reach the database. */
  readonly overdueSeconds?: number
}

/** Where a worker's life shows: its connection's backend. */
export interface WorkerIdentity {
  readonly pid: number
  /** As text, to the microsecond. */
  readonly start: string
}

interface Row {
  kind: string
  key: string
  request: string
  topic: string
  partition: number
  offset: string
  state: JobState
  attempts: number
  refusal_code: string | null
  refusal_message: string | null
  requested_at: Date
  finished_at: Date | null
  caller: string | null
  is_short: boolean
  work_ms: number | null
}

// Asked again while it waits or runs, a job stays as it is; asked again later than it ended, it runs anew. Who asked within
// moments of its being done only looked too early: the end is dated before it is committed, and clocks differ.
export async function enqueueJobs(connection: Connection, kind: string, requests: readonly JobRequest[]): Promise<void> {
  for (const request of requests) {
    await connection.query(
      `INSERT INTO job AS j (kind, key, request, topic, partition, "offset", state, requested_at, caller, is_short)
       VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7, $8, $9)
       ON CONFLICT (kind, key) DO UPDATE SET state = 'queued', attempts = 0, refusal_code = NULL, refusal_message = NULL,
         caller = excluded.caller, is_short = excluded.is_short, work_ms = NULL,
         request = excluded.request, topic = excluded.topic, partition = excluded.partition, "offset" = excluded."offset",
         requested_at = excluded.requested_at, finished_at = NULL
       WHERE j.state IN ('done', 'refused', 'failed', 'dead') AND j.finished_at <= excluded.requested_at
           - CASE WHEN j.state = 'done' THEN interval '5 seconds' ELSE interval '0 seconds' END`,
      [
        kind,
        request.key,
        request.request,
        request.topic,
        request.partition,
        request.offset.toString(),
        request.requestedAt,
        request.caller ?? null,
        request.isShort ?? false,
      ],
    )
  }
  if (requests.length > 0) await connection.query("SELECT pg_notify('job', $1)", [kind])
}

/** The oldest job that waits, or whose worker is gone; its attempt counts from now. */
export async function claimJob(
  database: Queryable,
  kind: string,
  worker: WorkerIdentity,
  { onlyShort = false, mostPerCaller, withSuspects = true, overdueSeconds }: ClaimRules = {},
): Promise<StoredJob | null> {
  const { rows } = await database.query<Row>({
    name: 'job-claim',
    text: `UPDATE job SET state = 'running', attempts = attempts + 1, started_at = now(), backend_pid = $2, backend_start = $3::timestamptz
      WHERE kind = $1 AND key = (
        SELECT key FROM job j WHERE kind = $1 AND (state = 'queued' OR (state = 'running' AND (NOT EXISTS
          (SELECT 1 FROM pg_stat_activity a WHERE a.pid = j.backend_pid AND a.backend_start = j.backend_start)
          OR j.started_at < now() - make_interval(secs => $7))))
        AND (is_short OR NOT $4) AND (attempts = 0 OR $6)
        AND (caller IS NULL OR caller NOT IN (SELECT caller FROM job WHERE kind = $1 AND state = 'running' AND backend_pid = $2
          AND backend_start = $3::timestamptz AND caller IS NOT NULL GROUP BY caller HAVING count(*) >= $5))
        ORDER BY requested_at, key FOR UPDATE SKIP LOCKED LIMIT 1)
      RETURNING *`,
    values: [kind, worker.pid, worker.start, onlyShort, mostPerCaller ?? noLimit, withSuspects, overdueSeconds ?? null],
  })
  return rows[0] === undefined ? null : toJob(rows[0])
}

const noLimit = 1_000_000

/** False where it is not this attempt's to end any more. */
export async function finishJob(
  connection: Queryable,
  job: Pick<StoredJob, 'kind' | 'key' | 'offset' | 'attempts'>,
  end:
    | { readonly state: 'done' }
    | { readonly state: 'refused' | 'failed' | 'dead'; readonly code: string; readonly message: string }
    | { readonly state: 'queued'; readonly attempts: number },
  workMs: number | null = null,
): Promise<boolean> {
  const refusal = 'code' in end ? [end.code, end.message] : [null, null]
  const attempts = 'attempts' in end ? end.attempts : job.attempts
  // Only the attempt that was claimed may end it: a request that came anew, or a worker that took it up since, has its own.
  const { rowCount } = await connection.query(
    `UPDATE job SET state = $3, refusal_code = $4, refusal_message = $5, attempts = $8, work_ms = $9,
       finished_at = CASE WHEN $3 = 'queued' THEN NULL ELSE clock_timestamp() END
     WHERE kind = $1 AND key = $2 AND "offset" = $6 AND attempts = $7 AND state = 'running'`,
    [job.kind, job.key, end.state, ...refusal, job.offset.toString(), job.attempts, attempts, workMs],
  )
  if (end.state === 'queued') await connection.query("SELECT pg_notify('job', $1)", [job.kind])
  return rowCount === 1
}

export async function findJob(database: Queryable, kind: string, key: string): Promise<StoredJob | null> {
  const { rows } = await database.query<Row>({
    name: 'job-find',
    text: 'SELECT * FROM job WHERE kind = $1 AND key = $2',
    values: [kind, key],
  })
  return rows[0] === undefined ? null : toJob(rows[0])
}

/** What waits or runs is never dropped; an ended job is only asked about while its end is remembered. */
export async function dropEndedJobs(database: Queryable, endedBefore: Date, limit: number): Promise<number> {
  const isOver = "state IN ('done', 'refused', 'failed', 'dead') AND finished_at < $1"
  // Asked twice: a job that is asked for anew meanwhile is looked at again, and stays.
  const { rowCount } = await database.query(
    `DELETE FROM job WHERE ${isOver} AND (kind, key) IN (SELECT kind, key FROM job WHERE ${isOver} LIMIT $2)`,
    [endedBefore, limit],
  )
  return rowCount ?? 0
}

export async function countJobs(database: Queryable): Promise<{ kind: string; state: JobState; jobs: number }[]> {
  const { rows } = await database.query<{ kind: string; state: JobState; n: string }>(
    'SELECT kind, state, count(*) AS n FROM job GROUP BY 1, 2 ORDER BY 1, 2',
  )
  return rows.map((row) => ({ kind: row.kind, state: row.state, jobs: Number(row.n) }))
}

function toJob(row: Row): StoredJob {
  return {
    kind: row.kind,
    key: row.key,
    request: row.request,
    topic: row.topic,
    partition: row.partition,
    offset: BigInt(row.offset),
    state: row.state,
    attempts: row.attempts,
    refusalCode: row.refusal_code,
    refusalMessage: row.refusal_message,
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
    caller: row.caller,
    isShort: row.is_short,
    workMs: row.work_ms,
  }
}
