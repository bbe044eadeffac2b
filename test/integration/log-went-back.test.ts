// A failover to a standby that was behind: offsets and records are gone that this process knows of; nothing that is there or comes is passed over.
import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/client.ts'
import type { Batch } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { defineTopic } from '../../db/log/topic.ts'
import { consumeStored } from '../../db/work/consume.ts'
import { advanceOffset, lockOffsetOf, storedOffset } from '../../db/work/offsets.ts'
import { makeTicks, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { missingEngine, openLog } from '../support/logs.ts'
import { testOrigin } from '../support/topics.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 4 })
})
afterAll(() => database?.drop())

// What else is said to the database first, whenever the end of a partition is asked for.
function asksFirst(first: () => Promise<void>): Database {
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name !== 'query'
        ? Reflect.get(target, name)
        : async (...asked: [sql: string]) => {
            if (/^SELECT next_offset AS next FROM log_partition/.test(asked[0])) await first()
            return target.query(...asked)
          },
  })
  return { ...database, pool }
}

test.each([
  ['what takes its place is read', false],
  ['what takes its place while it is looked for is read', true],
])('what a lost server had counted on is applied again, and %s', async (_, isMeanwhile) => {
  const group = `went-back-${randomBytes(4).toString('hex')}`
  const topic = defineTopic({
    name: `test.${group}.v1`,
    origin: testOrigin,
    schema: Type.Object({ n: Type.Number() }),
    partitions: 1,
    retention: { days: 1 },
    key: () => 'k',
    observedAt: () => new Date(0),
  })
  let first: () => Promise<void> = async () => undefined
  const log = createPostgresLog({ database: asksFirst(() => first()), logger: quiet })
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
  await database.pool.query(`
    WITH here AS (SELECT id FROM log_topic WHERE name = '${topic.name}'),
      gone AS (DELETE FROM log_record WHERE topic_id IN (SELECT id FROM here) AND "offset" >= 3),
      ends AS (UPDATE log_partition SET next_offset = 3 WHERE topic_id IN (SELECT id FROM here)),
      went AS (UPDATE consumer_offset SET next_offset = 3 WHERE group_name = '${group}')
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'tollgate leases'`)
  const come = Promise.withResolvers<void>()
  if (isMeanwhile)
    first = async () => {
      first = async () => undefined
      await append(5, 6)
      come.resolve()
    }
  else {
    await until('it is held again', async () => (await log.members(group)) === 1 && log.holdings().get(group)?.size === 1)
    await append(5, 6)
    come.resolve()
  }
  await come.promise
  await until('what came is applied', () => seen.at(-1) === 6)
  expect(seen.slice(7)).toEqual([5, 6])
  stop.abort()
  await consuming
  await log.close()
})

const kafka = missingEngine('kafka') === '' ? test : test.skip
kafka('offsets that went back on the database are read again from Kafka', async () => {
  const group = `went-back-${randomBytes(4).toString('hex')}`
  const topic = tickTopic(group, 1)
  const log = await openLog('kafka', database)
  await log.ensure([topic])
  const stop = new AbortController()
  const seen: bigint[] = []
  const onBatch = (batch: Batch) =>
    database.transaction(async (connection) => {
      const fence = await lockOffsetOf(connection, group, batch)
      for (const { offset } of batch.records) if (offset >= fence) seen.push(offset)
      await advanceOffset(connection, group, batch.topic, batch.partition, batch.records.at(-1)!.offset + 1n)
    })
  const consuming = consumeStored({ log, database }, { group, topics: [topic], signal: stop.signal, onBatch })
  const standsAt = async (next: bigint) => (await storedOffset(database.pool, group, topic.name, 0)) === next
  const ticks = makeTicks(7)
  await log.append(topic, ticks.slice(0, 4))
  await until('all are applied', () => standsAt(4n))
  await database.pool.query('UPDATE consumer_offset SET next_offset = 2 WHERE group_name = $1', [group])
  await log.append(topic, ticks.slice(4, 5))
  await until('they are applied again', () => standsAt(5n))
  expect(seen).toEqual([0n, 1n, 2n, 3n, 2n, 3n, 4n])
  await log.append(topic, ticks.slice(5))
  await until('what follows is applied once', () => standsAt(7n))
  expect(seen.slice(7)).toEqual([5n, 6n])
  stop.abort()
  await consuming
  await log.close()
})
