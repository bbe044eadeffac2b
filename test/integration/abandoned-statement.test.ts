// A process that is killed in the middle of a long statement: the server gives that up, and lets go of what it held.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../db/session.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

test('what nobody waits for any more is ended within seconds, and its row can be had', async () => {
  const { pool } = database
  await pool.query("INSERT INTO consumer_offset (group_name, topic, partition, next_offset) VALUES ('g', 't.v1', 0, 7)")
  const killed = await openSession(database.url, 'killed')
  const { rows } = await killed.query('SELECT pg_backend_pid() AS pid')
  await killed.query('BEGIN; SELECT * FROM consumer_offset FOR UPDATE')
  const long = killed.query('SELECT pg_sleep(900)').catch((error: Error) => error)
  const isAtWork = async () => {
    const query = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND query LIKE '%pg_sleep%'"
    return (await pool.query(query, [rows[0].pid])).rowCount === 1
  }
  await until('it is at work', isAtWork)
  // As the kernel ends what a killed process had open.
  ;(killed as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  expect(await long).toBeInstanceOf(Error)
  await until('it is given up', async () => !(await isAtWork()), 60_000)
  expect((await pool.query('SELECT next_offset FROM consumer_offset FOR UPDATE')).rows).toEqual([{ next_offset: '7' }])
})
