// What operators type: dead letters are dropped only on purpose, lag tells its rate, and a queued answer names the record that asked for it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Log } from '../../db/log/port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { upsertRows } from '../../db/rows/signals.ts'
import { addDeadLetters, listDeadLetters } from '../../db/work/dead-letters.ts'
import { setOffset } from '../../db/work/offsets.ts'
import { nyfedRates } from '../../ingestors/sources/nyfed-rates/topic.ts'
import { documentRequests } from '../../processors/jobs/convert/topic.ts'
import { openCommands } from '../support/commands.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'

const commands = openCommands()
let database: TestDatabase
let log: Log

beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresLog({ database, logger: quiet })
  await log.ensure([nyfedRates, documentRequests])
})
afterAll(async () => {
  await commands.close()
  await log.close()
  await database.drop()
})

const run = (name: string, ...args: string[]) => commands.runOn(database.url, name, ...args)

test('dead drop needs a known letter and --yes', async () => {
  const letter = { group: 'rates', topic: nyfedRates.name, partition: 0, offset: 3n, key: 'SOFR', value: '{}', reason: 'because' }
  await addDeadLetters(database.pool, [letter, { ...letter, offset: 4n }])
  const [kept, dropped] = await listDeadLetters(database.pool)
  expect(await run('dead', 'drop', String(dropped!.id))).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect(await listDeadLetters(database.pool)).toHaveLength(2)
  expect(await run('dead', 'drop', String(dropped!.id), '--yes')).toMatchObject({ code: 0, stdout: `${dropped!.id}: dropped\n` })
  expect(await listDeadLetters(database.pool)).toEqual([kept])
  expect(await run('dead', 'drop', String(dropped!.id), '--yes')).toMatchObject({ code: 1 })
})

test('dead show prints a letter whole, its offset as text; one that is not there is told', async () => {
  await database.pool.query('TRUNCATE dead_letter')
  const letter = {
    group: 'rates',
    topic: nyfedRates.name,
    partition: 0,
    offset: 2n ** 60n,
    key: 'SOFR',
    value: '{}',
    reason: 'because',
  }
  await addDeadLetters(database.pool, [letter])
  const { id } = (await listDeadLetters(database.pool))[0]!
  const shown = await run('dead', 'show', String(id))
  expect(shown.code).toBe(0)
  expect(JSON.parse(shown.stdout)).toMatchObject({ ...letter, id, offset: '1152921504606846976' })
  expect(await run('dead', 'show', String(id + 1))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`there is no dead letter ${id + 1}`),
  })
})

test('all letters of a group are retried or dropped at once; those nobody can retry hold up no other', async () => {
  const letter = { topic: nyfedRates.name, partition: 0, key: 'SOFR', value: '{}', reason: 'because' }
  await database.pool.query('TRUNCATE dead_letter')
  await addDeadLetters(
    database.pool,
    [1n, 2n, 3n].map((offset) => ({ ...letter, group: offset === 2n ? 'gone' : 'rates', offset })),
  )
  const retried = await run('dead', 'retry', '--all')
  expect(retried.code).toBe(1)
  expect(retried.stdout).toMatch(/belongs to gone/)
  expect(retried.stdout.match(/still fails/g)).toHaveLength(2)
  expect(await run('dead', 'drop', '--all', '--group', 'rates')).toMatchObject({
    code: 0,
    stdout: '2 dead letter(s) of rates would be forgotten for good; add --yes to do it\n',
  })
  expect(await listDeadLetters(database.pool)).toHaveLength(3)
  expect((await run('dead', 'drop', '--all', '--group', 'rates', '--yes')).stdout).toBe('2 dead letter(s) of rates dropped\n')
  expect(await listDeadLetters(database.pool)).toMatchObject([{ group: 'gone' }])
})

test('a letter of a topic that is read no longer, and one that is no request, hold up no other', async () => {
  const letter = { partition: 0, key: 'SOFR', value: '{}', reason: 'because' }
  await database.pool.query('TRUNCATE dead_letter')
  await addDeadLetters(database.pool, [
    { ...letter, group: 'rates', topic: 'read.before.v1', offset: 1n },
    { ...letter, group: 'job-convert', topic: documentRequests.name, value: '{nonsense', offset: 1n },
    { ...letter, group: 'rates', topic: nyfedRates.name, offset: 1n },
  ])
  const { code, stdout } = await run('dead', 'retry', '--all')
  expect(code).toBe(1)
  const told = stdout.trim().split('\n')
  expect(told).toHaveLength(3)
  for (const line of [
    /^\d+: cannot be retried: rates of this release does not read read\.before\.v1$/,
    /^\d+: cannot be retried: its record is no JSON/,
    /^\d+: still fails; npm run dead -- show \d+$/,
  ])
    expect(told).toContainEqual(expect.stringMatching(line))
  expect(await listDeadLetters(database.pool)).toHaveLength(3)
})

test('the intake of queued work is a group as any other', async () => {
  expect((await run('offsets', 'job-convert', 'show')).stdout).toContain(documentRequests.name)
  const unknown = await run('offsets', 'nobody', 'show')
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no group nobody; there are .*rates.*job-convert.*demand/),
  })
})

test('lag tells the rate it measured and when the group will be there', async () => {
  const day = {
    type: 'SOFR',
    rate_pct: 4,
    volume_usd_bn: null,
    target_low_pct: null,
    target_high_pct: null,
    vintage: '2026-11-05T00:00:00Z',
  }
  await log.append(
    nyfedRates,
    Array.from({ length: 1_900 }, () => ({ ...day, date: '2026-11-03' })),
  )
  let next = 0n
  const timer = setInterval(() => {
    next += 1n
    void setOffset(database.pool, 'rates', nyfedRates.name, 0, next)
  }, 25)
  const { code, stdout } = await run('lag', '--json')
  clearInterval(timer)
  expect(code).toBe(0)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { group: string; topic: string; lag: number; per_s: number; eta_s: number })
  const rates = lines.find(({ group, topic }) => group === 'rates' && topic === nyfedRates.name)!
  expect(rates.per_s).toBeGreaterThan(0)
  // The shown rate is rounded, the one the estimate is made of is not.
  expect(rates.eta_s).toBeGreaterThanOrEqual(Math.floor(rates.lag / (rates.per_s + 1)))
  expect(rates.eta_s).toBeLessThanOrEqual(Math.ceil(rates.lag / Math.max(0.5, rates.per_s - 1)))
})

test('explain shows the request behind a queued answer, and that it cannot be computed again', async () => {
  const request = {
    key: 'k1',
    requested_at: '2026-11-20T10:00:00Z',
    route: '/convert' as const,
    url: 'https://example.org/a.pdf',
    options: {},
  }
  await log.append(documentRequests, [request as never])
  const bounds = await log.bounds(documentRequests.name)
  const { partition } = bounds.find(({ high }) => high > 0n)!
  const at = new Date('2026-11-20T10:00:03Z')
  await database.transaction((connection) =>
    upsertRows(
      connection,
      [
        {
          service: 'doc',
          route: '/convert',
          key: 'k1',
          body: '{"signal":{"label":"converted"}}',
          meta: '{}',
          observedAt: at,
          computedAt: at,
          staleAfter: at,
          formula: 'doc/1',
          inputs: JSON.stringify([{ topic: documentRequests.name, partition, offset: '0', facts: 1 }]),
          inputsHash: 'h',
        },
      ],
      { keepHistory: false },
    ),
  )
  const { code, stdout } = await run('explain', 'doc/convert')
  expect(code).toBe(0)
  expect(stdout).toContain(`${documentRequests.name}/${partition}: 1 fact(s) up to offset 0; 1 found in the log`)
  expect(stdout).toContain('https://example.org/a.pdf')
  expect(await run('explain', 'doc/convert', '--key', 'k1', '--verify')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('queued work'),
  })
  await database.pool.query('DELETE FROM log_record')
  expect((await run('explain', 'doc/convert')).stdout).toContain('no longer holds every one of these facts')
})
