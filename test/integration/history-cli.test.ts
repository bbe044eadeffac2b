// The analysts' commands as they are typed, on rows the runner made of a real source's topic.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Database } from '../../db/client.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { allOf, parseXml } from '../../ingestors/formats/xml.ts'
import { runService } from '../../processors/runner/run.ts'
import rates from '../../processors/services/rates/service.ts'
import { openCommands } from '../support/commands.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { appliedRecords } from '../support/rows.ts'
import { sampleValues } from '../support/sample-records.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-history-'))
const file = (name: string) => join(folder, name)
let database: TestDatabase
const commands = openCommands()
const run = (name: string, ...args: string[]) => commands.runOn(database.url, name, ...args)

async function serveRates(on: Database): Promise<void> {
  const log = createPostgresLog({ database: on, logger: quiet })
  await log.ensure(rates.reads)
  let records = 0
  for (const [topic, values] of await sampleValues(rates)) {
    for (let at = 0; at < values.length; at += 1_000) await log.append(topic, values.slice(at, at + 1_000))
    records += values.length
  }
  const end = new AbortController()
  const running = runService(
    { service: rates, log, database: on, clock: systemClock, logger: quiet, maxRecords: 5_000 },
    end.signal,
  )
  await until('all is applied', async () => (await appliedRecords(on.pool, 'rates')) >= records, 120_000)
  end.abort()
  await running
  await log.close()
}

// Reading what a command is made of takes seconds on a busy machine.
describe('analysts', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await serveRates(database)
  }, 240_000)
  afterAll(async () => {
    await commands.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  test('history is a table of versions in every format, and a picture', async () => {
    const { code, stdout } = await run('history', 'rates/rates', '--format', 'jsonl')
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { rows } = await database.pool.query('SELECT body FROM signal_history ORDER BY computed_at, id')
    expect(lines.map((line) => line['signal.score'])).toEqual(rows.map((row) => JSON.parse(row.body).signal.score))
    expect((await run('history', 'rates/rates')).stdout.split('\r\n')).toHaveLength(lines.length + 2)
    expect(await run('history', 'rates/rates', '--format', 'parquet', '--out', file('h.parquet'))).toMatchObject({ code: 0 })
    const bytes = readFileSync(file('h.parquet'))
    const read = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) })
    expect(read.map((row) => row['signal.score'])).toEqual(lines.map((line) => line['signal.score']))
    const drawn = await run('history', 'rates/rates', '--format', 'svg', '--out', file('h.svg'))
    expect(drawn).toMatchObject({ code: 0, stderr: '' })
    const picture = parseXml(readFileSync(file('h.svg'), 'utf8'), 'svg')
    expect(allOf(picture, 'circle')).toHaveLength(lines.length)
  })

  test('explain shows the records and verifies them; a forged row is found out', async () => {
    const { code, stdout } = await run('explain', 'rates/rates', '--verify')
    expect(stdout).toContain('verify: equal byte for byte')
    expect(stdout).toMatch(/nyfed\.reference-rates\.v1\/0: \d+ fact\(s\) up to offset \d+; \d+ found in the log\n {2}@\d/)
    expect(code).toBe(0)
    for (const table of ['signal_row', 'signal_history'])
      await database.pool.query(`UPDATE ${table} SET body = replace(body, '"label":"', '"label":"forged-')`)
    const forged = await run('explain', 'rates/rates', '--verify')
    for (const table of ['signal_row', 'signal_history'])
      await database.pool.query(`UPDATE ${table} SET body = replace(body, 'forged-', '')`)
    expect(forged.code).toBe(1)
    expect(forged.stdout).toMatch(/DIFFERENT[\s\S]*body\.signal\.label: recomputed "\w+", stored "forged-/)
  })

  test('replay compares with what is served and leaves it alone; another formula is a backtest', async () => {
    const before = (await database.pool.query('SELECT * FROM signal_row')).rows
    const same = await run('replay', 'rates', '--into', 'parquet', '--out', file('r.parquet'))
    expect(same.code).toBe(0)
    expect(JSON.parse(same.stdout.trim().split('\n').at(-1)!).comparison).toMatchObject({ equal: 1, different: 0, failed: {} })
    const own = readFileSync(new URL('../../processors/services/rates/signal.ts', import.meta.url), 'utf8')
    const other = own.replaceAll('0.35', '0.2')
    expect(other).not.toBe(own)
    writeFileSync(file('signal.ts'), other)
    const backtest = await run('replay', 'rates', '--formula', file('signal.ts'))
    expect(backtest.code).toBe(0)
    expect(JSON.parse(backtest.stdout.trim().split('\n').at(-1)!).comparison).toMatchObject({ equal: 0, different: 1 })
    expect((await database.pool.query('SELECT * FROM signal_row')).rows).toEqual(before)
  })

  test('wrong words are 2, nothing there is 1, --help is 0', async () => {
    expect(await run('history', 'rates/none')).toMatchObject({ code: 2, stderr: expect.stringContaining('rates/rates') })
    expect(await run('history', 'rates/rates', '--to', '2001-01-01')).toMatchObject({ code: 1 })
    expect(await run('explain', 'nobody/x')).toMatchObject({ code: 2, stderr: expect.stringContaining('there are') })
    expect(await run('explain', 'rates/rates', '--at', '2001-01-01')).toMatchObject({ code: 1 })
    expect(await run('replay', 'rates', '--into', 'stone')).toMatchObject({ code: 2 })
    expect(await run('replay', 'rates', '--formula', file('none.ts'))).toMatchObject({ code: 2 })
    for (const name of ['history', 'explain', 'replay']) expect(await run(name, '--help')).toMatchObject({ code: 0 })
  })
})
