// What queued work leaves behind goes in time and in small batches, and nothing goes that somebody still needs.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { dropOldBlobs, loadBlob, passingType, storeBlob } from '../../db/facts/blobs.ts'
import { dropStaleRows } from '../../db/rows/signals.ts'
import { dropEndedJobs } from '../../db/work/jobs.ts'
import type { Chore } from '../../processors/chores/define.ts'
import { startChores } from '../../processors/chores/index.ts'
import { queuedWorkChores } from '../../processors/chores/queued-work.ts'
import { discoverServices } from '../../processors/index.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

const days = (count: number) => new Date(Date.now() - count * 86_400_000)
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.pool.query('TRUNCATE job, blob, signal_row, dead_letter'))
afterAll(() => database?.drop())

const addJob = (key: string, state: string, finishedAt: Date | null, request = '{}') =>
  database.pool.query(
    `INSERT INTO job (kind, key, request, topic, partition, "offset", state, requested_at, finished_at)
     VALUES ('convert', $1, $2, 't.v1', 0, 0, $3, $4, $5)`,
    [key, request, state, days(60), finishedAt],
  )
const addRow = (service: string, route: string, key: string, staleAfter: Date) =>
  database.pool.query(
    `INSERT INTO signal_row (id, service, route, key, body, meta, observed_at, computed_at, stale_after, formula, inputs, inputs_hash)
     VALUES (nextval('signal_row_version'), $1, $2, $3, '{}', '{}', $4, $4, $4, 'f/1', '[]', 'h')`,
    [service, route, key, staleAfter],
  )
async function addBlob(text: string, createdAt: Date): Promise<string> {
  const sha256 = await storeBlob(database.pool, Buffer.from(text), 'application/pdf')
  await database.pool.query('UPDATE blob SET created_at = $2 WHERE sha256 = $1', [sha256, createdAt])
  return sha256
}
async function keysIn(table: 'job' | 'signal_row'): Promise<string[]> {
  const { rows } = await database.pool.query<{ key: string }>(`SELECT key FROM ${table} ORDER BY key`)
  return rows.map(({ key }) => key)
}

test('ended jobs go, however they ended; what waits, runs or has just ended stays', async () => {
  for (const state of ['done', 'refused', 'failed', 'dead']) await addJob(`old ${state}`, state, days(8))
  await addJob('new', 'done', days(6))
  await addJob('running', 'running', null)
  await addJob('waiting', 'queued', null)
  expect(await dropEndedJobs(database.pool, days(7), 3)).toBe(3)
  expect(await dropEndedJobs(database.pool, days(7), 3)).toBe(1)
  expect(await dropEndedJobs(database.pool, days(7), 3)).toBe(0)
  expect(await keysIn('job')).toEqual(['new', 'running', 'waiting'])
})

test('a job that is asked for anew while it is dropped stays', async () => {
  await addJob('again', 'done', days(8))
  await database.transaction(async (connection) => {
    await connection.query("UPDATE job SET state = 'queued', finished_at = NULL WHERE key = 'again'")
    const dropping = dropEndedJobs(database.pool, days(7), 10)
    await untilWaitingForLock()
    await connection.query('COMMIT')
    expect(await dropping).toBe(0)
  })
  expect(await keysIn('job')).toEqual(['again'])
})

test('answers go when they are long stale, and only those that were made on request', async () => {
  const routes = [{ service: 'doc', route: '/convert' }]
  await addRow('doc', '/convert', 'old', days(8))
  await addRow('doc', '/convert', 'served', days(-1))
  await addRow('doc', '/convert', 'stale', days(1))
  await addRow('rates', '/rates', 'signal', days(800))
  expect(await dropStaleRows(database.pool, routes, days(7), 10)).toBe(1)
  expect(await keysIn('signal_row')).toEqual(['served', 'signal', 'stale'])
})

test('bytes go when they are old, unless a job or a dead letter still asks for them', async () => {
  const [old, fresh, waited, ended, dead, retried] = await Promise.all([
    addBlob('old', days(8)),
    addBlob('fresh', days(6)),
    addBlob('waited', days(8)),
    addBlob('ended', days(8)),
    addBlob('dead', days(8)),
    addBlob('retried', days(8)),
  ])
  await addJob('waiting', 'queued', null, JSON.stringify({ sha256: waited }))
  await addJob('done', 'done', days(1), JSON.stringify({ sha256: ended }))
  for (const [offset, sha256, retriedAt] of [
    [1, dead, null],
    [2, retried, days(1)],
  ]) {
    await database.pool.query(
      `INSERT INTO dead_letter (group_name, topic, partition, "offset", key, value, reason, retried_at)
       VALUES ('job-convert', 't.v1', 0, $1, 'k', $2, 'r', $3)`,
      [offset, JSON.stringify({ sha256 }), retriedAt],
    )
  }
  expect(await dropOldBlobs(database.pool, days(7), 2)).toBe(2)
  expect(await dropOldBlobs(database.pool, days(7), 2)).toBe(1)
  expect(await dropOldBlobs(database.pool, days(7), 2)).toBe(0)
  const there = async (sha256: string) => (await loadBlob(database.pool, sha256)) !== null
  expect(await Promise.all([old, ended, retried].map(there))).toEqual([false, false, false])
  expect(await Promise.all([fresh, waited, dead].map(there))).toEqual([true, true, true])
})

test('bytes and answers of files that are not kept go within minutes, and nothing else with them', async () => {
  const minutes = (count: number) => days(count / 1_440)
  const addPassing = async (text: string, createdAt: Date) => {
    const sha256 = await storeBlob(database.pool, Buffer.from(text), passingType)
    await database.pool.query('UPDATE blob SET created_at = $2 WHERE sha256 = $1', [sha256, createdAt])
    return sha256
  }
  const [left, fresh, waited, paid] = [
    await addPassing('left', minutes(11)),
    await addPassing('fresh', minutes(1)),
    await addPassing('waited', minutes(11)),
    await addBlob('paid', minutes(11)),
  ]
  await addJob('waiting', 'queued', null, JSON.stringify({ passing: waited }))
  await addRow('doc', '/preview-file', 'stale', minutes(1))
  await addRow('doc', '/preview-file', 'sold', minutes(-1))
  await addRow('doc', '/preview', 'kept', minutes(1))
  const chores = queuedWorkChores({ database, services: await discoverServices(), retentionDays: 7 })
  for (const chore of chores) await chore.batch(new Date())
  const there = async (sha256: string) => (await loadBlob(database.pool, sha256)) !== null
  expect(await Promise.all([left, fresh, waited, paid].map(there))).toEqual([false, true, true, true])
  expect(await keysIn('signal_row')).toEqual(['kept', 'sold'])
})

test('bytes that are sent again while they are dropped stay', async () => {
  const sha256 = await addBlob('again', days(8))
  await database.transaction(async (connection) => {
    await storeBlob(connection, Buffer.from('again'), 'application/pdf')
    const dropping = dropOldBlobs(database.pool, days(7), 10)
    await untilWaitingForLock()
    await connection.query('COMMIT')
    expect(await dropping).toBe(0)
  })
  expect(await loadBlob(database.pool, sha256)).not.toBeNull()
})

test('the chores of the program do all of it, batch after batch', async () => {
  for (let i = 0; i < 45; i++) await addBlob(`bytes ${i}`, days(8))
  await addJob('old', 'done', days(8))
  await addRow('doc', '/report', 'old', days(8))
  await addRow('doc', '/report', 'served', days(-1))
  const services = await discoverServices()
  const chores = soon(queuedWorkChores({ database, services, retentionDays: 7 }))
  const running = startChores({ chores, database, clock: systemClock, logger: quiet })
  await until('everything old is gone', async () => {
    const { rows } = await database.pool.query('SELECT 1 FROM blob')
    return rows.length === 0 && (await keysIn('job')).length === 0 && (await keysIn('signal_row')).length === 1
  })
  await running.stop()
})

test('one process at a time does a chore, one that fails comes again, and all stop with the program', async () => {
  let [atIt, most, runs] = [0, 0, 0]
  const chore: Chore = {
    name: 'sweep',
    everyMinutes: 0.0005,
    async batch() {
      most = Math.max(most, ++atIt)
      await new Promise((done) => setTimeout(done, 5))
      atIt--
      if (++runs % 3 === 0) throw new Error('the broom broke')
      return runs % 2
    },
  }
  const start = () => startChores({ chores: [chore], database, clock: systemClock, logger: quiet })
  const processes = [start(), start(), start()]
  await until('it was done often', () => runs > 12)
  await Promise.all(processes.map((one) => one.stop()))
  const before = runs
  await new Promise((done) => setTimeout(done, 100))
  expect(runs).toBe(before)
  expect(most).toBe(1)
})

const soon = (chores: readonly Chore[]) => chores.map((chore) => ({ ...chore, everyMinutes: 0.001 }))

function untilWaitingForLock(): Promise<void> {
  return until('the delete waits', async () => {
    const { rows } = await database.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE%'",
    )
    return rows.length > 0
  })
}
