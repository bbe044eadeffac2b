// Partitions of a process that is frozen, whose connection its kernel keeps, go to the others; whoever says something keeps theirs.
import { expect, onTestFinished, test } from 'vitest'
import { openLeases } from '../../db/log/postgres/lease.ts'
import { endSession, openSession } from '../../db/session.ts'
import { createTestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

const partition = { topic: 'test.frozen.v1', partition: 0 }
const patient = 40_000

async function openWithFrozen() {
  const database = await createTestDatabase({ poolSize: 4 })
  onTestFinished(() => database.drop())
  // As a process leaves its connection that is stopped between two of its questions.
  const frozen = await openSession(database.url, 'tollgate leases')
  onTestFinished(() => endSession(frozen))
  const self = { isEnded: false }
  frozen.once('end', () => (self.isEnded = true))
  await frozen.query(`INSERT INTO log_member (group_name, member, backend_pid, backend_start)
    SELECT 'g', 'frozen', pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()`)
  await frozen.query(`SELECT pg_advisory_lock(hashtextextended('g:test.frozen.v1/0', 0))`)
  const heard = async () => {
    const text = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'tollgate leases' AND query LIKE '%pg_terminate_backend%'`
    return (await database.pool.query(text)).rows[0].n as number
  }
  return { url: database.url, self, heard }
}

test('one that has said nothing for too long loses them', async () => {
  const { url, self } = await openWithFrozen()
  const leases = await openLeases(url, { beatMs: 50, frozenSeconds: 0.5 })
  onTestFinished(() => leases.close())
  const lease = await leases.join('g')
  const taken = async () => (await lease.rebalance([partition], new Set())).taken
  await until('it is taken over', async () => (await taken()).length === 1, patient)
  await until('the other has noticed', () => self.isEnded, patient)
  expect(leases.lost.aborted).toBe(false)
})

test('one that was heard of lately keeps them', async () => {
  const { url, self, heard } = await openWithFrozen()
  const leases = await openLeases(url, { beatMs: 50, frozenSeconds: 600 })
  onTestFinished(() => leases.close())
  const lease = await leases.join('g')
  await until('it was looked for the frozen', async () => (await heard()) === 1, patient)
  expect(self.isEnded).toBe(false)
  expect((await lease.rebalance([partition], new Set())).taken).toEqual([])
})
