// The free provenance of a row version, on the gateway and on its service's own host.
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError, toTollgateError } from '../../api/errors.ts'
import { createHosts } from '../../api/hosts.ts'
import { registerProvenance } from '../../api/provenance.ts'
import { type SignalRow, upsertRows } from '../../db/rows/signals.ts'
import { counterService, tickTopic } from '../support/counter.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let app: FastifyInstance
const ids: number[] = []

const counter = counterService(tickTopic('provenance'))
const row = (service: string, score: number): SignalRow => ({
  service,
  route: '/count',
  key: 'k',
  body: JSON.stringify({ signal: { label: 'counted', score } }),
  meta: JSON.stringify({ sources: [{ id: 'ticks', licence: 'CC0' }] }),
  observedAt: new Date('2026-11-01T00:00:00Z'),
  computedAt: new Date('2026-11-01T00:00:01Z'),
  staleAfter: new Date('2026-11-02T00:00:00Z'),
  formula: `${service}/1`,
  inputs: JSON.stringify([{ topic: 'test.provenance.v1', partition: 0, offset: '7', facts: 3 }]),
  inputsHash: 'abc',
})

beforeAll(async () => {
  database = await createTestDatabase()
  for (const one of [row('counter', 1), row('counter', 2), row('other', 3)]) {
    const [change] = await database.transaction((connection) => upsertRows(connection, [one]))
    ids.push(change!.id)
  }
  const { rewrite } = createHosts({ domain: 'localhost', labels: new Set(['counter']) })
  app = Fastify({ rewriteUrl: (request) => rewrite(request.headers.host, request.url ?? '/') })
  app.setErrorHandler((error, _request, reply) => sendError(reply, toTollgateError(error)))
  registerProvenance(app, { database, services: [counter] })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const get = (path: string, host = 'localhost') => app.inject({ url: path, headers: { host } })

test('a version stays known after a newer one has replaced it', async () => {
  const answer = await get(`/provenance/${ids[0]}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    row: ids[0],
    service: 'counter',
    route: '/count',
    key: 'k',
    formula: 'counter/1',
    as_of: '2026-11-01T00:00:00.000Z',
    computed_at: '2026-11-01T00:00:01.000Z',
    inputs_hash: 'abc',
    inputs: [{ topic: 'test.provenance.v1', partition: 0, offset: '7', facts: 3 }],
    sources: [{ id: 'ticks', licence: 'CC0' }],
  })
})

test('a row that is no longer in history is found while it is served', async () => {
  await database.pool.query('DELETE FROM signal_history WHERE id = $1', [ids[1]])
  expect((await get(`/provenance/${ids[1]}`)).json()).toMatchObject({ row: ids[1] })
})

test('a host knows its own rows only', async () => {
  expect((await get(`/provenance/${ids[0]}`, 'counter.localhost')).statusCode).toBe(200)
  expect((await get(`/provenance/${ids[2]}`, 'counter.localhost')).statusCode).toBe(404)
  expect((await get(`/provenance/${ids[2]}`)).json()).not.toHaveProperty('key')
})

test('what is unknown is 404 and what is no id is 400', async () => {
  const unknown = await get('/provenance/999999999')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json().error.code).toBe('row_unknown')
  for (const id of ['0', '-1', '1.5', '1e3', 'x', '9999999999999999', '%00', "1'--"])
    expect((await get(`/provenance/${id}`)).statusCode).toBe(400)
})
