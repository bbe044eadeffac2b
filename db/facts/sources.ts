// How each source is doing, and what it has already put on the log.
import { textArray, timeArray } from '../arrays.ts'
import type { Queryable } from '../client.ts'

export interface SourceStatus {
  readonly source: string
  readonly lastPollAt: Date | null
  readonly lastSuccessAt: Date | null
  readonly lastErrorAt: Date | null
  readonly lastError: string | null
  readonly failuresInARow: number
  readonly nextRunAt: Date | null
  readonly records: number
  readonly newestObservedAt: Date | null
  /** What only this kind of source can say of itself, as JSON. */
  readonly detail: string | null
}

export interface SeenValue {
  readonly key: string
  readonly observedAt: Date
  readonly contentHash: string
}

/** What the newest poll could not read, as a polled source's detail says it. */
export interface SetAsideStatus {
  readonly count: number
  readonly first: readonly { readonly what: string; readonly reason: string }[]
}

/** Which of its series will be late first, and when. */
export interface SeriesStatus {
  readonly count: number
  readonly first: readonly {
    /** '*': the newest of all keys. */
    readonly key: string
    readonly newest_at: string
    readonly late_at: string
    readonly dead_at: string
  }[]
}

/** The same of the newest fetch of one asked key. */
export interface AskedAside extends SetAsideStatus {
  readonly key: string
}

/** What a polled source's detail says. */
export interface PolledDetail {
  readonly set_aside: SetAsideStatus
  /** The asked keys whose newest fetch left something out, the newest first. */
  readonly asked_aside?: readonly AskedAside[]
  readonly topic?: string
  readonly proof?: string
  readonly series?: SeriesStatus
  /** Since when some of its answers did not come. */
  readonly partial_since?: string
}

const errorLength = 500
const mostAskedShown = 50

/** What the newest poll left out, and the newest fetch of each asked key; `isMeant` chooses among those keys. */
export function allSetAside(
  { set_aside: polled, asked_aside: asked = [] }: Partial<PolledDetail>,
  isMeant: (key: string) => boolean = () => true,
): SetAsideStatus {
  const meant = asked.filter(({ key }) => isMeant(key))
  const named = meant.flatMap(({ key, first }) => first.map(({ what, reason }) => ({ what: `${key}: ${what}`, reason })))
  return {
    count: meant.reduce((sum, { count }) => sum + count, polled?.count ?? 0),
    first: [...(polled?.first ?? []), ...named].slice(0, 3),
  }
}

export async function recordSuccess(
  database: Queryable,
  source: string,
  at: Date,
  done: { records: number; newestObservedAt: Date | null },
): Promise<void> {
  await database.query(
    `INSERT INTO source_status AS s (source, last_poll_at, last_success_at, records, newest_observed_at) VALUES ($1, $2, $2, $3, $4)
     ON CONFLICT (source) DO UPDATE SET last_poll_at = $2, last_success_at = $2, failures_in_a_row = 0, records = s.records + $3,
       newest_observed_at = greatest(s.newest_observed_at, $4)`,
    [source, at, done.records, done.newestObservedAt],
  )
}

export async function recordFailure(database: Queryable, source: string, at: Date, error: string): Promise<void> {
  await database.query(
    `INSERT INTO source_status AS s (source, last_poll_at, last_error_at, last_error, failures_in_a_row) VALUES ($1, $2, $2, $3, 1)
     ON CONFLICT (source) DO UPDATE SET last_poll_at = $2, last_error_at = $2, last_error = $3, failures_in_a_row = s.failures_in_a_row + 1`,
    [source, at, error.slice(0, errorLength)],
  )
}

export async function recordDetail(database: Queryable, source: string, detail: string): Promise<void> {
  // What asked keys left out is theirs: a poll of others says nothing of it.
  await database.query(
    `UPDATE source_status SET detail = CASE WHEN detail LIKE '%"asked_aside"%'
       THEN ($2::text::jsonb || jsonb_build_object('asked_aside', detail::jsonb -> 'asked_aside'))::text ELSE $2::text END WHERE source = $1`,
    [source, detail],
  )
}

/** Takes the place of what was said of the key before; a fetch that left nothing out takes it away. */
export async function recordAskedAside(database: Queryable, source: string, aside: AskedAside): Promise<void> {
  await database.query(
    `UPDATE source_status SET detail = jsonb_set(coalesce(detail, '{}')::jsonb, '{asked_aside}', $3::text::jsonb || coalesce((
       SELECT jsonb_agg(one ORDER BY at) FROM jsonb_array_elements(coalesce(detail, '{}')::jsonb -> 'asked_aside') WITH ORDINALITY AS a(one, at)
       WHERE one ->> 'key' <> $2 AND at < $4), '[]'))::text
     WHERE source = $1 AND ($3::text <> '[]' OR detail LIKE '%"asked_aside"%')`,
    [source, aside.key, JSON.stringify(aside.count === 0 ? [] : [aside]), mostAskedShown],
  )
}

export async function recordNextRun(database: Queryable, source: string, at: Date): Promise<void> {
  await database.query(
    'INSERT INTO source_status (source, next_run_at) VALUES ($1, $2) ON CONFLICT (source) DO UPDATE SET next_run_at = $2',
    [source, at],
  )
}

export async function listSources(database: Queryable): Promise<SourceStatus[]> {
  const { rows } = await database.query<{
    source: string
    last_poll_at: Date | null
    last_success_at: Date | null
    last_error_at: Date | null
    last_error: string | null
    failures_in_a_row: number
    next_run_at: Date | null
    records: string
    newest_observed_at: Date | null
    detail: string | null
  }>('SELECT * FROM source_status ORDER BY source')
  return rows.map((row) => ({
    source: row.source,
    lastPollAt: row.last_poll_at,
    lastSuccessAt: row.last_success_at,
    lastErrorAt: row.last_error_at,
    lastError: row.last_error,
    failuresInARow: row.failures_in_a_row,
    nextRunAt: row.next_run_at,
    records: Number(row.records),
    newestObservedAt: row.newest_observed_at,
    detail: row.detail,
  }))
}

/** Of each key that was ever put on the log, the newest observation. */
export async function listNewestByKey(database: Queryable, topic: string): Promise<Map<string, Date>> {
  const { rows } = await database.query<{ key: string; newest: Date }>(
    'SELECT key, max(observed_at) AS newest FROM source_seen WHERE topic = $1 GROUP BY key',
    [topic],
  )
  return new Map(rows.map((row) => [row.key, row.newest]))
}

/** The positions, among those given, whose content is not what was last put on the log; that the others are still given is noted once a day. */
export async function findUnseen(database: Queryable, topic: string, values: readonly SeenValue[]): Promise<number[]> {
  const { rows } = await database.query<{ at: string; is_seen: boolean }>(
    `SELECT i.at, s.content_hash IS NOT DISTINCT FROM i.hash AS is_seen
     FROM unnest($2::text[], $3::timestamptz[], $4::text[]) WITH ORDINALITY AS i(key, observed_at, hash, at)
     LEFT JOIN source_seen s ON s.topic = $1 AND s.key = i.key AND s.observed_at = i.observed_at
     WHERE s.content_hash IS DISTINCT FROM i.hash OR s.given_at < now() - interval '1 day' ORDER BY i.at`,
    [topic, ...placesOf(values), textArray(values.map((value) => value.contentHash))],
  )
  const [seen, unseen] = [true, false].map((is) => rows.filter((row) => row.is_seen === is).map((row) => Number(row.at) - 1))
  if (seen!.length > 0)
    await noteGiven(
      database,
      topic,
      seen!.map((at) => values[at]!),
    )
  return unseen!
}

const placesOf = (values: readonly SeenValue[]): Buffer[] => [
  textArray(values.map((value) => value.key)),
  timeArray(values.map((value) => value.observedAt)),
]

async function noteGiven(database: Queryable, topic: string, values: readonly SeenValue[]): Promise<void> {
  await database.query(
    `UPDATE source_seen s SET given_at = now() FROM unnest($2::text[], $3::timestamptz[]) AS i(key, observed_at)
     WHERE s.topic = $1 AND s.key = i.key AND s.observed_at = i.observed_at`,
    [topic, ...placesOf(values)],
  )
}

export interface SeenAges {
  readonly givenBefore: Date
  /** Of each key the newest is what a poll asks on from, and stays longer. */
  readonly newestGivenBefore: Date
}

/** Forgets what no upstream has given for long: what it gives after all goes on the log once more, as the same fact. */
export async function forgetSeen(
  database: Queryable,
  { givenBefore, newestGivenBefore }: SeenAges,
  limit: number,
): Promise<number> {
  const { rowCount } = await database.query(
    `DELETE FROM source_seen WHERE given_at < $1 AND (topic, key, observed_at) IN (
       SELECT topic, key, observed_at FROM source_seen s WHERE given_at < $1 AND (given_at < $2 OR EXISTS (
         SELECT 1 FROM source_seen n WHERE n.topic = s.topic AND n.key = s.key AND n.observed_at > s.observed_at))
       LIMIT $3)`,
    [givenBefore, newestGivenBefore, limit],
  )
  return rowCount ?? 0
}

export async function markSeen(database: Queryable, topic: string, values: readonly SeenValue[]): Promise<void> {
  await database.query(
    `INSERT INTO source_seen (topic, key, observed_at, content_hash)
     SELECT DISTINCT ON (key, observed_at) $1, key, observed_at, hash FROM unnest($2::text[], $3::timestamptz[], $4::text[]) WITH ORDINALITY
       AS i(key, observed_at, hash, at) ORDER BY key, observed_at, at DESC
     ON CONFLICT (topic, key, observed_at) DO UPDATE SET content_hash = excluded.content_hash, given_at = now()`,
    [topic, ...placesOf(values), textArray(values.map((value) => value.contentHash))],
  )
}
