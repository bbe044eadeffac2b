// Retention of the Postgres log: the oldest records of one partition at a time, few enough that writers never wait for it.
import type { Database } from '../../client.ts'

interface Head {
  topic_id: number
  partition: number
  low: string
  before: Date
}

/** Deletes one batch from the front of a partition that holds records past their topic's retention; tells how many. */
export async function expireRecords(database: Database, now: Date, batchSize: number): Promise<number> {
  const { rows } = await database.pool.query<Head>(
    `SELECT p.topic_id, p.partition, p.low_offset AS low, $1::timestamptz - make_interval(days => t.retention_days) AS before
     FROM log_partition p JOIN log_topic t ON t.id = p.topic_id CROSS JOIN LATERAL
       (SELECT appended_at FROM log_record r WHERE r.topic_id = p.topic_id AND r.partition = p.partition AND r."offset" >= p.low_offset
        ORDER BY r."offset" LIMIT 1) head
     WHERE NOT t.compact AND head.appended_at < $1::timestamptz - make_interval(days => t.retention_days) LIMIT 1`,
    [now],
  )
  return rows[0] === undefined ? 0 : expireFront(database, rows[0], batchSize)
}

async function expireFront(database: Database, head: Head, batchSize: number): Promise<number> {
  const at = [head.topic_id, head.partition, head.low]
  return database.transaction(async (connection) => {
    // Nobody needs it on disk at once: a crash only leaves the same records to be deleted again.
    await connection.query('SET LOCAL synchronous_commit = off')
    const { rows } = await connection.query<{ last: string; first_kept: string | null }>(
      `SELECT max("offset") AS last, min("offset") FILTER (WHERE appended_at >= $5) AS first_kept
       FROM (SELECT "offset", appended_at FROM log_record WHERE topic_id = $1 AND partition = $2 AND "offset" >= $3
         ORDER BY "offset" LIMIT $4) front`,
      [...at, batchSize, head.before],
    )
    const { last, first_kept: firstKept } = rows[0]!
    const low = firstKept ?? String(BigInt(last) + 1n)
    const gone = await connection.query(
      'DELETE FROM log_record WHERE topic_id = $1 AND partition = $2 AND "offset" >= $3 AND "offset" < $4',
      [...at, low],
    )
    // Last, because appends to the partition wait for this row until the commit.
    await connection.query(
      'UPDATE log_partition SET low_offset = greatest(low_offset, $3) WHERE topic_id = $1 AND partition = $2',
      [head.topic_id, head.partition, low],
    )
    return gone.rowCount ?? 0
  })
}
