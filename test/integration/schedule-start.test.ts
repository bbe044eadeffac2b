// What is asked at a start: what was never read or failed last does not wait for its hour, what was read well does.
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordFailure, recordNextRun, recordSuccess } from '../../db/facts/sources.ts'
import type { Ingestor } from '../../ingestors/define.ts'
import { makeAskedKeys } from '../support/asked-keys.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestSchedule } from '../support/schedule.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a program stopped in its first round asks at the next start what it had not asked, and what failed', async () => {
  const { ingestor } = makeAskedKeys('schedule-start')
  const asked: string[] = []
  const ingestors = ['never', 'stopped', 'failed', 'read', 'late'].map((source) => ({
    ...ingestor,
    source,
    fetch: async () => {
      asked.push(source)
      throw new Error('not now')
    },
  }))
  const [before, later] = [new Date(Date.now() - 60_000), new Date(Date.now() + 20 * 86_400_000)]
  const done = { records: 1, newestObservedAt: before }
  await recordNextRun(database.pool, 'stopped', later)
  await recordFailure(database.pool, 'failed', before, 'the host did not answer')
  await recordNextRun(database.pool, 'failed', later)
  await recordSuccess(database.pool, 'read', before, done)
  await recordNextRun(database.pool, 'read', later)
  await recordSuccess(database.pool, 'late', before, done)
  await recordNextRun(database.pool, 'late', before)

  const running = await startTestSchedule(database, ingestors)
  try {
    await running.firstRound
    expect(asked.toSorted()).toEqual(['failed', 'late', 'never', 'stopped'])
  } finally {
    await running.stop()
  }
})

test('a source that is due again before its last poll is done is not polled twice, and the log says so in its own form', async () => {
  const { ingestor } = makeAskedKeys('schedule-slow')
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const onConsole = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockReturnValue())
  let [asked, atOnce, mostAtOnce] = [0, 0, 0]
  const slow: Ingestor = {
    ...{ ...ingestor, source: 'schedule-slow', schedule: '* * * * * *' },
    fetch: async () => {
      asked++
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      await wait(2_200)
      atOnce--
      throw new Error('not now')
    },
  }
  const running = await startTestSchedule(database, [slow], logger)
  try {
    await vi.waitFor(
      () => expect(lines.map((line) => JSON.parse(line).msg)).toContain('due again before its last poll is done'),
      10_000,
    )
  } finally {
    await running.stop()
  }
  expect(asked).toBeGreaterThan(0)
  expect(mostAtOnce).toBe(1)
  expect(onConsole.flatMap(({ mock }) => mock.calls)).toEqual([])
  vi.restoreAllMocks()
})

test('what a failover has lost of a poll is asked again: it is due by the database’s word', async () => {
  const { ingestor } = makeAskedKeys('schedule-failover')
  let asked = 0
  const fetch = async () => {
    asked++
    throw new Error('not now')
  }
  const [before, later] = [new Date(Date.now() - 60_000), new Date(Date.now() + 20 * 86_400_000)]
  await recordSuccess(database.pool, 'lost', before, { records: 1, newestObservedAt: before })
  await recordNextRun(database.pool, 'lost', later)
  const running = await startTestSchedule(database, [{ ...ingestor, source: 'lost', fetch }])
  try {
    await running.firstRound
    expect(asked).toBe(0)
    await recordNextRun(database.pool, 'lost', before)
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'
         AND pid <> pg_backend_pid()`,
    )
    await until('it is asked', () => asked === 1)
  } finally {
    await running.stop()
  }
})
