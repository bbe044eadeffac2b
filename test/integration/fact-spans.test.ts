// A span of days that a formula reads is the same span in Postgres as in memory, parts of a day too.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { selectFacts } from '../../db/facts/observations.ts'
import ta from '../../processors/services/ta/service.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const hourMs = 3_600_000
const start = Date.parse('2026-03-20T00:00:00Z')
const hours = Array.from({ length: 24 * 30 }, (_, i) => i)
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.pool.query('TRUNCATE observation')
  await database.pool.query(
    `INSERT INTO observation (topic, key, observed_at, revision, value, partition, "offset")
     SELECT 't.v1', 'k' || n % 2, to_timestamp($1::float8 / 1000) + n * interval '1 hour', 0, '{}', 0, n FROM unnest($2::int[]) n`,
    [start, hours],
  )
})
afterAll(() => database?.drop())

const hoursOf = async (selection: { keys?: string[]; days: number }) => {
  const facts = await selectFacts(database.pool, { topic: 't.v1', ...selection })
  return facts.map(({ observedAt }) => (observedAt.getTime() - start) / hourMs).sort((a, b) => a - b)
}

test('of keys and of a whole topic, whatever part of a day it ends in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 24 * 40 * 4 }), fc.boolean(), async (quarters, ofKey) => {
      const own = ofKey ? hours.filter((hour) => hour % 2 === 0) : hours
      const expected = own.filter((hour) => hour >= own.at(-1)! - quarters / 4)
      expect(await hoursOf({ days: quarters / 96, ...(ofKey ? { keys: ['k0'] } : {}) })).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('candles of every length that can be asked for are found', async () => {
  for (const key of ['ETH-USD 1h', 'ETH-USD 4h', 'ETH-USD 1d'])
    for (const { topic, keys, days } of ta.selects(key))
      expect(await selectFacts(database.pool, { topic: topic.name, keys: keys!, days: days! })).toEqual([])
})
