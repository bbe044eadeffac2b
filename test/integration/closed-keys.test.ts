// A route with a closed set of keys knows them by its rows, which do not all come at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upsertRows } from '../../db/rows/signals.ts'
import cycle from '../../processors/services/cycle/service.ts'
import { openAgedGateway } from '../support/aged-gateway.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { counterRow } from '../support/stream/rows.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let gateway: Awaited<ReturnType<typeof openAgedGateway>>

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = await openAgedGateway([cycle], database)
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
