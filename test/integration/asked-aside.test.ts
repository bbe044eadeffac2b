// What the fetch of an asked key left out is kept beside what the poll left out, and goes with the key's next whole answer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  allSetAside,
  listSources,
  type PolledDetail,
  recordAskedAside,
  recordDetail,
  recordSuccess,
} from '../../db/facts/sources.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const lost = (key: string, count: number) => ({ key, count, first: count === 0 ? [] : [{ what: 'a row', reason: 'no number' }] })
async function told(): Promise<Partial<PolledDetail>> {
  const [source] = (await listSources(database.pool)).filter((one) => one.source === 'quotes')
  return JSON.parse(source!.detail ?? '{}')
}

test('each asked key tells of its newest fetch alone, and a poll takes nothing of it away', async () => {
  await recordSuccess(database.pool, 'quotes', new Date(), { records: 1, newestObservedAt: new Date() })
  const polled = JSON.stringify({ topic: 'quotes.v1', set_aside: { count: 1, first: [{ what: 'x', reason: 'y' }] } })
  await recordDetail(database.pool, 'quotes', polled)
  // Nothing to say of any key leaves the detail as it was.
  await recordAskedAside(database.pool, 'quotes', lost('AAPL', 0))
  expect(await told()).toEqual(JSON.parse(polled))
  await recordAskedAside(database.pool, 'quotes', lost('AAPL', 2))
  await recordAskedAside(database.pool, 'quotes', lost('MSFT', 3))
  await recordAskedAside(database.pool, 'quotes', lost('AAPL', 4))
  await recordDetail(database.pool, 'quotes', polled)
  expect((await told()).asked_aside?.map(({ key, count }) => [key, count])).toEqual([
    ['AAPL', 4],
    ['MSFT', 3],
  ])
  const all = allSetAside(await told())
  expect(all.count).toBe(8)
  expect(all.first.map(({ what }) => what)).toEqual(['x', 'AAPL: a row', 'MSFT: a row'])
  await recordAskedAside(database.pool, 'quotes', lost('AAPL', 0))
  expect((await told()).asked_aside?.map(({ key }) => key)).toEqual(['MSFT'])
  // However many are asked, no more are kept than can be shown.
  for (let i = 0; i < 60; i++) await recordAskedAside(database.pool, 'quotes', lost(`K${i}`, 1))
  const kept = (await told()).asked_aside!
  expect(kept).toHaveLength(50)
  expect(kept[0]!.key).toBe('K59')
})
