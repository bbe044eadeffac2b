// The cascade routes over HTTP on rows in a real database: any drop from one row, and the validation document for what has no answer.
import Fastify, { type FastifyInstance } from 'fastify'
import { Compile, type Validator } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError, toTollgateError } from '../../api/errors.ts'
import { createHotRows } from '../../api/hot-rows.ts'
import { buildOpenApi } from '../../api/openapi.ts'
import { registerRoutes } from '../../api/routes.ts'
import { createStandings } from '../../api/standing.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { upsertRows } from '../../db/rows/signals.ts'
import { validationError } from '../../processors/services/cascade/answers/query.ts'
import service from '../../processors/services/cascade/service.ts'
import { factsAt } from '../support/cascade/seeded-facts.ts'
import { cascadeRows } from '../support/cascade/seeded-rows.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let app: FastifyInstance
let now = new Date(factsAt.getTime() + 30_000)

beforeAll(async () => {
  database = await createTestDatabase()
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => sendError(reply, toTollgateError(error)))
  const log = createPostgresLog({ database, logger: quiet })
  const wakes = { next: () => Promise.resolve(), hearRows: () => undefined, close: () => Promise.resolve() }
  const hotRows = createHotRows({ database, wakes })
  const closing = new AbortController().signal
  const clock = { now: () => now }
  const standingOf = createStandings({ database, clock })
  registerRoutes(app, { services: [service], world: 'demo', database, log, clock, standingOf, hotRows, wakes, closing })
  await app.ready()
  expect((await get('/cascade')).status).toBe(503)
  expect((await get('/cascade?drop_pct=0')).status).toBe(422)
  await database.transaction((connection) => upsertRows(connection, cascadeRows([1, 8453])))
  now = new Date(now.getTime() + 10_000)
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function get(path: string) {
  const answer = await app.inject({ url: `/api/cascade${path}` })
  return { status: answer.statusCode, body: answer.json() }
}

const outputs = new Map(service.routes.map((route) => [route.path, Compile(route.output) as unknown as Validator]))

test.each(['/risk', '/cascade', '/report', '/demo'] as const)(
  '%s answers as its schema says, without any input',
  async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(200)
    expect([...outputs.get(path)!.Errors(body)].slice(0, 3)).toEqual([])
    expect(Object.keys(body).at(0)).toBe('signal')
    expect(Object.keys(body).at(-1)).toBe('meta')
    expect(body).not.toHaveProperty('row')
    expect(body.meta.coverage.detail.chains[0]).toMatchObject({ chain_id: 1, debt_tracked_pct: 100, positions_left_out: 0 })
  },
)

test('the defaults are ETH, 10 and chain 1; a family’s name is its numeraire', async () => {
  const asked = await get('/cascade?token=ETH&drop_pct=10.0&chain_id=1')
  expect(asked.body.query).toMatchObject({ token: 'WETH', drop_pct: 10, chain_id: 1 })
  expect((await get('/cascade')).body).toEqual(asked.body)
  expect((await get('/cascade?token=btc&chain_id=8453')).body.query).toMatchObject({ token: 'WBTC', chain_id: 8453 })
  expect((await get('/report?chain_id=8453')).body.chain_id).toBe(8453)
  expect((await get('/demo?chain_id=nonsense')).status).toBe(400)
})

test('any drop is answered from the one row, and a deeper one sells no less of a single token', async () => {
  let last = 0
  for (const drop of ['.01', '2.85', '7', '12.34', '33.3', '50', '75.55', '99.99']) {
    const { status, body } = await get(`/cascade?token=wstETH&drop_pct=${drop}`)
    expect(status).toBe(200)
    expect(body.query).toMatchObject({ token: 'wstETH', drop_pct: Number(drop), shocked_tokens: ['wstETH'] })
    expect(body.outcome.positions).toBeGreaterThanOrEqual(last)
    last = body.outcome.positions
    expect([...outputs.get('/cascade')!.Errors(body)].slice(0, 3)).toEqual([])
  }
  expect(last).toBeGreaterThan(0)
})

test('the schema names the validation document', () => {
  const { paths } = buildOpenApi({ title: '', description: '', serverUrl: '', services: [service], prefix: () => '' }) as any
  for (const path of ['/cascade', '/report'])
    expect(paths[path].get.responses[422].content['application/json'].schema).toBe(validationError)
  expect(paths['/risk'].get.responses[422]).not.toHaveProperty('content')
})
