// Queued work's promise: done once for everybody, whoever dies on the way, and a caller always learns how it ended.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { createDatabase } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { listDeadLetters } from '../../db/work/dead-letters.ts'
import { enqueueJobs, findJob } from '../../db/work/jobs.ts'
import { retryJobLetter } from '../../processors/jobs/retry.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { makeErrands } from '../support/errand.ts'
import { openErrandApi, startErrandWorkers } from '../support/errand-api.ts'
import { kafkaBrokers, logKinds, missingEngine, openLog } from '../support/logs.ts'
import { inTurn } from '../support/on-logs.ts'
import { startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

const childProgram = fileURLToPath(new URL('../support/job-child.ts', import.meta.url))
const patient = 40_000

// Both mostly wait for deadlines: side by side.
describe.concurrent.each(logKinds)('queued work on the %s log', (kind) => {
  const missing = missingEngine(kind)
  const it = missing === '' ? inTurn : test.skip
  // What the log has no part in is shown on one.
  const onPostgres: (what: string, run: () => Promise<void>) => void = kind === 'postgres' ? inTurn : () => undefined
  let database: TestDatabase
  let log: Log
  let topicName: string
  const closings: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    database = await createTestDatabase({ poolSize: 20 })
    await database.pool.query('CREATE TABLE errand_run (key text NOT NULL, pid int NOT NULL)')
    if (missing === '') log = await openLog(kind, database)
    else console.warn(`skipped: queued work on the ${kind} log (${missing})`)
  })
  beforeEach(async () => {
    topicName = randomBytes(5).toString('hex')
    await database.pool.query('TRUNCATE job, errand_run, signal_row, dead_letter, consumer_offset')
    if (missing === '') await log.ensure([makeErrands(topicName).topic])
  })
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    await log?.close()
    await database.drop()
  })

  const kindOfWork = () => makeErrands(topicName).kind

  async function openApi(options: Parameters<typeof makeErrands>[1] = {}) {
    const api = await openErrandApi(makeErrands(topicName, options), database, log)
    closings.push(api.close)
    return api
  }

  async function startWorkers(options: Parameters<typeof makeErrands>[1] = {}) {
    const working = await startErrandWorkers(makeErrands(topicName, options), database, log)
    closings.push(working.stop)
    return working
  }

  async function spawnWorker(): Promise<{ child: ChildProcess; exited: Promise<number | null> }> {
    const brokers = kind === 'kafka' ? kafkaBrokers().join(',') : ''
    const child = spawn(process.execPath, [childProgram, database.url, brokers, topicName], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = new Promise<number | null>((done) => child.once('exit', done))
    closings.push(async () => {
      child.kill('SIGKILL')
      await exited
    })
    // Work that ends its worker may do so before the worker has said that it runs.
    await Promise.race([new Promise((running) => child.stdout!.once('data', running)), exited])
    return { child, exited }
  }

  // What has ended lies further back: on one clock for the API, the workers and the database.
  async function letTimePass(seconds: number): Promise<void> {
    const back = `make_interval(secs => ${seconds})`
    await database.pool.query(`UPDATE job SET requested_at = requested_at - ${back}, finished_at = finished_at - ${back}`)
    await database.pool.query(`UPDATE signal_row SET stale_after = stale_after - ${back}`)
  }

  async function runsOf(key: string): Promise<number[]> {
    const { rows } = await database.pool.query<{ pid: number }>('SELECT pid FROM errand_run WHERE key = $1', [key])
    return rows.map((row) => row.pid)
  }

  it('is done once, however often and from however many processes it is asked for', async () => {
    const [one, two] = [await openApi(), await openApi()]
    await startWorkers()
    await startWorkers()
    const asked = Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? one : two).ask('same', 'answer'))
    const answers = await Promise.all(asked)
    expect(answers.map((answer) => answer.status)).toEqual(Array(24).fill(200))
    expect(new Set(answers.map((answer) => answer.body.meta!.provenance.row)).size).toBe(1)
    expect((await two.ask('same', 'answer')).body.run).toBe(1)
    expect(await runsOf('same')).toHaveLength(1)
    await letTimePass(61)
    expect((await one.ask('same', 'answer')).body.run).toBe(2)
  })

  it('is shared by two workers and taken up by another after kill -9 in the middle', async () => {
    const api = await openApi()
    const [first, second] = [await spawnWorker(), await spawnWorker()]
    const pids = async () => (await database.pool.query("SELECT DISTINCT pid FROM errand_run WHERE key LIKE 'shared-%'")).rows
    // On a busy machine one may have done them all before the other has had its turn.
    for (let round = 0; round < 4 && (await pids()).length < 2; round++) {
      const shared = Array.from({ length: 8 }, (_, i) => api.ask(`shared-${round}-${i}`, 'slow'))
      for (const answer of await Promise.all(shared)) expect(answer).toMatchObject({ status: 200, body: { run: 1 } })
    }
    expect(await pids()).toHaveLength(2)
    const hung = api.ask('hung', 'hang-once')
    await until('the errand hangs', async () => (await runsOf('hung')).length === 1, patient)
    const [pid] = await runsOf('hung')
    const victim = [first, second].find((worker) => worker.child.pid === pid)!
    victim.child.kill('SIGKILL')
    await victim.exited
    expect(await hung).toMatchObject({ status: 200, body: { run: 2 } })
    expect(new Set(await runsOf('hung')).size).toBe(2)
  })

  onPostgres('that kills its worker twice becomes a dead letter, and its caller gets a 422', async () => {
    const api = await openApi()
    const answer = api.ask('deadly', 'kill')
    for (let round = 0; round < 2; round++) await (await spawnWorker()).exited
    await startWorkers()
    expect(await answer).toMatchObject({ status: 422, body: { error: { code: 'cannot_be_processed' } } })
    expect(await runsOf('deadly')).toHaveLength(2)
    const letters = await listDeadLetters(database.pool)
    expect(letters).toMatchObject([{ group: `job-errand-${topicName}`, key: 'deadly', reason: 'it ended its worker twice' }])
    expect(letters[0]!.value).toContain('"act":"kill"')
    expect((await api.ask('healthy', 'answer')).status).toBe(200)
  })

  onPostgres('that was set aside can be asked for again by a person', async () => {
    const api = await openApi()
    await startWorkers()
    expect((await api.ask('stuck', 'fail-twice')).status).toBe(422)
    const { job } = makeErrands(topicName)
    const deps = { jobs: [job], log, database, clock: systemClock }
    const [letter] = await listDeadLetters(database.pool)
    expect(await retryJobLetter(deps, { ...letter!, group: 'rates' })).toBe(false)
    expect(await retryJobLetter(deps, letter!)).toBe(true)
    await until('the work is done', async () => (await findJob(database.pool, kindOfWork(), 'stuck'))?.state === 'done', patient)
    expect(await api.ask('stuck', 'fail-twice')).toMatchObject({ status: 200, body: { run: 3 } })
    expect(await listDeadLetters(database.pool)).toMatchObject([{ retriedAt: expect.any(Date) }])
  })

  onPostgres('that may have ended its worker waits until the program answers, and then runs alone', async () => {
    const api = await openApi()
    const { topic } = makeErrands(topicName)
    const requestedAt = new Date(Date.now() - 5_000)
    const request = JSON.stringify({ key: 'suspect', act: 'alone', requested_at: requestedAt.toISOString() })
    const asked = { key: 'suspect', request, topic: topic.name, partition: 0, offset: 0n, requestedAt }
    await database.transaction((connection) => enqueueJobs(connection, kindOfWork(), [asked]))
    // As a program leaves it that was killed in the middle: running, by a worker that is gone.
    await database.pool.query("UPDATE job SET state = 'running', attempts = 1, backend_pid = 0, backend_start = now()")
    const answering = Promise.withResolvers<void>()
    const working = await startErrandWorkers(makeErrands(topicName), database, log, answering.promise)
    closings.push(working.stop)
    expect((await api.ask('innocent', 'answer')).status).toBe(200)
    expect((await api.ask('another', 'answer')).status).toBe(200)
    expect(await runsOf('suspect')).toEqual([])
    answering.resolve()
    await until('it is done', async () => (await findJob(database.pool, kindOfWork(), 'suspect'))?.state === 'done', patient)
    expect(await runsOf('suspect')).toHaveLength(1)
  })

  onPostgres('of one caller leaves a place for the others', async () => {
    const api = await openApi()
    const requestedAt = new Date(Date.now() - 5_000)
    const { topic } = makeErrands(topicName)
    const greedy = Array.from({ length: 24 }, (_, i) => {
      const request = JSON.stringify({ key: `greedy-${i}`, act: 'slow', requested_at: requestedAt.toISOString() })
      return { key: `greedy-${i}`, request, topic: topic.name, partition: 0, offset: BigInt(i), requestedAt, caller: 'greedy' }
    })
    await database.transaction((connection) => enqueueJobs(connection, kindOfWork(), greedy))
    await startWorkers()
    // Two dozen of them take a minute in one place; nobody else waits for that.
    expect((await api.ask('modest', 'answer')).status).toBe(200)
    const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM job WHERE caller = 'greedy' AND state = 'done'")
    expect(rows[0].n).toBeLessThan(18)
  })

  onPostgres('that is refused is a 422 with its code, remembered for as long as an answer, then tried again', async () => {
    const api = await openApi()
    await startWorkers()
    const refused = { status: 422, body: { error: { code: 'not_today', message: 'This errand is not run.' } } }
    expect(await api.ask('refused', 'refuse')).toMatchObject(refused)
    await letTimePass(50)
    expect(await api.ask('refused', 'refuse')).toMatchObject(refused)
    expect(await runsOf('refused')).toHaveLength(1)
    await letTimePass(15)
    expect(await api.ask('refused', 'refuse')).toMatchObject(refused)
    expect(await runsOf('refused')).toHaveLength(2)
    expect(await listDeadLetters(database.pool)).toEqual([])
  })

  onPostgres('that is refused for a passing reason is tried again half a minute later', async () => {
    const api = await openApi()
    await startWorkers()
    expect(await api.ask('passing', 'pass')).toMatchObject({ status: 422, body: { error: { code: 'not_now' } } })
    expect((await api.ask('passing', 'pass')).status).toBe(422)
    expect(await runsOf('passing')).toHaveLength(1)
    await letTimePass(31)
    expect((await api.ask('passing', 'pass')).status).toBe(422)
    expect(await runsOf('passing')).toHaveLength(2)
  })

  onPostgres('that fails is tried once more, and is dead when it fails again', async () => {
    const api = await openApi()
    await startWorkers()
    expect(await api.ask('stumbles', 'fail-once')).toMatchObject({ status: 200, body: { run: 2 } })
    expect(await api.ask('falls', 'fail')).toMatchObject({ status: 422, body: { error: { code: 'cannot_be_processed' } } })
    expect(await runsOf('falls')).toHaveLength(2)
    expect(await listDeadLetters(database.pool)).toMatchObject([{ key: 'falls', reason: 'the errand fell over' }])
  })

  onPostgres('that hears no signal loses its place at the deadline', async () => {
    const api = await openApi()
    await startWorkers({ deadlineSeconds: 1 })
    const deaf = Array.from({ length: 3 }, (_, i) => api.ask(`deaf-${i}`, 'deaf'))
    for (const answer of await Promise.all(deaf)) expect(answer.body.error!.code).toBe('cannot_be_processed')
    expect((await api.ask('after', 'answer')).status).toBe(200)
  })

  onPostgres('that takes longer than a caller may wait is a 503 with Retry-After, and there for the retry', async () => {
    const api = await openApi({ waitSeconds: 1 })
    await startWorkers()
    const early = await api.ask('long', 'slow')
    expect(early).toMatchObject({ status: 503, retryAfter: '5', body: { error: { code: 'not_ready', retry_after: 5 } } })
    await until('the work is done', async () => (await findJob(database.pool, kindOfWork(), 'long'))?.state === 'done', patient)
    expect(await api.ask('long', 'slow')).toMatchObject({ status: 200, body: { run: 1 } })
    expect(await runsOf('long')).toHaveLength(1)
  })

  it('is handed back on SIGTERM, which is no fault of the work', async () => {
    const api = await openApi()
    const worker = await spawnWorker()
    const answer = api.ask('moved', 'hang-once')
    await until('the errand hangs', async () => (await runsOf('moved')).length === 1, patient)
    worker.child.kill('SIGTERM')
    expect(await worker.exited).toBe(0)
    expect(await findJob(database.pool, kindOfWork(), 'moved')).toMatchObject({ state: 'queued', attempts: 0 })
    await startWorkers()
    expect(await answer).toMatchObject({ status: 200, body: { run: 2 } })
  })

  onPostgres('goes on after the database was cut off', async () => {
    const api = await openApi()
    const target = new URL(database.url)
    const proxy = await startProxy(target.hostname, Number(target.port))
    const url = Object.assign(new URL(database.url), { port: String(proxy.port) }).href
    const cutDatabase = createDatabase({ url, poolSize: 8, logger: quiet })
    const cutLog = createPostgresLog({ database: cutDatabase, logger: quiet })
    closings.push(proxy.close, () => cutDatabase.close(), cutLog.close)
    const working = await startErrandWorkers(makeErrands(topicName), cutDatabase, cutLog)
    closings.push(working.stop)
    expect((await api.ask('before', 'answer')).status).toBe(200)
    const hung = api.ask('hung', 'hang-once')
    await until('the errand hangs', async () => (await runsOf('hung')).length === 1, patient)
    proxy.cut()
    const during = api.ask('during', 'answer')
    await new Promise((done) => setTimeout(done, 3_000))
    expect(await runsOf('during')).toEqual([])
    proxy.mend()
    expect(await during).toMatchObject({ status: 200, body: { run: 1 } })
    expect(await hung).toMatchObject({ status: 200, body: { run: 2 } })
  })

  onPostgres('that nobody can end in time lets the server close, and the caller come back', async () => {
    const api = await openErrandApi(makeErrands(topicName), database, log)
    const answer = api.ask('left', 'answer')
    await until('it is asked for', async () =>
      (await log.bounds(makeErrands(topicName).topic.name)).some((part) => part.high > 0n),
    )
    await api.close()
    expect(await answer).toMatchObject({ status: 503, retryAfter: '5' })
  })
})
