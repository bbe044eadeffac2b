// The chores of the event log, of signal history and of stored facts: what they take, what they leave, and that writers go on meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { createHistoryMonths } from '../../db/rows/history-months.ts'
import type { Chore } from '../../processors/chores/define.ts'
import { eventLogChores } from '../../processors/chores/event-log.ts'
import { signalHistoryChore } from '../../processors/chores/signal-history.ts'
import { storedFactsChore } from '../../processors/chores/stored-facts.ts'
import type { Service } from '../../processors/kit/define.ts'
import { counterService, makeTicks, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let log: Log

beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresLog({ database, logger: quiet })
})
afterAll(async () => {
  await log.close()
  await database.drop()
})

async function doAll({ batch }: Chore, now = new Date()): Promise<number> {
  let done = 0
  for (;;) {
    const count = await batch(now)
    if (count === 0) return done
    done += count
  }
}

test('retention and compaction run while the log is written, lose nothing else, and no append waits long', async () => {
  const topic = tickTopic('cleaned', 3)
  const compacted = { ...tickTopic('compacted', 2), retention: { days: 7, compact: true } }
  await log.ensure([topic, compacted])
  const old = makeTicks(9_000)
  for (let at = 0; at < old.length; at += 3_000) {
    await log.append(topic, old.slice(at, at + 3_000))
    await log.append(compacted, old.slice(at, at + 3_000))
  }
  await database.pool.query("UPDATE log_record SET appended_at = appended_at - interval '8 days'")
  let slowestMs = 0
  let isOver = false
  const fresh: number[] = []
  const write = async () => {
    while (!isOver) {
      const n = 20_000 + fresh.length
      const startedAt = performance.now()
      await Promise.all([log.append(topic, [{ key: `k${n % 7}`, n }]), log.append(compacted, [{ key: `k${n % 7}`, n }])])
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      fresh.push(n)
    }
  }
  const writing = write()
  const [retention, compaction] = eventLogChores(database, 0)
  expect(await doAll(retention!)).toBe(9_000)
  expect(await doAll(compaction!)).toBeGreaterThan(8_900)
  isOver = true
  await writing
  const left: number[] = []
  for await (const record of log.read(topic, {})) left.push(JSON.parse(record.value!).n)
  expect(left.sort((a, b) => a - b)).toEqual(fresh)
  for (const { partition, low } of await log.bounds(topic.name)) {
    const [first] = (
      await database.pool.query(
        `SELECT min("offset") AS first FROM log_record JOIN log_topic t ON t.id = topic_id WHERE t.name = $1 AND partition = $2`,
        [topic.name, partition],
      )
    ).rows
    if (first.first !== null) expect(low).toBe(BigInt(first.first))
  }
  await doAll(compaction!)
  const newest = new Map([...old, ...fresh.map((n) => ({ key: `k${n % 7}`, n }))].map(({ key, n }) => [key, n]))
  const kept: [string, number][] = []
  for await (const record of log.read(compacted, {})) kept.push([record.key, JSON.parse(record.value!).n])
  expect(new Map(kept)).toEqual(newest)
  expect(kept).toHaveLength(newest.size)
  // Not a benchmark (npm run bench -- clean is); a writer held up for a whole pass would show here on any machine.
  expect(slowestMs).toBeLessThan(5_000)
})

test('what a newer record replaced stays so long as rows of that time are to be explained, and a removal is never undone', async () => {
  const topic = { ...tickTopic('explained', 1), retention: { days: 7, compact: true } }
  await log.ensure([topic])
  const appendAged = async (days: number, append: () => Promise<void>) => {
    await append()
    await database.pool.query(
      `UPDATE log_record SET appended_at = now() - make_interval(days => $2)
       WHERE topic_id = (SELECT id FROM log_topic WHERE name = $1) AND appended_at > now() - interval '1 hour'`,
      [topic.name, days],
    )
  }
  for (const [n, days] of [
    [1, 20],
    [2, 10],
    [3, 5],
    [4, 3],
  ] as const)
    await appendAged(days, () => log.append(topic, [{ key: 'moved', n }]))
  await appendAged(20, () => log.append(topic, [{ key: 'removed', n: 1 }]))
  await appendAged(6, () => log.remove(topic, ['removed']))
  const left = async () => {
    const records = []
    for await (const { key, value } of log.read(topic, {}))
      records.push(`${key} ${value === null ? 'gone' : JSON.parse(value).n}`)
    return records
  }
  const compact = async (afterDays: number) => doAll(eventLogChores(database, afterDays)[1]!)
  // Six days ago the value of ten days ago still held, and so did the one that was removed on that day.
  await compact(8)
  expect(await left()).toEqual(['moved 2', 'moved 3', 'moved 4', 'removed 1', 'removed gone'])
  await compact(5.5)
  expect(await left()).toEqual(['moved 2', 'moved 3', 'moved 4', 'removed gone'])
  await compact(4)
  expect(await left()).toEqual(['moved 3', 'moved 4'])
  await compact(0)
  expect(await left()).toEqual(['moved 4'])
})

test('history: months come before they begin, a month nobody made gets its rows back, old ones go whole', async () => {
  const months = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'signal_history'::regclass ORDER BY 1",
    )
    return rows.map(({ name }) => name)
  }
  const add = (id: number, at: string) =>
    database.pool.query(
      `INSERT INTO signal_history (id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash)
       VALUES ($1, 's', '/r', 'k', '{}', '{}', $2, $2, 'f', '[]', 'h')`,
      [id, at],
    )
  await createHistoryMonths(database.pool, new Date('2031-01-15T00:00:00Z'))
  expect(await months()).toEqual(
    expect.arrayContaining(['signal_history_2031_01', 'signal_history_2031_02', 'signal_history_2031_03']),
  )
  await add(1, '2031-01-31T23:59:59.999Z')
  await add(2, '2031-02-01T00:00:00Z')
  await add(3, '2031-05-10T00:00:00Z')
  expect((await database.pool.query('SELECT id FROM signal_history_default')).rows).toEqual([{ id: '3' }])
  const chore = signalHistoryChore(database, 2)
  await doAll(chore, new Date('2031-04-15T00:00:00Z'))
  expect((await database.pool.query('SELECT id FROM signal_history_default')).rows).toEqual([])
  expect((await database.pool.query('SELECT id FROM signal_history_2031_05')).rows).toEqual([{ id: '3' }])
  expect((await database.pool.query('SELECT id FROM signal_history ORDER BY 1')).rows).toEqual([{ id: '2' }, { id: '3' }])
  expect(await months()).not.toContain('signal_history_2031_01')
  expect(await months()).toEqual(expect.arrayContaining(['signal_history_2031_02', 'signal_history_2031_06']))
})

test('a reader of history holds up the dropping, never the other way round', async () => {
  await createHistoryMonths(database.pool, new Date('2020-01-15T00:00:00Z'))
  await database.transaction(async (connection) => {
    await connection.query('SELECT count(*) FROM signal_history')
    await expect(doAll(signalHistoryChore(database, 2), new Date('2031-04-15T00:00:00Z'))).rejects.toMatchObject({
      code: '55P03',
    })
  })
  expect(await doAll(signalHistoryChore(database, 2), new Date('2031-04-15T00:00:00Z'))).toBeGreaterThan(2)
})

test('facts go when a larger revision holds or every selection has left them behind, and only then', async () => {
  const topic = tickTopic('facts', 1)
  const other = tickTopic('others', 1)
  const base = counterService(topic)
  const limited: Service = { ...base, selects: (key) => [{ topic, keys: [key], days: 10 }] }
  const wide: Service = { ...base, label: 'wide', affected: () => ['b'], selects: () => [{ topic, keys: ['b'], days: 100 }] }
  const unlimited: Service = { ...base, label: 'all', reads: [other], selects: (key) => [{ topic: other, keys: [key] }] }
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000)
  const add = (at: string, key: string, n: number, revision: number) =>
    database.pool.query(
      'INSERT INTO observation (topic, key, observed_at, revision, value, partition, "offset") VALUES ($1, $2, $3, $4, $5, 0, 0)',
      [at, key, day(n), revision, JSON.stringify({ key, n })],
    )
  for (const key of ['a', 'b']) for (const n of [0, 200, 258, 260, 300]) await add(topic.name, key, n, 0)
  await add(topic.name, 'a', 300, 7)
  await add(other.name, 'a', 0, 0)
  await add(other.name, 'a', 900, 0)
  await add('gone.topic.v1', 'a', 0, 0)
  await doAll(storedFactsChore(database, [limited, wide, unlimited]))
  const { rows } = await database.pool.query<{ place: string }>(
    "SELECT concat_ws(' ', topic, key, extract(day FROM observed_at - '2026-01-01T00:00Z'), revision) AS place FROM observation ORDER BY topic, key, observed_at",
  )
  const facts = topic.name
  expect(rows.map(({ place }) => place)).toEqual([
    'gone.topic.v1 a 0 0',
    ...[260, 300].map((n) => `${facts} a ${n} ${n === 300 ? 7 : 0}`),
    ...[200, 258, 260, 300].map((n) => `${facts} b ${n} 0`),
    `${other.name} a 0 0`,
    `${other.name} a 900 0`,
  ])
})
