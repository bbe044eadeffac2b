// A machine whose clock is wrong: told by /health, the log and a metric; a slow way to the database is no wrong clock.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { checkHealth } from '../../api/health.ts'
import { startClockCheck } from '../../app/clock-check.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import { clockAhead } from '../../db/clock-ahead.ts'
import type { Log } from '../../db/log/port.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

function turnClock(seconds: number): void {
  const now = Date.now
  const turned = vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1_000)
  onTestFinished(() => turned.mockRestore())
}

test.each([600, -600])('a clock that is %i s ahead is found to be so', async (seconds) => {
  turnClock(seconds)
  const found = await clockAhead(database.pool)
  expect(Math.abs(found - seconds)).toBeLessThan(1)
})

test('a question that is long on its way finds no clock wrong that is right', async () => {
  const slowly = {
    query: async (text: string) => {
      await wait(150)
      const found = await database.pool.query(text)
      await wait(150)
      return found
    },
  }
  expect(await clockAhead(slowly as never)).toBe(0)
})

test.each([
  [0, true, 'ok'],
  [600, false, 'degraded'],
])('/health of a machine %i s ahead', async (seconds, ok, status) => {
  turnClock(seconds)
  const log = { kind: 'postgres', topics: async () => [] } as unknown as Log
  const world = { config: { world: 'live' }, services: [], metrics: createMetrics(), freshness: async () => new Map() } as const
  const lag = async () => []
  const health = await checkHealth({ database, log, clock: systemClock, lag, ...world })
  expect(health).toMatchObject({ status, parts: { clock: { ok, ahead_seconds: expect.closeTo(seconds, 0) } } })
})

test('the log says it once, and the metric tells it', async () => {
  turnClock(-40)
  const metrics = createMetrics()
  const logger = { warn: vi.fn(), info: vi.fn() }
  const { stop } = startClockCheck(database.pool, metrics, logger as never, systemClock)
  onTestFinished(stop)
  await expect.poll(() => logger.warn.mock.calls.length).toBe(1)
  expect(logger.warn.mock.calls[0]![0].ahead_seconds).toBeCloseTo(-40, 0)
  expect(await metrics.registry.getSingleMetricAsString('tollgate_clock_ahead_seconds')).toMatch(
    /^tollgate_clock_ahead_seconds -/m,
  )
})

test.each([
  ['behind', -600, 600],
  ['ahead', 600, 0],
  ['a little behind', -3, 0],
])('a machine whose clock is %s (%i s) tells the time %i s later than it has it', async (_how, seconds, later) => {
  turnClock(seconds)
  const logger = { warn: vi.fn(), info: vi.fn() }
  const own = { now: () => new Date(Date.now()) }
  const { clock, firstLook, stop } = startClockCheck(database.pool, createMetrics(), logger as never, own)
  onTestFinished(stop)
  await firstLook
  expect(Math.abs(clock.now().getTime() - Date.now() - later * 1_000)).toBeLessThan(1_000)
})
