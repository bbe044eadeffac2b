// The runner's promise: whatever crashes, wherever, the rows end as if nothing had happened.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { createDatabase, type Database } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { listDeadLetters } from '../../db/work/dead-letters.ts'
import { retryDeadLetter } from '../../processors/runner/retry.ts'
import { type RunnerOptions, runService, type Step, steps } from '../../processors/runner/run.ts'
import { counterService, makeTicks, poisonousN, type Tick, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { kafkaBrokers, logKinds, missingEngine, openLog } from '../support/logs.ts'
import { inTurn } from '../support/on-logs.ts'
import { startProxy } from '../support/proxy.ts'
import { appliedRecords, comparableRows, countFacts } from '../support/rows.ts'
import { until } from '../support/until.ts'

const child = fileURLToPath(new URL('../support/runner-child.ts', import.meta.url))

// Both mostly wait, one for Kafka to miss who was killed: side by side.
describe.concurrent.each(logKinds)('the runner on the %s log', (kind) => {
  const missing = missingEngine(kind)
  const it = missing === '' ? inTurn : test.skip
  let database: TestDatabase
  let log: Log

  beforeAll(async () => {
    database = await createTestDatabase()
    if (missing === '') log = await openLog(kind, database)
    else console.warn(`skipped: the runner on the ${kind} log (${missing})`)
  })
  afterAll(async () => {
    await log?.close()
    await database.drop()
  })

  // Groups share their label, so each test starts from clean tables and a topic of its own.
  async function prepare(ticks: readonly Tick[]) {
    await database.pool.query('TRUNCATE signal_row, signal_history, consumer_offset, observation, dead_letter, removal')
    const topic = tickTopic(randomBytes(5).toString('hex'))
    await log.ensure([topic])
    for (let at = 0; at < ticks.length; at += 200) await log.append(topic, ticks.slice(at, at + 200))
    return topic
  }

  function start(topic: ReturnType<typeof tickTopic>, more: Partial<RunnerOptions> = {}) {
    const end = new AbortController()
    const done = runService(
      { service: counterService(topic), log, database, clock: systemClock, logger: quiet, maxRecords: 25, ...more },
      end.signal,
    )
    return {
      stop: async () => {
        end.abort()
        await done
      },
    }
  }

  async function runToEnd(
    topic: ReturnType<typeof tickTopic>,
    records: number,
    more: Partial<RunnerOptions> = {},
  ): Promise<string[]> {
    const runner = start(topic, more)
    await until('all is applied', async () => (await appliedRecords(database.pool, 'counter')) >= records, 50_000)
    await runner.stop()
    return comparableRows(database.pool)
  }

  async function reset() {
    await database.pool.query('TRUNCATE signal_row, signal_history, consumer_offset, observation, dead_letter, removal')
  }

  function spawnChild(topic: ReturnType<typeof tickTopic>, pauseMs: number): ChildProcess {
    const brokers = kind === 'kafka' ? kafkaBrokers().join(',') : ''
    const name = topic.name.split('.')[1]!
    return spawn(process.execPath, [child, database.url, brokers, name, String(pauseMs)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  it('ends in the same rows when it crashes once before every step', async () => {
    const topic = await prepare(makeTicks(300))
    const expected = await runToEnd(topic, 300)
    expect(expected).toHaveLength(20)
    await reset()
    const crashed = new Set<Step>()
    const rows = await runToEnd(topic, 300, {
      beforeStep(step) {
        if (crashed.has(step)) return
        crashed.add(step)
        throw new Error(`crash before ${step}`)
      },
    })
    expect([...crashed].sort()).toEqual([...steps].sort())
    expect(rows).toEqual(expected)
    expect(await countFacts(database.pool, topic.name)).toBe(300)
  })

  it('ends in the same rows after kill -9 in the middle of batches, again and again', async () => {
    const topic = await prepare(makeTicks(600))
    const expected = await runToEnd(topic, 600)
    await reset()
    let killed = 0
    for (let round = 0; round < 4; round++) {
      const before = await appliedRecords(database.pool, 'counter')
      const victim = spawnChild(topic, 30)
      const exited = new Promise((done) => victim.once('exit', done))
      await until(
        'the child has made progress',
        async () => (await appliedRecords(database.pool, 'counter')) >= Math.min(before + 50, 600),
        40_000,
      )
      victim.kill('SIGKILL')
      await exited
      killed++
    }
    expect(killed).toBe(4)
    expect(await runToEnd(topic, 600)).toEqual(expected)
    expect(await countFacts(database.pool, topic.name)).toBe(600)
    expect(await listDeadLetters(database.pool)).toEqual([])
  })

  it('sets a poison record aside with its reason and keeps the rest moving', async () => {
    const topic = await prepare(makeTicks(40))
    const wrong = { ...topic, key: () => 'k1' }
    await log.append(wrong, [{ key: 'k1', n: 'not a number' } as unknown as Tick])
    await log.append(topic, [{ key: 'k1', n: 500 }])
    await runToEnd(topic, 42)
    const letters = await listDeadLetters(database.pool)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({ group: 'counter', topic: topic.name, key: 'k1', value: '{"key":"k1","n":"not a number"}' })
    expect(letters[0]!.reason).toContain('/n must be integer')
    expect(await countFacts(database.pool, topic.name)).toBe(41)
  })

  it('takes another value under the same revision for a dead letter, and a repeated one for nothing', async () => {
    const topic = await prepare([{ key: 'a', n: 1 }])
    const twin = { ...topic, observedAt: () => new Date(1_000) }
    await log.append(twin, [{ key: 'a', n: 1 }])
    const other = { ...topic, key: () => 'a', observedAt: () => new Date(1_000), schema: topic.schema }
    await log.append(other, [{ key: 'a', n: 2 }])
    const runner = start(topic, { service: counterService(other) })
    await until('all three are applied', async () => (await appliedRecords(database.pool, 'counter')) >= 3)
    await runner.stop()
    const letters = await listDeadLetters(database.pool)
    expect(letters.map((letter) => letter.reason)).toEqual([expect.stringContaining('same revision')])
    expect(await countFacts(database.pool, topic.name)).toBe(1)
  })

  it('keeps a failed computation as a dead letter that a retry can mend', async () => {
    const topic = await prepare([...makeTicks(20), { key: 'k3', n: poisonousN }])
    await runToEnd(topic, 21)
    const [letter] = await listDeadLetters(database.pool)
    expect(letter!.reason).toContain('k3: this n cannot be counted')
    const options = { service: counterService(topic), log, database, clock: systemClock, logger: quiet }
    expect(await retryDeadLetter(options, letter!.id)).toMatchObject({ mended: false })
    await database.pool.query('DELETE FROM observation WHERE value LIKE $1', [`%${poisonousN}%`])
    await database.pool.query('UPDATE dead_letter SET value = NULL')
    expect(await retryDeadLetter(options, letter!.id)).toMatchObject({ mended: true })
    expect(await listDeadLetters(database.pool)).toEqual([])
  })

  it('refuses to start where its offset lies beyond the log', async () => {
    const topic = await prepare(makeTicks(10))
    await runToEnd(topic, 10)
    await database.pool.query('UPDATE consumer_offset SET next_offset = 9000')
    await expect(
      runService(
        { service: counterService(topic), log, database, clock: systemClock, logger: quiet },
        AbortSignal.timeout(20_000),
      ),
    ).rejects.toMatchObject({
      code: 'log_offset_out_of_range',
    })
  })

  it('loses nothing to a database outage of 10 s under load', async () => {
    const topic = await prepare([])
    const target = new URL(database.url)
    const proxy = await startProxy(target.hostname, Number(target.port))
    const throughProxy: Database = createDatabase({
      url: Object.assign(new URL(database.url), { port: String(proxy.port) }).href,
      poolSize: 8,
      logger: quiet,
    })
    const cutLog =
      kind === 'postgres' ? createPostgresLog({ database: throughProxy, logger: quiet }) : await openLog('kafka', throughProxy)
    const runner = start(topic, { database: throughProxy, log: cutLog })
    const ticks = makeTicks(600)
    for (let at = 0; at < 300; at += 50) await log.append(topic, ticks.slice(at, at + 50))
    await until('some is applied', async () => (await appliedRecords(database.pool, 'counter')) > 0)
    proxy.cut()
    for (let at = 300; at < 600; at += 50) {
      await log.append(topic, ticks.slice(at, at + 50))
      await new Promise((done) => setTimeout(done, 1_700))
    }
    proxy.mend()
    await until('all is applied', async () => (await appliedRecords(database.pool, 'counter')) >= 600, 40_000)
    await runner.stop()
    const rows = await comparableRows(database.pool)
    await cutLog.close()
    await throughProxy.close()
    await proxy.close()
    await reset()
    expect(rows).toEqual(await runToEnd(topic, 600))
  })
})
