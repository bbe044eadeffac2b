// Retention and compaction of the Postgres log, in batches small enough that writers never wait for them.
import type { Database } from '../client.ts'

export interface CleanOptions {
  readonly database: Database
  readonly now: Date
  readonly batchSize?: number
  readonly signal?: AbortSignal
}

export interface Cleaned {
  readonly expired: number
  readonly compacted: number
}

const tombstoneKeptMs = 86_400_000

interface TopicRow {
  id: number
  retention_days: number
  compact: boolean
}

export async function cleanPostgresLog(options: CleanOptions): Promise<Cleaned> {
  const { rows } = await options.database.pool.query<TopicRow>('SELECT id, retention_days, compact FROM log_topic ORDER BY id')
  let expired = 0
  let compacted = 0
  for (const topic of rows) {
    if (topic.compact) compacted += await compactTopic(options, topic)
    else expired += await expireTopic(options, topic)
  }
  return { expired, compacted }
}

async function expireTopic(options: CleanOptions, topic: TopicRow): Promise<number> {
  const before = new Date(options.now.getTime() - topic.retention_days * 86_400_000)
  const { pool } = options.database
  const { rows } = await pool.query<{ partition: number; low: string }>(
    `SELECT p.partition, coalesce((SELECT min(r."offset") FROM log_record r
       WHERE r.topic_id = p.topic_id AND r.partition = p.partition AND r.appended_at >= $2), p.next_offset) AS low
     FROM log_partition p WHERE p.topic_id = $1`,
    [topic.id, before],
  )
  let deleted = 0
  for (const { partition, low } of rows) {
    // The low mark moves first: a reader told to start there never asks for what is about to go.
    await pool.query('UPDATE log_partition SET low_offset = greatest(low_offset, $3) WHERE topic_id = $1 AND partition = $2', [
      topic.id,
      partition,
      low,
    ])
    deleted += await deleteInBatches(
      options,
      `SELECT ctid FROM log_record WHERE topic_id = $1 AND partition = $2 AND "offset" < $3 LIMIT $4`,
      [topic.id, partition, low],
    )
  }
  return deleted
}

// Keeps each key's newest record, and a tombstone for a day so that a late reader still learns of the removal.
async function compactTopic(options: CleanOptions, topic: TopicRow): Promise<number> {
  const superseded = `SELECT r.ctid FROM log_record r WHERE r.topic_id = $1 AND r.appended_at < $2 AND EXISTS
    (SELECT 1 FROM log_record n WHERE n.topic_id = r.topic_id AND n.partition = r.partition AND n.key = r.key AND n."offset" > r."offset") LIMIT $3`
  const buried = 'SELECT ctid FROM log_record WHERE topic_id = $1 AND value IS NULL AND appended_at < $2 LIMIT $3'
  return (
    (await deleteInBatches(options, superseded, [topic.id, options.now])) +
    (await deleteInBatches(options, buried, [topic.id, new Date(options.now.getTime() - tombstoneKeptMs)]))
  )
}

async function deleteInBatches(options: CleanOptions, chosen: string, values: unknown[]): Promise<number> {
  const size = options.batchSize ?? 2_000
  let deleted = 0
  for (;;) {
    options.signal?.throwIfAborted()
    const { rowCount } = await options.database.pool.query(`DELETE FROM log_record WHERE ctid = ANY(ARRAY(${chosen}))`, [
      ...values,
      size,
    ])
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < size) return deleted
  }
}
