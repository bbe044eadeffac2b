// A clock that jumps: a source whose moment passed meanwhile is asked late, and one whose moment comes again is not left out until then.

// @module-tag alone
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recordNextRun, recordSuccess } from '../../db/facts/sources.ts'
import type { RunningSchedule } from '../../ingestors/schedule.ts'
import { makeAskedKeys } from '../support/asked-keys.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestSchedule } from '../support/schedule.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let running: RunningSchedule
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(async () => {
  await running.stop()
  vi.useRealTimers()
})

/** With a source that was read well a moment ago, so that only its schedule asks it. */
async function start(source: string, schedule: string, now: string, next?: string): Promise<{ times: number }> {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: new Date(now) })
  const asked = { times: 0 }
  const { ingestor } = makeAskedKeys('schedule-clock')
  const fetch = async () => {
    asked.times++
    return []
  }
  await recordSuccess(database.pool, source, new Date(), { records: 1, newestObservedAt: new Date() })
  await recordNextRun(database.pool, source, next === undefined ? new Date(Date.now() + 86_400_000) : new Date(next))
  running = await startTestSchedule(database, [{ ...ingestor, source, schedule, fetch }])
  return asked
}

test('a daily source is asked when the machine wakes up after its moment', async () => {
  const asked = await start('daily', '0 12 * * *', '2026-11-30T11:59:58.500Z')
  vi.setSystemTime(new Date('2026-11-30T12:40:00Z'))
  await until('it is asked', () => asked.times === 1)
})

test('one of many moments that passed meanwhile is made up for, not each', async () => {
  const asked = await start('minutely', '* * * * *', '2026-11-30T11:59:58.500Z')
  vi.setSystemTime(new Date('2026-11-30T14:00:20Z'))
  await until('it is asked', () => asked.times > 0)
  expect(asked.times).toBe(1)
})

test('a source goes on at its pace after the clock was set back by two hours', async () => {
  const asked = await start('set-back', '* * * * *', '2026-11-30T12:00:01Z')
  vi.setSystemTime(new Date('2026-11-30T10:00:50Z'))
  await until('it is asked at the next full minute', () => asked.times === 1, 30_000)
})

test('a daily source whose moment passed while the machine slept is asked at once, and one whose moment did not is not', async () => {
  const asked = await start('slept', '0 12 * * *', '2026-11-30T09:00:00Z', '2026-11-30T12:00:00Z')
  vi.setSystemTime(new Date('2026-11-30T11:00:00Z'))
  await wait(6_000)
  expect(asked.times).toBe(0)
  vi.setSystemTime(new Date('2026-11-30T12:40:00Z'))
  await until('it is asked', () => asked.times > 0, 30_000)
  expect(asked.times).toBe(1)
})
