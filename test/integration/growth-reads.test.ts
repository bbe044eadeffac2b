// What is looked up in much costs no more than in little: counted in blocks and statements, not in time.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/client.ts'
import { selectFacts, selectQuery } from '../../db/facts/observations.ts'
import { createCompactor } from '../../db/log/postgres/compact.ts'
import { findOffsetsAt, offsetsAtQuery } from '../../db/log/postgres/times.ts'
import { readSeries } from '../../db/rows/history.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const start = new Date('2026-11-01T00:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.pool.query('TRUNCATE log_record, log_partition, log_topic, signal_history'))
afterAll(() => database?.drop())

/** A topic of one record a second, of so many keys in turn; its id. */
async function fillTopic(count: number, keys: number): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    "INSERT INTO log_topic (name, partitions, retention_days, compact) VALUES ('t.v1', 1, 7, true) RETURNING id",
  )
  const { id } = rows[0]!
  await database.pool.query('INSERT INTO log_partition (topic_id, partition, next_offset) VALUES ($1, 0, $2)', [id, count])
  await database.pool.query(
    `INSERT INTO log_record (topic_id, partition, "offset", appended_at, key, value)
     SELECT $1, 0, n, $2::timestamptz + n * interval '1 second', 'k' || n % $4::int, '{}' FROM generate_series(0, $3::int - 1) n`,
    [id, start, count, keys],
  )
  await database.pool.query('ANALYZE log_record')
  return id
}

/** The same database, telling of every statement that is said to it. */
function overheard(heard: string[]): Database {
  const note = (text: unknown) => void heard.push(typeof text === 'string' ? text : (text as { text: string }).text)
  return {
    ...database,
    transaction: (work) =>
      database.transaction((connection) =>
        work(
          new Proxy(connection, {
            get: (target, name) =>
              name === 'query'
                ? (text: string, values?: unknown[]) => {
                    note(text)
                    return target.query(text, values)
                  }
                : Reflect.get(target, name),
          }),
        ),
      ),
  }
}

async function blocksOf(text: string, values: unknown[]): Promise<number> {
  const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values)
  const { Plan: plan } = rows[0]['QUERY PLAN'][0]
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

test('the place of a moment is found in few blocks however long the log is, and is the right one', async () => {
  const second = (n: number) => new Date(start.getTime() + n * 1_000)
  const blocks: number[] = []
  for (const count of [20_000, 80_000]) {
    await database.pool.query('TRUNCATE log_record, log_partition, log_topic')
    const id = await fillTopic(count, 10)
    const placeOf = async (at: Date) => (await findOffsetsAt(database.pool, id, at)).get(0)
    expect(await placeOf(second(-5))).toBe(0n)
    expect(await placeOf(second(count - 1_000.5))).toBe(BigInt(count - 1_000))
    expect(await placeOf(second(count - 1))).toBe(BigInt(count - 1))
    expect(await placeOf(second(count))).toBe(BigInt(count))
    // Compaction leaves holes, and retention takes the front.
    await database.pool.query('DELETE FROM log_record WHERE "offset" % 7 <> 0 OR "offset" < 700')
    await database.pool.query('UPDATE log_partition SET low_offset = 700')
    expect(await placeOf(second(-5))).toBe(700n)
    expect(await placeOf(second(7_001))).toBe(7_007n)
    blocks.push(await blocksOf(offsetsAtQuery, [id, second(count - 700)]))
  }
  expect(blocks[1]! / blocks[0]!).toBeLessThan(2)
})

test('a clock that was put back hides no record', async () => {
  const id = await fillTopic(5_000, 10)
  const at = (n: number) => new Date(start.getTime() + n * 1_000)
  // From 2,000 on it is five minutes earlier: 1,900 is met again at 2,200.
  await database.pool.query(`UPDATE log_record SET appended_at = appended_at - interval '300 seconds' WHERE "offset" >= 2000`)
  expect((await findOffsetsAt(database.pool, id, at(1_900))).get(0)).toBe(1_900n)
  expect((await findOffsetsAt(database.pool, id, at(1_999.5))).get(0)).toBe(2_300n)
})

test('a partition is sorted once however much of it is superseded', async () => {
  await fillTopic(130_000, 10)
  const heard: string[] = []
  const compactor = createCompactor(overheard(heard))
  let deleted = 0
  for (let count = 1; count > 0; deleted += count) count = await compactor.batch(new Date(), 30_000)
  expect(deleted).toBe(130_000 - 10)
  expect(heard.filter((text) => text.includes('PARTITION BY key'))).toHaveLength(1)
  const { rows } = await database.pool.query('SELECT min("offset")::int AS first, count(*)::int AS count FROM log_record')
  expect(rows).toEqual([{ first: 129_990, count: 10 }])
})

test('a series is sorted once however long it is, and comes whole and in order', async () => {
  await database.pool.query(
    `INSERT INTO signal_history (id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash)
     SELECT n, 's', '/r', 'k' || n % 2, '{}', '{}', $1, $1::timestamptz + (n / 4) * interval '1 second', 'f/1', '[]', 'h' FROM generate_series(1, 7001) n`,
    [start],
  )
  const heard: string[] = []
  const read = async (key: string | null, to: Date | null = null) => {
    const ids: number[] = []
    await overheard(heard).transaction(async (connection) => {
      for await (const row of readSeries(connection, { service: 's', route: '/r', key, from: null, to })) ids.push(Number(row.id))
    })
    return ids
  }
  expect(await read(null)).toEqual(Array.from({ length: 7_001 }, (_, i) => i + 1))
  expect(heard.filter((text) => text.includes('ORDER BY'))).toHaveLength(1)
  expect(await read('k0')).toHaveLength(3_500)
  expect(await read('k1', new Date(start.getTime() + 1_000))).toEqual([1, 3])
  expect(await read('nobody')).toEqual([])
})

test('a topic’s newest days are found in few blocks however many keys there ever were, and are the right ones', async () => {
  const blocks: number[] = []
  for (const keys of [2_000, 20_000]) {
    await database.pool.query('TRUNCATE observation')
    await database.pool.query(
      `INSERT INTO observation (topic, key, observed_at, revision, value, partition, "offset")
       SELECT t, 'k' || n, $1::timestamptz + n * interval '1 minute', 0, '{}', 0, n FROM generate_series(1, $2::int) n, unnest('{t.v1,u.v1}'::text[]) t`,
      [start, keys],
    )
    await database.pool.query('ANALYZE observation')
    const newest = await selectFacts(database.pool, { topic: 't.v1', days: 0 })
    expect(newest.map(({ key }) => key)).toEqual([`k${keys}`])
    expect(await selectFacts(database.pool, { topic: 't.v1', days: 1 })).toHaveLength(24 * 60 + 1)
    const from = new Date(start.getTime() + keys * 60_000)
    blocks.push(await blocksOf(selectQuery, ['t.v1', null, 0, from]))
    blocks.push(await blocksOf('SELECT max(observed_at) FROM observation WHERE topic = $1', ['t.v1']))
  }
  expect(Math.max(...blocks)).toBeLessThan(12)
  // Of named keys the days before the newest among them, as before; of none nothing.
  expect(
    (await selectFacts(database.pool, { topic: 't.v1', keys: ['k5', 'k7', 'k1999'], days: 0 })).map(({ key }) => key),
  ).toEqual(['k1999'])
  expect(await selectFacts(database.pool, { topic: 't.v1', keys: ['k5', 'k7'], days: 1 })).toHaveLength(2)
  expect(await selectFacts(database.pool, { topic: 'none.v1', days: 5 })).toEqual([])
})
