// Queued work whose worker stands still, or is cut off, is done by another, and what the first says when it comes back is not heard.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { createSafeFetch } from '../../base/safe-fetch/index.ts'
import { listDeadLetters } from '../../db/work/dead-letters.ts'
import { type ClaimRules, claimJob, enqueueJobs, findJob } from '../../db/work/jobs.ts'
import { runClaimed } from '../../processors/jobs/run-claimed.ts'
import { workJobs } from '../../processors/jobs/work.ts'
import { createTestDatabase, quiet } from '../support/database.ts'
import { type Act, makeErrands } from '../support/errand.ts'
import { until } from '../support/until.ts'

const patient = 40_000

async function openErrand(act: Act) {
  const database = await createTestDatabase({ poolSize: 6 })
  onTestFinished(() => database.drop())
  await database.pool.query('CREATE TABLE errand_run (key text NOT NULL, pid int NOT NULL)')
  const errands = makeErrands(randomBytes(5).toString('hex'))
  const requestedAt = new Date()
  const request = JSON.stringify({ key: 'one', act, requested_at: requestedAt.toISOString() })
  const asked = { key: 'one', request, topic: errands.topic.name, partition: 0, offset: 0n, requestedAt }
  await database.transaction((connection) => enqueueJobs(connection, errands.kind, [asked]))
  // This connection lives, as that of a process does which stands still.
  const life = await database.pool.connect()
  onTestFinished(() => life.release())
  const { rows } = await life.query('SELECT pid, backend_start::text AS start FROM pg_stat_activity WHERE pid = pg_backend_pid()')
  const claim = (rules: ClaimRules = {}) => claimJob(database.pool, errands.kind, rows[0], rules)
  const deps = { database, clock: systemClock, logger: quiet, safeFetch: createSafeFetch() }
  const run = async (claimed: Awaited<ReturnType<typeof claim>>) =>
    runClaimed(errands.job, deps, claimed!, new AbortController().signal)
  const answers = async () =>
    (await database.pool.query(`SELECT (body::json->>'run')::int AS run FROM signal_row WHERE service = 'errand'`)).rows
  return { ...errands, database, deps, claim, run, answers }
}

test('one that takes longer than its time is taken up by another, not sooner', async () => {
  const { database, kind, job, deps, claim, answers } = await openErrand('answer')
  expect(await claim({ overdueSeconds: job.deadlineSeconds })).toMatchObject({ attempts: 1 })
  expect(await claim({ overdueSeconds: job.deadlineSeconds })).toBeNull()
  const stop = new AbortController()
  const working = workJobs(job, deps, stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await working
  })
  await database.pool.query('UPDATE job SET started_at = started_at - make_interval(secs => $1)', [job.deadlineSeconds + 11])
  await until('it is done', async () => (await findJob(database.pool, kind, 'one'))?.state === 'done', patient)
  expect(await findJob(database.pool, kind, 'one')).toMatchObject({ attempts: 2 })
  expect(await answers()).toEqual([{ run: 1 }])
})

test('who was overtaken writes no other answer over the one that was given', async () => {
  const { database, kind, claim, run, answers } = await openErrand('answer')
  const [first, second] = [await claim(), await claim({ overdueSeconds: 0 })]
  await run(second)
  expect(await answers()).toEqual([{ run: 1 }])
  await run(first)
  expect(await answers()).toEqual([{ run: 1 }])
  expect(await findJob(database.pool, kind, 'one')).toMatchObject({ state: 'done', attempts: 2 })
})

test.each<Act>(['fail', 'refuse'])('who was overtaken says nothing of work that another does (%s)', async (act) => {
  const { database, kind, claim, run } = await openErrand(act)
  await claim()
  const [second, third] = [await claim({ overdueSeconds: 0 }), await claim({ overdueSeconds: 0 })]
  await run(second)
  expect(await findJob(database.pool, kind, 'one')).toMatchObject({ state: 'running', attempts: third!.attempts })
  expect(await listDeadLetters(database.pool)).toEqual([])
})
