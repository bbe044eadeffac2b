// Operators' commands on a real database: shown first, moved only with --yes, wrong words refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { listOffsets, setOffset } from '../../db/work/offsets.ts'
import { nyfedRates } from '../../ingestors/sources/nyfed-rates/topic.ts'
import { openCommands } from '../support/commands.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'

const commands = openCommands()
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const log = createPostgresLog({ database, logger: quiet })
  await log.ensure([nyfedRates])
  await log.append(
    nyfedRates,
    [1, 2, 3, 4].map((day) => ({
      type: 'SOFR',
      date: `2026-11-0${day}`,
      rate_pct: 4,
      volume_usd_bn: null,
      target_low_pct: null,
      target_high_pct: null,
      vintage: '2026-11-05T00:00:00Z',
    })),
  )
})
afterAll(async () => {
  await commands.close()
  await database.drop()
})

async function command(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await commands.runOn(database.url, name, ...args)
  return { code, output: stdout + stderr }
}

describe('offsets', () => {
  test('shows, tries dry, and moves with --yes', async () => {
    expect((await command('offsets', 'rates', 'show')).output).toMatch(/nyfed\.reference-rates\.v1\s+0\s+0\s+4\s+0\s+4/)
    const dry = await command('offsets', 'rates', 'set', '--to', '3', '--topic', nyfedRates.name)
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('nothing was changed') })
    expect(dry.output).toContain('3 record(s) left out')
    expect(await listOffsets(database.pool, 'rates')).toEqual([])
    expect((await command('offsets', 'rates', 'set', '--to', '3', '--topic', nyfedRates.name, '--yes')).code).toBe(0)
    expect(await listOffsets(database.pool, 'rates')).toMatchObject([{ topic: nyfedRates.name, next: 3n }])
    expect(
      (await command('offsets', 'rates', 'set', '--to', '2020-01-01T00:00Z', '--topic', nyfedRates.name, '--yes')).code,
    ).toBe(0)
    expect(await listOffsets(database.pool, 'rates')).toMatchObject([{ next: 0n }])
  })

  test('refuses words it does not know', async () => {
    for (const words of [
      [],
      ['rates'],
      ['nobody', 'show'],
      ['rates', 'set'],
      ['rates', 'set', '--to', 'soon'],
      ['rates', 'set', '--to', 'batch 7'],
      ['rates', 'set', '--to', '2026-02-30'],
      ['rates', 'set', '--to', '1', '--topic', 'none.v1'],
    ]) {
      expect(await command('offsets', ...words)).toMatchObject({ code: 2 })
    }
  })
})

test('lag names what is behind and by how much', async () => {
  const { code, output } = await command('lag', '--json')
  expect(code).toBe(0)
  const groups = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { group: string })
  const rates = groups.find((row) => row.group === 'rates')
  expect(rates).toMatchObject({ topic: nyfedRates.name, lag: 4, per_s: 0, eta_s: null })
})

test('lag says plainly that a group has read beyond the end of its log, or of one that is there no more, and what to do', async () => {
  const gone = 'treasury.par-yields.v1'
  await setOffset(database.pool, 'rates', nyfedRates.name, 0, 9n)
  await setOffset(database.pool, 'rates', gone, 0, 3n)
  const { code, output } = await command('lag')
  expect(code).toBe(1)
  expect(output).toContain(
    `rates has read ${nyfedRates.name}/0 up to 9, but that log ends at 4: it lost records or was made anew. Restore it, or start ` +
      `over from what it holds: npm run offsets -- rates set --to 0 --topic ${nyfedRates.name} --yes`,
  )
  expect(output).toContain(`rates has read ${gone}/0 up to 3, but that log ends at 0`)
  expect(output).toMatch(/nyfed\.reference-rates\.v1 +0 +9 +4 +0 +5/)
  const { code: codeOfJson, output: lines } = await command('lag', '--json')
  expect(codeOfJson).toBe(1)
  const rates = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { group: string; topic: string; lag: number; beyond: number })
    .filter(({ group }) => group === 'rates')
  expect(Object.fromEntries(rates.map(({ topic, lag, beyond }) => [topic, { lag, beyond }]))).toEqual({
    [nyfedRates.name]: { lag: 0, beyond: 5 },
    [gone]: { lag: 0, beyond: 3 },
  })
})

test('to start over on another log leaves what is known of the one before, as older than all of it', async () => {
  await setOffset(database.pool, 'rates', nyfedRates.name, 0, 9n)
  await database.pool.query(
    `INSERT INTO observation (topic, key, observed_at, revision, value, partition, "offset") VALUES ($1, 'SOFR', now(), 0, '{}', 0, 8)`,
    [nyfedRates.name],
  )
  const offsets = async () => (await database.pool.query('SELECT "offset" FROM observation')).rows.map((row) => row.offset)
  const move = ['rates', 'set', '--to', '0', '--topic', nyfedRates.name]
  expect((await command('offsets', ...move)).code).toBe(0)
  expect(await offsets()).toEqual(['8'])
  expect((await command('offsets', ...move, '--yes')).code).toBe(0)
  expect(await offsets()).toEqual(['-1'])
  expect((await listOffsets(database.pool, 'rates')).find(({ topic }) => topic === nyfedRates.name)).toMatchObject({ next: 0n })
})

test('every command has --help and exits 0 with it', async () => {
  for (const name of ['dead', 'lag', 'offsets'])
    expect(await command(name, '--help')).toMatchObject({ code: 0, output: expect.stringContaining(`usage: npm run ${name}`) })
})
