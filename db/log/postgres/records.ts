// What reading the log's tables takes: the shared context, and one bounded piece of a partition.
import type { Logger } from 'pino'
import type { Database } from '../../client.ts'
import type { LogRecord } from '../port.ts'
import type { Heads } from './heads.ts'
import type { Leases } from './lease.ts'
import type { SharedReads } from './shared-reads.ts'

export interface PostgresLogContext {
  readonly database: Database
  readonly logger: Logger
  readonly shared: SharedReads
  topicId(name: string): Promise<number>
  /** Kept up to date by those who consume. */
  readonly holdings: Map<string, ReadonlySet<string> | null>
  /** What every consumer of this process shares: one view of the heads, one connection that holds all leases. */
  tailing(): Promise<{ heads: Heads; leases: Leases }>
}

/** The offset that the next append gets. */
export async function readHead(database: Database, id: number, partition: number): Promise<bigint> {
  const { rows } = await database.pool.query<{ next: string }>(
    'SELECT next_offset AS next FROM log_partition WHERE topic_id = $1 AND partition = $2',
    [id, partition],
  )
  return BigInt(rows[0]?.next ?? 0)
}

export async function selectRecords(
  database: Database,
  topic: string,
  id: number,
  partition: number,
  from: bigint,
  most: { readonly records: number; readonly bytes: number },
): Promise<LogRecord[]> {
  const { rows } = await database.pool.query<{
    offset: string
    key: string
    value: string | null
    at: Date
    trace: string | null
  }>({
    name: 'log-read',
    // Counted with the record itself left out: the first is read however large it is.
    text: `SELECT "offset", key, value, at, trace FROM (
             SELECT "offset", key, value, at, trace, sum(size) OVER (ORDER BY "offset") - size AS before FROM (
               SELECT "offset", key, value, appended_at AS at, trace, coalesce(octet_length(value), 0) AS size FROM log_record
               WHERE topic_id = $1 AND partition = $2 AND "offset" >= $3 ORDER BY "offset" LIMIT $4) AS front) AS sized
           WHERE before < $5 ORDER BY "offset"`,
    values: [id, partition, from.toString(), most.records, most.bytes],
  })
  return rows.map(({ offset, key, value, at, trace }) => {
    const record = { topic, partition, offset: BigInt(offset), key, value, appendedAt: at }
    return trace === null ? record : { ...record, trace }
  })
}
