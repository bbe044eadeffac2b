// Topics of the Postgres log are made in as many statements as one takes, and what is as it should be is left alone.
import Type from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection, Database } from '../../db/client.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { defineTopic } from '../../db/log/topic.ts'
import { createTestDatabase, quiet } from '../support/database.ts'
import { testOrigin } from '../support/topics.ts'

const topicOf = (n: number, o: { partitions?: number; days?: number; compact?: boolean } = {}) =>
  defineTopic({
    name: `test.many-${n}.v1`,
    origin: testOrigin,
    schema: Type.Object({ key: Type.String(), n: Type.Integer() }),
    partitions: o.partitions ?? 2,
    retention: { days: o.days ?? 7, compact: o.compact ?? false },
    key: ({ key }) => key,
    observedAt: ({ n }) => new Date(n),
  })

/** Counts what is asked within transactions: far away each statement is a wait. */
function counting(database: Database) {
  const said = { statements: 0 }
  const query = (connection: Connection) =>
    new Proxy(connection, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (name === 'query') said.statements += 1
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const counted: Database = { ...database, transaction: (work) => database.transaction((own) => work(query(own))) }
  return { said, counted }
}

test('a start with a hundred topics takes no longer than with one', async () => {
  const database = await createTestDatabase({ poolSize: 4 })
  onTestFinished(() => database.drop())
  const { said, counted } = counting(database)
  const log = createPostgresLog({ database: counted, logger: quiet })
  onTestFinished(() => log.close())
  const hundred = Array.from({ length: 100 }, (_, n) => topicOf(n))
  await log.ensure([topicOf(0)])
  const one = said.statements
  await log.ensure([...hundred, ...hundred])
  expect(said.statements).toBe(2 * one)
  for (const { name } of hundred) expect(await log.bounds(name)).toHaveLength(2)

  const rows = async () =>
    (await database.pool.query('SELECT name, partitions, retention_days, compact, xmin::text FROM log_topic ORDER BY name')).rows
  const before = await rows()
  await log.ensure(hundred)
  expect(await rows()).toEqual(before)

  // Partitions are never taken away, all else is as the topic says.
  await log.ensure([topicOf(3, { partitions: 4, days: 9 }), topicOf(4, { partitions: 1, compact: true }), ...hundred.slice(5)])
  const changed = new Map((await rows()).map((row) => [row.name, row]))
  expect(changed.get('test.many-3.v1')).toMatchObject({ partitions: 4, retention_days: 9, compact: false })
  expect(changed.get('test.many-4.v1')).toMatchObject({ partitions: 2, retention_days: 7, compact: true })
  expect(await log.bounds('test.many-3.v1')).toHaveLength(4)
  expect(await log.bounds('test.many-4.v1')).toHaveLength(2)
})
