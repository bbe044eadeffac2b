// A log that was made anew beside a database that stands: what is known stays, and what the new log says of a key holds from its first record.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveLostLog } from '../../db/facts/lost-log.ts'
import { insertFacts, removeFacts, selectFacts } from '../../db/facts/observations.ts'
import { partitionOf } from '../../db/log/partition.ts'
import { setOffset } from '../../db/work/offsets.ts'
import { createIntake } from '../../processors/keep/intake.ts'
import type { Ledger } from '../../processors/keep/ledger.ts'
import type { Kept, Service } from '../../processors/kit/define.ts'
import { tickTopic } from '../support/counter.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const topic = tickTopic(randomBytes(5).toString('hex'), 2)
const keyOf = (partition: number, from = 0) => {
  for (let n = from; ; n++) if (partitionOf(`k${n}`, 2) === partition) return `k${n}`
}
const [here, gone, other] = [keyOf(0), keyOf(0, 10), keyOf(1)]
const factOf = (key: string, offset: bigint, n = 1) => ({
  ...{ topic: topic.name, key, observedAt: new Date(n), revision: 0n, value: `{"key":"${key}","n":${n}}` },
  ...{ partition: partitionOf(key, 2), offset },
})
const known = async () => (await selectFacts(database.pool, { topic: topic.name })).map(({ key, offset }) => [key, offset])

test('a key that the lost log removed comes back with the new one, one that the new one removes goes, and the other partition is left alone', async () => {
  await database.transaction(async (connection) => {
    await insertFacts(connection, [factOf(here, 800n), factOf(gone, 900n), factOf(other, 700n)])
    await removeFacts(connection, topic.name, gone, 901n)
  })
  const leave = () => database.transaction((connection) => leaveLostLog(connection, { topic, partition: 0, high: 3n }))
  await leave()
  expect(Object.fromEntries(await known())).toEqual({ [here]: -1n, [other]: 700n })
  // Who keeps facts in memory starts over at nothing, and has them.
  await setOffset(database.pool, 'keeper', topic.name, 0, 0n)
  await setOffset(database.pool, 'keeper', topic.name, 1, 701n)
  const kept = new Set<string>()
  const intake = createIntake({
    database,
    service: { label: 'keeper', reads: [topic] } as unknown as Service,
    ledger: { take: () => ({ holds: true, superseded: null }) } as unknown as Ledger,
    kept: { put: ({ key }: { key: string }) => void kept.add(key) } as unknown as Kept,
  })
  expect(await intake.advance()).toBe(true)
  expect(kept).toEqual(new Set([here, other]))

  await database.transaction(async (connection) => {
    await insertFacts(connection, [factOf(gone, 0n, 2)])
    await removeFacts(connection, topic.name, here, 1n)
  })
  expect(Object.fromEntries(await known())).toEqual({ [gone]: 0n, [other]: 700n })

  // The next group of the same log: all of it is of the new one by then.
  await leave()
  expect(Object.fromEntries(await known())).toEqual({ [gone]: 0n, [other]: 700n })
})
