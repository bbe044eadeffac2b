// The Postgres log as it grows: compaction and retention, and whether the room of what is gone is used again.
import { createDatabase, type Database } from '../../../db/client.ts'
import { createCompactor } from '../../../db/log/postgres/compact.ts'
import { expireRecords } from '../../../db/log/postgres/expire.ts'
import { findOffsetsAt } from '../../../db/log/postgres/times.ts'
import { printFigure, quiet, rounded, secondsOf } from '../support/engine.ts'
import { withDatabases } from '../support/two-databases.ts'
import { type GrowthSizes, printLaw } from './law.ts'

const atOnce = 2_000
const value = JSON.stringify({ key: 'k', text: 'x'.repeat(180) })

export async function benchLog({ records: sizes }: GrowthSizes): Promise<void> {
  await withDatabases(sizes.length, async (urls) => {
    const databases = urls.map((url) => createDatabase({ url, poolSize: 4, logger: quiet }))
    try {
      const took = { compact: [] as number[], find: [] as number[], expire: [] as number[] }
      for (const [place, database] of databases.entries()) {
        const count = sizes[place]!
        const compacted = await addTopic(database, 'compacted', true)
        await append(database, compacted, count, 0)
        took.compact.push(await millisecondsOf(() => compactAll(database, count - keys)))
        await database.pool.query('DELETE FROM log_record')
        await database.pool.query('VACUUM log_record')
        const expiring = await addTopic(database, 'expiring', false)
        const half = Math.floor(count / 2)
        await append(database, expiring, half, 10)
        await append(database, expiring, half, 1)
        took.find.push(await millisecondsOf(() => findOffsetsAt(database.pool, expiring, new Date(Date.now() - 9 * 86_400_000))))
        const files = [await megabytes(database)]
        took.expire.push(await millisecondsOf(() => expireAll(database, half)))
        // As autovacuum does within a minute; it is called by the records that went, not by a share of the table.
        await database.pool.query('VACUUM log_record')
        files.push(await megabytes(database))
        for (let round = 0; round < 2; round++) {
          await append(database, expiring, half, 1)
          files.push(await megabytes(database))
        }
        const mb = files.map((one) => rounded(one, 1))
        printFigure({ growth: 'files of the log: full, half expired, as much appended, half as much again', records: count, mb })
      }
      printLaw('compaction of one partition', 'ms', sizes, took.compact)
      printLaw('retention of one partition', 'ms', sizes, took.expire)
      printLaw('the place of a moment', 'ms', sizes, took.find)
    } finally {
      for (const database of databases) await database.close()
    }
  })
}

const keys = 1_000
const millisecondsOf = async (work: () => Promise<unknown>) => (await secondsOf(work)) * 1_000

async function addTopic({ pool }: Database, name: string, compact: boolean): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'INSERT INTO log_topic (name, partitions, retention_days, compact) VALUES ($1, 1, 7, $2) RETURNING id',
    [name, compact],
  )
  await pool.query('INSERT INTO log_partition (topic_id, partition) VALUES ($1, 0)', [rows[0]!.id])
  return rows[0]!.id
}

/** Appended so many days ago, a second apart. */
async function append({ pool }: Database, topic: number, count: number, daysAgo: number): Promise<void> {
  await pool.query(
    `INSERT INTO log_record (topic_id, partition, "offset", appended_at, key, value)
     SELECT $1, 0, next_offset + n, now() - make_interval(days => $3) + n * interval '1 millisecond', 'k' || n % $4::int, $5
     FROM log_partition, generate_series(0, $2::int - 1) n WHERE topic_id = $1`,
    [topic, count, daysAgo, keys, value],
  )
  await pool.query('UPDATE log_partition SET next_offset = next_offset + $2 WHERE topic_id = $1', [topic, count])
  await pool.query('ANALYZE log_record')
}

async function compactAll(database: Database, expected: number): Promise<void> {
  const compactor = createCompactor(database)
  let deleted = 0
  for (let batch = 1; batch > 0; deleted += batch) batch = await compactor.batch(new Date(), atOnce)
  if (deleted !== expected) throw new Error(`${deleted} of ${expected} records were compacted away`)
}

async function expireAll(database: Database, expected: number): Promise<void> {
  let deleted = 0
  for (let batch = 1; batch > 0; deleted += batch) batch = await expireRecords(database, new Date(), atOnce)
  if (deleted !== expected) throw new Error(`${deleted} of ${expected} records went`)
}

async function megabytes({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(`SELECT pg_total_relation_size('log_record')::float8 AS bytes`)
  return rows[0]!.bytes / 1_048_576
}
