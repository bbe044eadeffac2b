// A route with a closed set of keys knows them by its rows, which do not all come at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertNewestFacts } from '../../db/facts/newest-facts.ts'
import { upsertRows } from '../../db/rows/signals.ts'
import computeindex from '../../processors/services/computeindex/service.ts'
import cycle from '../../processors/services/cycle/service.ts'
import equity from '../../processors/services/equity/service.ts'
import { openAgedGateway } from '../support/aged-gateway.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { counterRow } from '../support/stream/rows.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let gateway: Awaited<ReturnType<typeof openAgedGateway>>

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = await openAgedGateway([cycle, equity, computeindex], database)
})
afterAll(async () => {
  await gateway?.close()
  await database?.drop()
})

test('what has no inputs is not unknown while other rows are already there; what is named and not among them is', async () => {
  const notReady = { status: 503, body: { error: { code: 'not_ready' } } }
  expect(await gateway.get('/api/cycle/cycle')).toMatchObject(notReady)
  expect(await gateway.get('/api/cycle/cycle?country=DE')).toMatchObject(notReady)

  const abroad = { ...counterRow('DE', 1), service: 'cycle', route: '/cycle' }
  await database.transaction((connection) => upsertRows(connection, [abroad]))
  expect(await gateway.get('/api/cycle/cycle')).toMatchObject(notReady)
  // Which keys there are is remembered for a moment.
  await until('its key is known', async () => (await gateway.get('/api/cycle/cycle?country=DE')).status === 200)
  expect(await gateway.get('/api/cycle/cycle?country=DE')).toMatchObject({ status: 200, body: { count: 1 } })
  expect(await gateway.get('/api/cycle/cycle?country=AU')).toMatchObject({
    status: 422,
    body: { error: { code: 'input_unusable', message: expect.stringContaining('known: DE') } },
  })
})

test('of a key that several inputs make what this input could be is named, beside what else was asked', async () => {
  const rowOf = (key: string) => ({ ...counterRow(key, 1), service: 'computeindex', route: '/index' })
  await database.transaction((connection) =>
    upsertRows(connection, [rowOf('h100 on_demand'), rowOf('b200 on_demand'), rowOf('h200 spot')]),
  )
  expect(await gateway.get('/api/computeindex/index?gpu=gb200')).toMatchObject({
    status: 422,
    body: {
      error: {
        message: 'gpu: nothing is known about "gb200"; known: b200, h100',
        suggestions: expect.arrayContaining(['b200']),
      },
    },
  })
})

test('a ticker that no list has is refused before anything is asked of its source, by the newest list and with what was meant', async () => {
  const store = (day: string, symbols: string[]) => {
    const observedAt = new Date(`${day}T00:00:00Z`)
    const value = JSON.stringify({ list: 'companies', date: day, symbols, names: symbols, vintage: observedAt.toISOString() })
    const fact = { topic: 'sec.symbols.v1', key: 'companies', observedAt, revision: 1n, value, partition: 0, offset: 0n }
    return database.transaction((connection) => insertNewestFacts(connection, [fact]))
  }
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await store(day(1), ['MSFT'])
  await store(day(2), ['OLD'])
  const { rows } = await database.pool.query("SELECT value FROM observation WHERE topic = 'sec.symbols.v1'")
  expect(rows.map(({ value }) => JSON.parse(value).symbols)).toEqual([['MSFT']])
  for (const ticker of ['MFST', 'OLD'])
    expect(await gateway.get(`/api/equity/equity?ticker=${ticker}`)).toMatchObject({
      status: 422,
      body: { error: { code: 'unknown_key', message: expect.stringContaining(`"${ticker}" is no ticker that the SEC lists`) } },
    })
  const asked = await database.pool.query('SELECT 1 FROM demand')
  expect(asked.rows).toEqual([])
})
