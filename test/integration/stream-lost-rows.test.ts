// A failover to a standby that was behind: rows that were told are gone, and streams go on from what the database has.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRowFeed } from '../../api/stream/feed.ts'
import type { ChangedRow, RowPlace } from '../../db/rows/changed-rows.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { changeRow } from '../support/stream/rows.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

/** As a failover ends it. */
const endListening = () =>
  database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`,
  )

test('a listener is told that it begins anew where a row that it was told of is gone, and only there', async () => {
  const feed = await createRowFeed(database, quiet)
  const [heard, begun]: [ChangedRow[], RowPlace[]] = [[], []]
  await feed.listen(
    (row) => void heard.push(row),
    (place) => void begun.push(place),
  )
  const has = (id: number) => () => heard.some((row) => row.id === id)
  await until('the first is heard', has(await changeRow(database, 'a', 1)))
  expect((await endListening()).rowCount).toBe(1)
  await until('one after a lost connection is heard', has(await changeRow(database, 'a', 2)))
  await until('it listens again', async () => (await endListening()).rowCount === 1)
  expect(begun.length).toBe(1)

  const { id, writtenIn } = heard.at(-1)!
  await database.pool.query('DELETE FROM signal_history WHERE id = $1', [id])
  await until('it begins anew', () => begun.length === 2)
  expect(BigInt(begun[1]!.writtenIn)).toBeGreaterThanOrEqual(BigInt(writtenIn))
  await until('what comes is heard', has(await changeRow(database, 'a', 3)))
  await feed.close()
})
