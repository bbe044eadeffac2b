// An operator sees how much queued work waits, and for how long.
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import type { Queryable } from '../../db/client.ts'
import { enqueueJobs } from '../../db/work/jobs.ts'
import { exposeJobBacklog } from '../../processors/jobs/metrics.ts'
import { createTestDatabase } from '../support/database.ts'

function scrape(connection: Queryable): Promise<string> {
  const registry = new Registry()
  exposeJobBacklog(registry, connection, ['convert', 'read'])
  return registry.metrics()
}
const figureOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  )

test('waiting and running jobs are counted by kind, ended ones are not', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const ask = (key: string, agoSeconds: number) =>
    database.transaction((connection) =>
      enqueueJobs(connection, 'convert', [
        { key, request: '{}', topic: 't', partition: 0, offset: 1n, requestedAt: new Date(Date.now() - agoSeconds * 1_000) },
      ]),
    )
  for (const [key, agoSeconds] of [
    ['first', 90],
    ['second', 30],
    ['taken', 200],
    ['ended', 300],
  ] as const)
    await ask(key, agoSeconds)
  await database.pool.query(
    `UPDATE job SET state = CASE key WHEN 'taken' THEN 'running' ELSE 'done' END WHERE key IN ('taken', 'ended')`,
  )

  const text = await scrape(database.pool)
  expect(figureOf(text, 'tollgate_jobs_queued{kind="convert"}')).toBe(2)
  expect(figureOf(text, 'tollgate_jobs_running{kind="convert"}')).toBe(1)
  const waited = figureOf(text, 'tollgate_job_oldest_wait_seconds{kind="convert"}')
  expect(waited).toBeGreaterThanOrEqual(89)
  expect(waited).toBeLessThan(200)
  for (const name of ['jobs_queued', 'jobs_running', 'job_oldest_wait_seconds'])
    expect(figureOf(text, `tollgate_${name}{kind="read"}`), name).toBe(0)
})

test('without a database nothing is said of jobs, and the scrape goes on', async () => {
  const away = { query: async () => Promise.reject(new Error('away')) } as unknown as Queryable
  const text = await scrape(away)
  expect(text).toContain('# TYPE tollgate_jobs_queued gauge')
  expect(text).not.toMatch(/^tollgate_/m)
})
