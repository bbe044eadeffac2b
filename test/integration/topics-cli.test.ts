// What the log holds, as the topics command measures and tails it on both logs.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { measureTopic, measureTopics } from '../../cli/topics/measure.ts'
import { followTopic, recordLine, tailTopic } from '../../cli/topics/tail.ts'
import type { Log, LogRecord } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { nyfedRates } from '../../ingestors/sources/nyfed-rates/topic.ts'
import { usualEnvironment } from '../support/command.ts'
import { openCommands } from '../support/commands.ts'
import { makeTicks, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { describeOnLogs } from '../support/on-logs.ts'
import { until } from '../support/until.ts'

describeOnLogs('topics', (suite) => {
  async function fill(count: number) {
    const topic = tickTopic(randomBytes(5).toString('hex'), 2)
    await suite.log.ensure([topic])
    const ticks = makeTicks(count, 10)
    if (count > 0) await suite.log.append(topic, ticks)
    return { topic, ticks }
  }

  suite.it('counts records and bytes, and dates the oldest and the newest', async () => {
    const startedAt = Date.now()
    const { topic, ticks } = await fill(40)
    const size = await measureTopic(suite.log, topic)
    const bytes = ticks.reduce((sum, tick) => sum + tick.key.length + JSON.stringify(tick).length, 0)
    expect(size).toMatchObject({ records: 40n, bytes, bytesEstimated: false })
    expect(size.partitions.map(({ partition, low }) => [partition, low])).toEqual([
      [0, 0n],
      [1, 0n],
    ])
    expect(size.first!.getTime()).toBeGreaterThan(startedAt - 5_000)
    expect(size.last!.getTime()).toBeGreaterThanOrEqual(size.first!.getTime())
  })

  suite.it('estimates the bytes of a large topic from its newest records', async () => {
    const { topic, ticks } = await fill(3_000)
    const size = await measureTopic(suite.log, topic)
    const bytes = ticks.reduce((sum, tick) => sum + tick.key.length + JSON.stringify(tick).length, 0)
    expect(size).toMatchObject({ records: 3_000n, bytesEstimated: true })
    expect(Math.abs(size.bytes / bytes - 1)).toBeLessThan(0.05)
  })

  suite.it('says that an empty topic is empty', async () => {
    const { topic } = await fill(0)
    expect(await measureTopic(suite.log, topic)).toMatchObject({ records: 0n, bytes: 0, first: null, last: null })
  })

  suite.it('measures many topics in one go as it measures each, and one that nobody has made as empty', async () => {
    const filled = []
    for (const count of [700, 0, 3, 1_500]) filled.push((await fill(count)).topic)
    const missing = tickTopic(randomBytes(5).toString('hex'), 2)
    let reads = 0
    const counting: Log = {
      ...suite.log,
      readAll: (...words) => {
        reads++
        return suite.log.readAll(...words)
      },
    }
    const sizes = await measureTopics(counting, [...filled, missing])
    // Once for the newest records of all, once for the oldest of those that are larger.
    expect(reads).toBe(2)
    expect(sizes.map(({ records, bytesEstimated }) => [records, bytesEstimated])).toEqual([
      [700n, false],
      [0n, false],
      [3n, false],
      [1_500n, true],
      [0n, false],
    ])
    for (const [i, topic] of filled.entries()) expect(sizes[i]).toEqual(await measureTopic(suite.log, topic))
    for (const { first, last, records } of sizes) {
      if (records === 0n) expect([first, last]).toEqual([null, null])
      else expect(first!.getTime()).toBeLessThanOrEqual(last!.getTime())
    }
  })

  suite.it('tails the newest records, one key, or everything from a time', async () => {
    const { topic } = await fill(200)
    const tail = async (options: { key?: string; from?: Date }) => {
      const seen: LogRecord[] = []
      const { signal } = new AbortController()
      await tailTopic(suite.log, topic, { key: null, from: null, ...options, signal, show: (record) => seen.push(record) })
      return seen
    }
    expect(await tail({})).toHaveLength(20)
    const ofKey = await tail({ key: 'k7' })
    expect(ofKey).toHaveLength(20)
    expect(new Set(ofKey.map((record) => record.key))).toEqual(new Set(['k7']))
    expect(JSON.parse(recordLine(ofKey[0]!))).toMatchObject({ topic: topic.name, key: 'k7', value: ofKey[0]!.value })
    expect(await tail({ from: new Date(Date.now() - 3_600_000) })).toHaveLength(200)
    expect(await tail({ from: new Date(Date.now() + 3_600_000) })).toHaveLength(0)
  })

  suite.it('follows what is appended later until it is told to stop', async () => {
    const { topic } = await fill(2)
    const end = new AbortController()
    const seen: LogRecord[] = []
    const options = { key: null, from: null, signal: end.signal, show: (record: LogRecord) => void seen.push(record) }
    const following = followTopic(suite.log, topic, options)
    await until('the old records are shown', () => seen.length === 2)
    await suite.log.append(topic, [{ key: 'late', n: 5 }])
    await until('the new record is shown', () => seen.some((record) => record.key === 'late'))
    end.abort()
    await following
  })
})

// Reading what the command is made of takes seconds on a busy machine.
describe('npm run topics', { timeout: 240_000 }, () => {
  let database: TestDatabase
  let log: Log
  const append = (date: string) => {
    const value = { type: 'SOFR', rate_pct: 4, volume_usd_bn: null, target_low_pct: null, target_high_pct: null }
    return log.append(nyfedRates, [{ ...value, date, vintage: '2026-11-05T00:00:00Z' }])
  }
  const commands = openCommands()
  const run = (...args: string[]) => commands.runOn(database.url, 'topics', ...args)

  beforeAll(async () => {
    database = await createTestDatabase()
    log = createPostgresLog({ database, logger: quiet })
    await log.ensure([nyfedRates])
    await append('2026-11-02')
  })
  afterAll(async () => {
    await commands.close()
    await database.drop()
  })

  test('names who writes and who reads', async () => {
    const { code, stdout } = await run()
    expect(code).toBe(0)
    const written = stdout.replaceAll('\n    ', ' ')
    expect(written).toMatch(
      /nyfed\.reference-rates\.v1 +1 +1 +\d+ +20\S+Z +20\S+Z proof \S[^\n]* low-high 0:0-1 · written by nyfed-rates · read by [^\n]*\brates\b/,
    )
    expect(written).toMatch(/doc\.requested\.v1[^\n]*api:doc\/convert[^\n]*job:convert/)
    // What is read by nobody's terminal is as wide as one.
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(140)
  })

  test('follows until Ctrl-C, or until its reader has seen enough', async () => {
    const words = ['cli/topics.ts', 'tail', nyfedRates.name, '--follow', '--json']
    const follow = () => {
      const child = spawn(process.execPath, words, {
        env: { ...usualEnvironment(), DATABASE_URL: database.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      let said = ''
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const ended = new Promise((done) => child.once('close', done))
      return { child, ended, lines: () => said.trim().split('\n') }
    }
    const [stopped, cut] = [follow(), follow()]
    const see = (text: string) =>
      until('both show it', () => [stopped, cut].every(({ lines }) => lines().some((line) => line.includes(text))))
    await see('2026-11-02')
    await append('2026-11-03')
    await see('2026-11-03')
    expect(stopped.lines()).toHaveLength(2)
    cut.child.stdout.destroy()
    stopped.child.kill('SIGINT')
    await append('2026-11-04')
    expect(await Promise.all([stopped.ended, cut.ended])).toEqual([0, 0])
  })

  test('tails as JSON, and refuses words it does not know', async () => {
    const { code, stdout } = await run('tail', nyfedRates.name, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(JSON.parse(stdout.split('\n')[0]!).value)).toMatchObject({ date: '2026-11-02' })
    expect(await run('tail', 'none.v1')).toMatchObject({ code: 2, stderr: expect.stringContaining(nyfedRates.name) })
    const alike = await run('tail', 'nyfed.none.v1')
    expect(alike.stderr).toContain(nyfedRates.name)
    expect(alike.stderr).not.toContain('treasury.')
    expect(await run('tail', nyfedRates.name, '--from', 'soon')).toMatchObject({ code: 2 })
    const nothing = `topics: no record of ${nyfedRates.name} with the key nobody since 2026-11-01T00:00:00.000Z\n`
    expect(await run('tail', nyfedRates.name, '--key', 'nobody', '--from', '2026-11-01')).toMatchObject({
      code: 0,
      stderr: nothing,
    })
    expect(await run('burn')).toMatchObject({ code: 2 })
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('usage: npm run topics') })
  })
})
