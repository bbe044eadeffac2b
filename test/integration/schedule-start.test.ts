// What is asked at a start: what was never read or failed last does not wait for its hour, what was read well does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordFailure, recordNextRun, recordSuccess } from '../../db/facts/sources.ts'
import { makeAskedKeys } from '../support/asked-keys.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestSchedule } from '../support/schedule.ts'

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
