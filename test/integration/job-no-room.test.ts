// Queued work for which a machine has no room is not the work's fault: it is left to others, or done once there is room, and not set aside at once.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { createSafeFetch } from '../../base/safe-fetch/index.ts'
import { listDeadLetters } from '../../db/work/dead-letters.ts'
import { enqueueJobs, findJob } from '../../db/work/jobs.ts'
import { isMachineFault } from '../../processors/jobs/machine-fault.ts'
import { workJobs } from '../../processors/jobs/work.ts'
import { WorkerDeath, WorkerNotStarted } from '../../processors/jobs/workers/failure.ts'
import { createTestDatabase, quiet } from '../support/database.ts'
import { type Act, makeErrands } from '../support/errand.ts'
import { until } from '../support/until.ts'

const patient = 40_000

async function work(act: Act, agoSeconds: number) {
  const database = await createTestDatabase({ poolSize: 6 })
  onTestFinished(() => database.drop())
  await database.pool.query('CREATE TABLE errand_run (key text NOT NULL, pid int NOT NULL)')
  const { job, kind, topic } = makeErrands(randomBytes(5).toString('hex'))
  const requestedAt = new Date(Date.now() - agoSeconds * 1_000)
  const request = JSON.stringify({ key: 'one', act, requested_at: requestedAt.toISOString() })
  const asked = { key: 'one', request, topic: topic.name, partition: 0, offset: 0n, requestedAt }
  await database.transaction((connection) => enqueueJobs(connection, kind, [asked]))
  const stop = new AbortController()
  const deps = { database, clock: systemClock, logger: quiet, safeFetch: createSafeFetch() }
  const working = workJobs(job, deps, stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await working
  })
  const found = () => findJob(database.pool, kind, 'one')
  await until('it has ended', async () => (await found())?.finishedAt != null, patient)
  return { job: await found(), letters: await listDeadLetters(database.pool) }
}

test('it is done once there is room, as if nobody had tried before', async () => {
  expect(await work('no-room-twice', 0)).toMatchObject({ job: { state: 'done', attempts: 1 }, letters: [] })
})

test('what there is no room for after minutes is set aside as any other', async () => {
  expect(await work('no-room', 600)).toMatchObject({
    job: { state: 'dead', attempts: 2 },
    letters: [{ key: 'one', reason: expect.stringContaining('ENOSPC') }],
  })
})

test.each([
  [true, new Error('a worker failed: Error: ENOSPC: no space left on device, write\n    at async write')],
  [true, new Error("EROFS: read-only file system, mkdtemp '/tmp/a'")],
  [true, new Error('spawn setpriv EAGAIN')],
  [true, new WorkerNotStarted('code 1', 'unshare failed')],
  [false, new WorkerDeath('code 139')],
  [false, new Error('a worker failed: TypeError: the document says ENOSPC')],
  [false, new Error('a worker failed: Error: ENOSPCX')],
])('%s: the machine’s fault is %s', (isSo, error) => {
  expect(isMachineFault(error)).toBe(isSo)
})
