// An upstream that answers every poll with the same old month: its polls are green, and nobody is sold that for news.
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../api/server.ts'
import { createMetrics } from '../../base/metrics.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { upsertRows } from '../../db/rows/signals.ts'
import { defineIngestor } from '../../ingestors/define.ts'
import { pollSource } from '../../ingestors/poll.ts'
import { monthlySeries } from '../../ingestors/shapes/topics.ts'
import { defineRoute, defineService } from '../../processors/kit/define.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { createFakeChain } from '../support/payment/fake-chain.ts'
import { asset, testConfig } from '../support/payment/settings.ts'
import { testOrigin } from '../support/topics.ts'

const topic = monthlySeries(
  'test.frozen.v1',
  testOrigin,
  { place: Type.String(), value: Type.Number() },
  { key: ({ place }) => place },
)
const months = [
  { place: 'EA', month: '2025-12-01', value: 2 },
  { place: 'DE', month: '2026-10-01', value: 3 },
]
const source = defineIngestor({
  source: 'frozen',
  topic,
  schedule: '0 9 * * *',
  grade: 'A',
  proof: 'captured 2026-11-01',
  fetch: async () => months,
  parse: (rows: typeof months) => rows,
})
const route = (path: `/${string}`, key: string) =>
  defineRoute({
    method: 'GET',
    path,
    price: path === '/paid' ? '0.01' : 'free',
    serve: 'precomputed',
    summary: 'two places',
    tags: [],
    input: Type.Object({}),
    output: Type.Object({}),
    example: { input: {}, output: undefined },
    key: () => key,
    maxAgeSeconds: 200 * 86_400,
    // Longer than a series of months may stand still: what is promised is sold as stale until then.
    hardMaxAgeSeconds: 317 * 86_400,
  })
const service = defineService({
  label: 'frozen',
  title: 'Frozen',
  description: 'Two places.',
  version: '1',
  tags: [],
  reads: [topic],
  routes: [route('/both', 'both'), route('/alone', 'EA'), route('/paid', 'EA'), route('/other', 'DE')],
  affected: () => [],
  selects: (key) => [{ topic, keys: key === 'both' ? ['EA', 'DE'] : [key] }],
  compute: () => [],
})

let now = new Date('2026-11-02T00:00:00Z')
let database: TestDatabase
let app: Awaited<ReturnType<typeof buildServer>>
const metrics = createMetrics()

beforeAll(async () => {
  database = await createTestDatabase()
  const log = createPostgresLog({ database, logger: quiet })
  await log.ensure([topic])
  const clock = { now: () => now }
  const poll = () =>
    pollSource(source, { log, database, http: {} as never, clock, logger: quiet, credentials: {} }, new AbortController().signal)
  expect(await poll()).toMatchObject({ appended: 2 })
  expect(await poll()).toMatchObject({ appended: 0 })
  const row = (path: string, key: string) => ({
    service: 'frozen',
    route: path,
    key,
    body: '{"signal":{"score":1,"confidence":0.8},"z":1}',
    meta: '{"coverage":{"inputs_used":1},"sources":[]}',
    observedAt: new Date('2026-10-01T00:00:00Z'),
    computedAt: now,
    staleAfter: new Date('2028-01-01T00:00:00Z'),
    formula: 'frozen/1',
    inputs: JSON.stringify([{ topic: topic.name, partition: 0, offset: '1', facts: 2 }]),
    inputsHash: 'x',
  })
  const rows = service.routes.map(({ path, key }) => row(path, key({})))
  await database.transaction((connection) => upsertRows(connection, rows))
  const chain = createFakeChain(
    () => 9,
    async () => undefined,
  )
  const supported = async () => ({ kinds: [{ network: asset.network, version: 2 as const, feePayer: null }], signers: [] })
  app = await buildServer({
    config: { domain: 'localhost', world: 'demo', port: 0, host: '127.0.0.1' },
    services: [service],
    database,
    log,
    clock,
    logger: quiet,
    metrics,
    payments: { config: testConfig('frozen'), facilitator: { ...chain, supported }, chain },
  })
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

async function get(path: string) {
  const answer = await app.inject({ method: 'GET', url: path })
  return { status: answer.statusCode, body: answer.json() }
}
const at = (date: string) => {
  now = new Date(`${date}T00:00:00Z`)
}

test('while it may still move nothing is said', async () => {
  at('2026-03-01')
  const { body } = await get('/api/frozen/both')
  expect(body.signal.confidence).toBe(0.8)
  expect(body.meta.coverage).toEqual({ inputs_used: 1 })
})

test('once it is late, its answers name it and are less sure; the other series is as it was', async () => {
  at('2026-06-01')
  const { body } = await get('/api/frozen/both')
  expect(body.meta.coverage.late).toEqual([{ id: 'frozen:EA', observed_at: '2025-12-01T00:00:00.000Z', age_days: 182 }])
  // Half of the two series, at half weight: 0.8 * 0.75.
  expect(body.signal.confidence).toBe(0.6)
  expect((await get('/api/frozen/other')).body.signal.confidence).toBe(0.8)
})

test('health, whose polls are all good, is degraded and names it; the metric that alerts counts it', async () => {
  at('2026-06-01')
  const { body } = await get('/health')
  const [told] = body.sources
  expect(told).toMatchObject({ source: 'frozen', failures_in_a_row: 0, proof: 'captured 2026-11-01', late_series: 1 })
  expect(told.late).toEqual([{ key: 'EA', newest_at: '2025-12-01T00:00:00.000Z', age_days: 182, is_dead: false }])
  expect(body.status).toBe('degraded')
  expect(await metrics.registry.metrics()).toContain('tollgate_source_late_series{source="frozen"} 1')
})

test('past its hard age what is made of it is not sold, nor is anybody asked to pay for it', async () => {
  at('2026-10-15')
  expect((await get('/api/frozen/alone')).status).toBe(503)
  const refused = await get('/api/frozen/both')
  expect(refused.status).toBe(503)
  expect(refused.body.error).toMatchObject({ code: 'not_ready', message: expect.stringContaining('frozen:EA') })
  expect((await get('/api/frozen/paid')).status).toBe(503)
  expect((await get('/api/frozen/other')).status).toBe(200)
})

test('before that it is offered for its price', async () => {
  at('2026-06-01')
  expect((await get('/api/frozen/paid')).status).toBe(402)
})
