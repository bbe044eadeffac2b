// The backfill as it is typed: killed in the middle it goes on to the same file, and two formulas' histories are compared and drawn.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { allOf, parseXml } from '../../ingestors/formats/xml.ts'
import rates from '../../processors/services/rates/service.ts'
import { usualEnvironment } from '../support/command.ts'
import { openCommands } from '../support/commands.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { sampleValues } from '../support/sample-records.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-as-of-'))
const file = (name: string) => join(folder, name)
const root = fileURLToPath(new URL('../../', import.meta.url))
let database: TestDatabase
// The one that is killed has a process of its own.
const commands = openCommands()
const run = (...args: string[]) => commands.runOn(database.url, 'replay', ...args)
const lastOf = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1)!)

describe('a backfill from the command line', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    const log = createPostgresLog({ database, logger: quiet })
    await log.ensure(rates.reads)
    for (const [topic, values] of await sampleValues(rates)) {
      // Series of other services in the same topic are not what is looked at here.
      const own = values.filter((value) => rates.affected([{ topic: topic.name, key: topic.key(value), value }]).length > 0)
      for (let at = 0; at < own.length; at += 2_000) await log.append(topic, own.slice(at, at + 2_000))
    }
    await log.close()
  }, 240_000)
  afterAll(async () => {
    await commands.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  test('killed in the middle it goes on, and the file is the one that is made in one go', async () => {
    const range = ['rates', '--as-of', '2014-01-01..2016-01-01', '--into', 'csv']
    const words = ['cli/replay.ts', ...range, '--out', file('killed.csv')]
    const child = spawn(process.execPath, words, {
      cwd: root,
      env: { ...usualEnvironment(), DATABASE_URL: database.url },
      stdio: 'ignore',
    })
    const gone = new Promise((done) => child.once('close', done))
    const note = `${file('killed.csv')}.resume`
    await until('days are noted', () => existsSync(note) && JSON.parse(readFileSync(note, 'utf8')).next > 50, 120_000)
    child.kill('SIGKILL')
    await gone
    const left = JSON.parse(readFileSync(note, 'utf8'))
    expect(left.next).toBeLessThan(731)
    // A line that was being written when it was killed is not believed.
    writeFileSync(
      file('killed.csv'),
      `${readFileSync(file('killed.csv'), 'utf8').slice(0, left.bytes)}2030-01-01T00:00:00.000Z,rat`,
    )
    const other = await run('rates', '--as-of', '2014-01-01..2016-01-02', '--into', 'csv', '--out', file('killed.csv'))
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('begun by another command') })
    const again = await run(...range, '--out', file('killed.csv'))
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(lastOf(again.stdout).as_of).toMatchObject({ moments: 731, resumed_at: left.next, failed_days: 0, known: 'told' })
    const whole = await run(...range, '--out', file('whole.csv'))
    expect(lastOf(whole.stdout).as_of).toMatchObject({ rows: 731, days: 731, resumed_at: 0 })
    expect(readFileSync(file('killed.csv'), 'utf8')).toBe(readFileSync(file('whole.csv'), 'utf8'))
    expect(existsSync(note)).toBe(false)
    const lines: Record<string, string>[] = parse(readFileSync(file('whole.csv'), 'utf8'), { columns: true })
    expect(lines).toHaveLength(731)
    for (const { as_of, observed_at, body, score } of lines) {
      expect(observed_at! < as_of!).toBe(true)
      expect(JSON.parse(body!).signal.score).toBe(Number(score))
    }
    expect(statSync(file('whole.csv')).size).toBeGreaterThan(1_000_000)
  })

  test('another formula’s history is compared with the service’s own: agreement, hit rates, and a chart', async () => {
    const own = readFileSync(new URL('../../processors/services/rates/signal.ts', import.meta.url), 'utf8')
    // The contrary of what the curve says.
    writeFileSync(
      file('signal.ts'),
      own.replace('(x, window) => squash(zScore(x, window))', '(x, window) => squash(-zScore(x, window))'),
    )
    const wanted = [
      '--formula',
      file('signal.ts'),
      '--against',
      'rise:yields.10y',
      '--horizon',
      '20d',
      '--chart',
      file('two.svg'),
    ]
    const { code, stdout, stderr } = await run('rates', '--as-of', '2016-01-01..2016-07-01', '--known', 'observed', ...wanted)
    expect([code, stderr]).toEqual([0, ''])
    const { compared } = stdout.split('\n').flatMap((line) => (line.includes('"compared"') ? [JSON.parse(line)] : []))[0]
    expect(compared).toMatchObject({ row: '/rates us', both: 183, onlyFirst: 0, onlySecond: 0 })
    expect(compared.meanDifference).toBeGreaterThan(1)
    for (const { held, hit, always } of compared.records) {
      expect(held.of).toBeGreaterThan(100)
      expect(hit.of).toBeGreaterThan(50)
      expect(hit.hits).toBeLessThanOrEqual(hit.of)
      expect(always.hits).toBeGreaterThanOrEqual(hit.of / 2)
    }
    const picture = parseXml(readFileSync(file('two.svg'), 'utf8'), 'svg')
    expect(allOf(picture, 'path').filter((path) => path.attributes['stroke-width'] === '2')).toHaveLength(2)
  })

  test('a label that is not there names the nearest, a range of the future or turned round is refused', async () => {
    const refused = (...args: string[]) => run(...args, '--into', 'csv', '--out', file('none.csv'))
    expect(await refused('ratse', '--as-of', '2016-01-01..2016-02-01')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean rates?'),
    })
    expect(await refused('rates', '--as-of', '2016-02-01..2016-01-01')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('turn it round'),
    })
    expect(await refused('rates', '--as-of', '2016-02-01..2999-01-01')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('after now'),
    })
    expect(await refused('rates', '--step', '1d')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('goes with --as-of'),
    })
    expect(existsSync(file('none.csv'))).toBe(false)
    const early = await refused('rates', '--as-of', '1950-01-01..1950-01-03')
    expect(lastOf(early.stdout).as_of).toMatchObject({ rows: 0, days: 0 })
  })
})
