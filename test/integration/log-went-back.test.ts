// A failover to a standby that was behind: offsets and records are gone that this process knows of; nothing that is there or comes is passed over.
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { defineTopic } from '../../db/log/topic.ts'
import { consumeStored } from '../../db/work/consume.ts'
import { advanceOffset, lockOffsetOf, storedOffset } from '../../db/work/offsets.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { testOrigin } from '../support/topics.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 4 })
})
afterAll(() => database?.drop())

const group = 'went-back'
const topic = defineTopic({
  name: 'test.went-back.v1',
  origin: testOrigin,
  schema: Type.Object({ n: Type.Number() }),
  partitions: 1,
  retention: { days: 1 },
  key: () => 'k',
  observedAt: () => new Date(0),
})

test('what a lost server had counted on is applied again, and what takes its place is read', async () => {
  const log = createPostgresLog({ database, logger: quiet })
  await log.ensure([topic])
  const stop = new AbortController()
  const seen: number[] = []
  const consuming = consumeStored(
    { log, database },
    {
      group,
      topics: [topic],
      signal: stop.signal,
      onBatch: (batch) =>
        database.transaction(async (connection) => {
          const fence = await lockOffsetOf(connection, group, batch)
          for (const { offset, value } of batch.records) if (offset >= fence) seen.push(JSON.parse(value!).n)
          await advanceOffset(connection, group, batch.topic, batch.partition, batch.records.at(-1)!.offset + 1n)
        }),
    },
  )
  const append = (...values: number[]) =>
    log.append(
      topic,
      values.map((n) => ({ n })),
    )
  await append(0, 1, 2, 3)
  await until('all are applied', async () => (await storedOffset(database.pool, group, topic.name, 0)) === 4n)

  // Applied, and the database has lost that.
  await database.pool.query('UPDATE consumer_offset SET next_offset = 2 WHERE group_name = $1', [group])
  await append(4)
  await until('they are applied again', async () => (await storedOffset(database.pool, group, topic.name, 0)) === 5n)
  expect(seen).toEqual([0, 1, 2, 3, 2, 3, 4])

  // Appended and applied, and the database has lost both; its sessions have ended.
  const { pool } = database
  await pool.query(`
    WITH gone AS (DELETE FROM log_record WHERE "offset" >= 3), ends AS (UPDATE log_partition SET next_offset = 3),
      went AS (UPDATE consumer_offset SET next_offset = 3)
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'tollgate leases'`)
  await until('it is held again', async () => (await log.members(group)) === 1 && log.holdings().get(group)?.size === 1)
  await append(5, 6)
  await until('what came is applied', () => seen.at(-1) === 6)
  expect(seen.slice(7)).toEqual([5, 6])
  stop.abort()
  await consuming
  await log.close()
})
