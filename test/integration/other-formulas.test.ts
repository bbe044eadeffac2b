// An upgrade of a formula: rows of the version before are made anew of the facts there are, once, and what cannot be is left.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { otherFormulasChore } from '../../processors/chores/other-formulas.ts'
import type { Service } from '../../processors/kit/define.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, makeTicks, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet } from '../support/database.ts'
import { appliedRecords } from '../support/rows.ts'
import { until } from '../support/until.ts'

async function prepare(records: number, keys: number) {
  const database = await createTestDatabase()
  const log = await createPostgresLog({ database, logger: quiet })
  onTestFinished(async () => {
    await log.close()
    await database.drop()
  })
  const topic = tickTopic(randomBytes(5).toString('hex'))
  await log.ensure([topic])
  await log.append(topic, makeTicks(records, keys))
  const options = { database, clock: systemClock, logger: quiet }
  const service = counterService(topic)
  const end = new AbortController()
  const running = runService({ ...options, service, log }, end.signal)
  await until('all is applied', async () => (await appliedRecords(database.pool, 'counter')) >= records, 50_000)
  end.abort()
  await running
  const rows = async () => {
    const asked = 'SELECT key, formula, body::json->>$1 AS doubled, body::json->>$2 AS count FROM signal_row ORDER BY key'
    return (await database.pool.query(asked, ['doubled', 'count'])).rows
  }
  return { service, rows, options, database }
}

/** The version after: it tells one figure more. */
const upgraded = (service: Service, more: Partial<Service> = {}): Service => ({
  ...service,
  version: '2',
  compute: (key, seen, now) =>
    service.compute(key, seen, now).map((draft) => {
      const body = draft.body as unknown as { count: number }
      return { ...draft, body: { ...body, doubled: 2 * body.count } as never }
    }),
  ...more,
})

async function doAll(chore: ReturnType<typeof otherFormulasChore>): Promise<number[]> {
  const batches: number[] = []
  do batches.push(await chore.batch(new Date()))
  while (batches.at(-1)! > 0 && batches.length < 50)
  return batches
}

test('every row is of the new formula soon after the start, without a new fact, and is told of as any change is', async () => {
  const { service, rows, options, database } = await prepare(200, 50)
  const told: unknown[] = []
  const listener = await database.pool.connect()
  onTestFinished(() => void listener.release(true))
  listener.on('notification', ({ payload }) => told.push(...JSON.parse(payload!)))
  await listener.query('LISTEN row')
  expect(new Set((await rows()).map(({ formula }) => formula))).toEqual(new Set(['counter/1']))
  expect(await doAll(otherFormulasChore({ ...options, services: [upgraded(service)] }))).toEqual([20, 20, 10, 0])
  const after = await rows()
  expect(after).toHaveLength(50)
  for (const { formula, doubled, count } of after) expect([formula, Number(doubled)]).toEqual(['counter/2', 2 * Number(count)])
  await until('all are told of', async () => told.length >= 50)
  // And back, as by an upgrade that is taken back.
  await doAll(otherFormulasChore({ ...options, services: [service] }))
  expect(new Set((await rows()).map(({ formula, doubled }) => `${formula} ${doubled}`))).toEqual(new Set(['counter/1 null']))
})

test('what fails, has no facts or is no key of the service is tried once and left; the others are renewed', async () => {
  const { service, rows, options, database } = await prepare(60, 6)
  await database.pool.query("DELETE FROM observation WHERE key = 'k1'")
  const failing = upgraded(service, {
    selects: (key) => {
      if (key === 'k2') throw new Error('no such key')
      return service.selects(key)
    },
    compute: (key, seen, now) => {
      if (key === 'k3') throw new Error('it divides by nothing')
      return upgraded(service).compute(key, seen, now)
    },
  })
  const chore = otherFormulasChore({ ...options, services: [failing] })
  expect(await doAll(chore)).toEqual([6, 0])
  const formulas = (await rows()).map(({ key, formula }) => `${key} ${formula}`)
  expect(formulas).toEqual(['k0 counter/2', 'k1 counter/1', 'k2 counter/1', 'k3 counter/1', 'k4 counter/2', 'k5 counter/2'])
  expect(await doAll(chore)).toEqual([0])
})

test('a service of fixed keys is computed by those, whatever its rows are called', async () => {
  const { service, rows, options } = await prepare(60, 6)
  const computed: string[] = []
  const one = upgraded(service, {
    keys: ['whole'],
    compute: (key, seen, now) => {
      computed.push(key)
      return ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'].flatMap((row) =>
        upgraded(service)
          .compute('k0', { ...seen, of: () => seen.of(service.reads[0]!, 'k0') } as never, now)
          .map((draft) => ({ ...draft, key: row })),
      )
    },
    selects: () => service.selects('k0'),
  })
  expect(await doAll(otherFormulasChore({ ...options, services: [one] }))).toEqual([6, 0])
  expect(computed).toEqual(['whole'])
  expect(new Set((await rows()).map(({ formula }) => formula))).toEqual(new Set(['counter/2']))
})
