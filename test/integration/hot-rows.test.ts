// Rows in memory: no query while nothing changes, word of a change within a moment, and without word never older than a second.
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createHotRows } from '../../api/hot-rows.ts'
import { createWakes, type Wakes } from '../../api/wakes.ts'
import { listenToRows, type RowName } from '../../db/rows/announced.ts'
import { removeRows, upsertRows } from '../../db/rows/signals.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { changeRow, counterRow, writeRows } from '../support/stream/rows.ts'

let database: TestDatabase
let wakes: Wakes

beforeEach(async () => {
  database = await createTestDatabase()
  wakes = await createWakes(database)
})

afterEach(async () => {
  await wakes.close()
  await database.drop()
})

function openRows(mostBytes?: number) {
  let queries = 0
  const { pool } = database
  const counted = Object.assign(Object.create(pool), {
    query: (...given: Parameters<typeof pool.query>) => {
      queries++
      return pool.query(...given)
    },
  })
  const rows = createHotRows({ database: { pool: counted }, wakes }, mostBytes)
  const scoreOf = async (key: string): Promise<number | null> => {
    const row = await rows.find('counter', '/count', key)
    return row === null ? null : JSON.parse(row.body).count
  }
  return { rows, scoreOf, queries: () => queries }
}

/** Word of it comes in no later than this returns. */
async function changeHeard(key: string, score: number): Promise<void> {
  const heard = Promise.withResolvers<unknown>()
  wakes.hearRows(heard.resolve)
  await changeRow(database, key, score)
  await heard.promise
}

const soon = { timeout: 900, interval: 5 }

test('a row asked for a thousand times in a second is read once', async () => {
  await changeHeard('a', 1)
  const { scoreOf, queries } = openRows()
  const startedAt = performance.now()
  for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 50 }, async () => expect(await scoreOf('a')).toBe(1)))
  expect(queries()).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedAt) / 1_000))
})

test('a row that changes, comes or goes is seen when it is announced', async () => {
  await changeRow(database, 'a', 1)
  const { scoreOf } = openRows()
  expect([await scoreOf('a'), await scoreOf('b')]).toEqual([1, null])
  const changedAt = performance.now()
  await changeRow(database, 'a', 2)
  await changeRow(database, 'b', 7)
  await expect.poll(() => Promise.all([scoreOf('a'), scoreOf('b')]), soon).toEqual([2, 7])
  // Sooner than it would have been looked at again.
  expect(performance.now() - changedAt).toBeLessThan(900)
})

test('without a word of it, a change is seen after a second', async () => {
  await changeRow(database, 'a', 1)
  await changeRow(database, 'gone', 1)
  const { scoreOf } = openRows()
  expect([await scoreOf('a'), await scoreOf('gone')]).toEqual([1, 1])
  // Both have been asked for by now: each is kept for a second from when it was.
  const readAt = performance.now()
  await database.transaction(async (connection) => {
    await upsertRows(connection, [counterRow('a', 2)])
    await removeRows(connection, 'counter', '/count', ['gone'])
  })
  await wait(1_005 - (performance.now() - readAt))
  expect([await scoreOf('a'), await scoreOf('gone')]).toEqual([2, null])
})

test('what changed while a row was read is not kept', async () => {
  await changeRow(database, 'a', 0)
  const { rows } = openRows()
  // The oldest score that an answer begun now may have: what was committed a second ago, or announced.
  const committed: { at: number; score: number }[] = [{ at: performance.now(), score: 0 }]
  const over = performance.now() + 2_500
  const writing = (async () => {
    for (let score = 1; performance.now() < over; score++) {
      // Half of them are never announced.
      await database.transaction(async (connection) => {
        if (score % 2 === 0) await writeRows(connection, [counterRow('a', score)])
        else await upsertRows(connection, [counterRow('a', score)])
      })
      committed.push({ at: performance.now(), score })
    }
  })()
  let answers = 0
  while (performance.now() < over) {
    const begunAt = performance.now()
    const row = await rows.find('counter', '/count', 'a')
    const oldest = committed.findLast(({ at }) => at < begunAt - 1_000)?.score ?? 0
    expect(JSON.parse(row!.body).count).toBeGreaterThanOrEqual(oldest)
    answers++
    if (answers % 50 === 0) await wait(1)
  }
  await writing
  expect(answers).toBeGreaterThan(1_000)
  expect(committed.length).toBeGreaterThan(20)
})

test('of more rows than there is room for, none is wrong and the rest are let go', async () => {
  const mostBytes = 200_000
  const keys = Array.from({ length: 300 }, (_, n) => `k${n}`)
  await database.transaction((connection) =>
    writeRows(
      connection,
      keys.map((key, n) => counterRow(key, n, 'x'.repeat(1_000))),
    ),
  )
  const { rows, scoreOf, queries } = openRows(mostBytes)
  let most = 0
  for (const [n, key] of keys.entries()) {
    expect(await scoreOf(key)).toBe(n)
    most = Math.max(most, rows.bytes)
  }
  expect(most).toBeLessThanOrEqual(mostBytes)
  expect(most).toBeGreaterThan(mostBytes / 2)
  const before = queries()
  expect(await scoreOf('k299')).toBe(299)
  expect(queries()).toBe(before)
  // Strangers' names for what is not there fill nothing either.
  for (let n = 0; n < 1_000; n++) expect(await scoreOf(`nobody ${n}`)).toBeNull()
  expect(rows.bytes).toBeLessThanOrEqual(mostBytes)
})

test('a row larger than all the room is answered all the same', async () => {
  await database.transaction((connection) => writeRows(connection, [counterRow('a', 1, 'x'.repeat(10_000))]))
  const { rows, scoreOf } = openRows(5_000)
  expect(await scoreOf('a')).toBe(1)
  expect(rows.bytes).toBe(0)
  expect(await scoreOf('a')).toBe(1)
})

test('a read that fails is told, and the next one is a read again', async () => {
  await changeHeard('a', 1)
  let isAway = true
  const { pool } = database
  const broken = Object.assign(Object.create(pool), {
    query: (...given: Parameters<typeof pool.query>) => (isAway ? Promise.reject(new Error('away')) : pool.query(...given)),
  })
  const rows = createHotRows({ database: { pool: broken }, wakes })
  await expect(rows.find('counter', '/count', 'a')).rejects.toThrow('away')
  isAway = false
  expect(JSON.parse((await rows.find('counter', '/count', 'a'))!.body).count).toBe(1)
  expect(rows.bytes).toBeGreaterThan(0)
})

test('a batch of rows is one notification, and what names too much is left to be found', async () => {
  const heard: (readonly RowName[] | null)[] = []
  const stop = await listenToRows(database, (rows) => heard.push(rows))
  onTestFinished(stop)
  const keys = [...Array.from({ length: 100 }, (_, n) => `é ${n}`), 'y'.repeat(9_000)]
  await database.transaction((connection) =>
    writeRows(
      connection,
      keys.map((key) => counterRow(key, 1)),
    ),
  )
  await database.pool.query(`SELECT pg_notify('row', 'no names')`)
  await expect.poll(() => heard.length, soon).toBe(2)
  expect(heard[0]!.map(({ key }) => key).toSorted()).toEqual(keys.slice(0, 100).toSorted())
  expect(heard[1]).toBeNull()
  // Of more than one can hold, as few as hold them.
  await database.transaction((connection) =>
    writeRows(
      connection,
      Array.from({ length: 1_000 }, (_, n) => counterRow(`many ${n}`, 1)),
    ),
  )
  await expect.poll(() => heard.slice(2).flat().length, soon).toBe(1_000)
  expect(heard.length).toBeLessThan(10)
})
