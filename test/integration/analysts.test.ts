// docs/analysts.md as it stands: its SQL on the views, its commands' options, and its Python where pandas and DuckDB are installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Database } from '../../db/client.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { allOf, parseXml } from '../../ingestors/formats/xml.ts'
import type { Service } from '../../processors/kit/define.ts'
import { runService } from '../../processors/runner/run.ts'
import chainscout from '../../processors/services/chainscout/service.ts'
import cot from '../../processors/services/cot/service.ts'
import rates from '../../processors/services/rates/service.ts'
import { openCommands } from '../support/commands.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { appliedRecords } from '../support/rows.ts'
import { sampleValues } from '../support/sample-records.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-analysts-'))
const file = (name: string) => join(folder, name)
const text = readFileSync(new URL('../../docs/analysts.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  text
    .split(`\`\`\`${language}\n`)
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('```')))
const python = process.env.PYTHON ?? 'python3'
const hasPython = spawnSync(python, ['-c', 'import pandas, duckdb']).status === 0
const hasPsql = spawnSync('psql', ['--version']).status === 0

let database: TestDatabase
const commands = openCommands()
const run = (name: string, ...args: string[]) => commands.runOn(database.url, name, ...args)

async function serve(on: Database, service: Service, isWanted: (value: any) => boolean): Promise<void> {
  const log = createPostgresLog({ database: on, logger: quiet })
  await log.ensure(service.reads)
  let records = 0
  for (const [topic, values] of await sampleValues(service)) {
    const own = values.filter(isWanted)
    for (let at = 0; at < own.length; at += 1_000) await log.append(topic, own.slice(at, at + 1_000))
    records += own.length
  }
  const end = new AbortController()
  const running = runService({ service, log, database: on, clock: systemClock, logger: quiet, maxRecords: 5_000 }, end.signal)
  await until('all is applied', async () => (await appliedRecords(on.pool, service.label)) >= records, 120_000)
  end.abort()
  await running
  await log.close()
}

describe('what analysts are told', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await serve(database, rates, ({ date, month }: { date?: string; month?: string }) => (date ?? month ?? '9') > '2022')
    await serve(database, cot, () => true)
  }, 240_000)
  afterAll(async () => {
    await commands.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  test('every SQL block of the page answers, with lines that say something', async () => {
    const answers = []
    for (const block of blocks('sql')) answers.push((await database.pool.query(block)).rows)
    const [signals, history, facts] = answers
    expect(answers).toHaveLength(3)
    const { rows } = await database.pool.query('SELECT key, body FROM signal_row')
    const scores = new Map(rows.map(({ key, body }) => [key, JSON.parse(body).signal.score]))
    for (const { key, score } of signals!) expect(score).toBe(scores.get(key))
    expect(history!.length).toBeGreaterThan(0)
    expect(Number(history!.at(-1).ten_year)).toBe(JSON.parse(rows.find(({ key }) => key === 'us').body).yields['10y'])
    expect(facts).toHaveLength(250)
    for (const { spread_2s10s: spread } of facts!) expect(Math.abs(Number(spread))).toBeLessThan(20)
  })

  test('of a fact that was revised the view shows the largest revision alone', async () => {
    const topic = rates.reads.find(({ name }) => name === 'ofr.financial-stress.v1')!
    const at = new Date('2026-10-01T00:00:00Z')
    const { rows } = await database.pool.query('SELECT * FROM observation WHERE topic = $1 AND observed_at = $2', [
      topic.name,
      at,
    ])
    const value = { ...JSON.parse(rows[0].value), index: 4.5, vintage: '2027-01-01T00:00:00.000Z' }
    await database.pool.query(
      'INSERT INTO observation SELECT topic, key, observed_at, $3, $4, partition, "offset" + 1000000 FROM observation WHERE topic = $1 AND observed_at = $2',
      [topic.name, at, Date.parse(value.vintage), JSON.stringify(value)],
    )
    const seen = await database.pool.query('SELECT vintage, value FROM v_fact WHERE topic = $1 AND observed_at = $2', [
      topic.name,
      at,
    ])
    expect(seen.rows).toEqual([{ vintage: value.vintage, value }])
  })

  test('history exports any fields, and draws keys by their names', async () => {
    const fields = 'signal.score,signal.label,yields.10y,yields'
    const told = await run('history', 'rates/rates', '--field', fields, '--format', 'jsonl')
    const last = JSON.parse(told.stdout.trim().split('\n').at(-1)!)
    const { rows } = await database.pool.query("SELECT body FROM signal_row WHERE service = 'rates'")
    const body = JSON.parse(rows[0].body)
    expect(last).toMatchObject({
      'signal.score': body.signal.score,
      'signal.label': body.signal.label,
      'yields.10y': body.yields['10y'],
    })
    expect(JSON.parse(last.yields)).toEqual(body.yields)
    expect(await run('history', 'rates/rates', '--field', 'signal.score,none.such')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('none.such'),
    })
    expect(await run('history', 'rates/rates', '--field', 'key')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('key is there already'),
    })
    expect(await run('history', 'cot/cot', '--key', 'gold', '--format', 'svg', '--out', file('gold.svg'))).toMatchObject({
      code: 0,
    })
    const words = allOf(parseXml(readFileSync(file('gold.svg'), 'utf8'), 'svg'), 'text').map((one) => JSON.stringify(one))
    expect(words.some((word) => word.includes('gold'))).toBe(true)
  })

  test('explain finds a row by its name, an input and its id', async () => {
    const { rows } = await database.pool.query("SELECT id, key FROM signal_row WHERE service = 'cot' AND key = '088691'")
    const byName = await run('explain', 'cot/cot', '--key', 'gold')
    expect(byName).toMatchObject({ code: 0, stdout: expect.stringContaining(`row ${rows[0].id}  cot/cot  088691 (gold)`) })
    expect((await run('explain', 'cot/cot', '--input', 'market=gold')).stdout).toBe(byName.stdout)
    expect((await run('explain', 'cot/cot', '--input', '{"market":"gold"}')).stdout).toBe(byName.stdout)
    expect((await run('explain', '--row', rows[0].id)).stdout).toBe(byName.stdout)
    expect(await run('explain', 'cot/cot', '--input', 'market=gould')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('gold'),
    })
    expect(await run('explain', '--row', '999999999')).toMatchObject({ code: 1 })
    expect(await run('explain', '--row', 'x')).toMatchObject({ code: 2 })
  })

  test('explain computes a row again whose name is not the key it was computed by', async () => {
    await serve(database, chainscout, ({ pools }: { pools?: unknown }) => pools !== undefined)
    const { code, stdout } = await run('explain', 'chainscout/trending', '--key', 'all', '--verify')
    expect(stdout).toContain('verify: equal byte for byte (body, meta)')
    expect(code).toBe(0)
  })

  test.skipIf(!hasPsql)('psql asks the gateway’s database and writes only where it is told to', async () => {
    const asked = await run('psql', '--csv', '--command', "SELECT label FROM v_signal WHERE service = 'rates'")
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^label\n\w+\n$/) })
    const refused = await run('psql', '--command', 'DELETE FROM signal_row')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('read-only') })
    expect(await run('psql', '--write', '--command', 'CREATE TABLE mine ()')).toMatchObject({ code: 0 })
  })

  test.skipIf(!hasPython)('the Python blocks run on a backfill’s file', async () => {
    const out = ['--into', 'csv', '--out', file('rates-as-of.csv')]
    expect(await run('replay', 'rates', '--as-of', '2024-01-01..2024-06-30', '--step', '1d', ...out)).toMatchObject({ code: 0 })
    for (const [i, block] of blocks('python').entries()) {
      writeFileSync(file(`${i}.py`), block)
      const told = execFileSync(python, [file(`${i}.py`)], { cwd: folder, encoding: 'utf8' })
      expect(told).toMatch(/ten_year/)
    }
  })
})
