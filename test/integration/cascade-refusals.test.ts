// What the cascade routes refuse over HTTP: each fault in the validation document, the same with a payment as without, and never charged.
import Fastify, { type FastifyInstance } from 'fastify'
import { Compile, type Validator } from 'typebox/compile'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError, toTollgateError } from '../../api/errors.ts'
import { createHotRows } from '../../api/hot-rows.ts'
import { type Payments, registerPayments } from '../../api/payment/index.ts'
import { registerRoutes } from '../../api/routes.ts'
import { createStandings } from '../../api/standing.ts'
import { systemClock } from '../../base/clock.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { removeRows, upsertRows } from '../../db/rows/signals.ts'
import { validationError } from '../../processors/services/cascade/answers/query.ts'
import service from '../../processors/services/cascade/service.ts'
import { factsAt } from '../support/cascade/seeded-facts.ts'
import { cascadeRows } from '../support/cascade/seeded-rows.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { createFakeChain, type FakeChain } from '../support/payment/fake-chain.ts'
import { asset, testConfig } from '../support/payment/settings.ts'
import { acceptedFor, currentPayment, legacyPayment, signAuthorization } from '../support/payment/sign.ts'

const price = '100000'
const kinds = [
  { network: asset.network, version: 2, feePayer: null },
  { network: asset.legacyNetwork, version: 1, feePayer: null },
]
const payer = privateKeyToAccount(generatePrivateKey())
let database: TestDatabase
let app: FastifyInstance
let payments: Payments
let chain: FakeChain
let now = new Date(factsAt.getTime() + 30_000)

beforeAll(async () => {
  database = await createTestDatabase()
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => sendError(reply, toTollgateError(error)))
  // Without a fault of its own.
  chain = createFakeChain(
    (n) => n - 1,
    async () => undefined,
  )
  payments = await registerPayments(app, {
    config: testConfig('refusals'),
    database,
    facilitator: { ...chain, supported: async () => ({ kinds, signers: [] }) },
    chain,
    clock: systemClock,
    logger: quiet,
  })
  const log = createPostgresLog({ database, logger: quiet })
  const wakes = { next: () => Promise.resolve(), hearRows: () => undefined, close: () => Promise.resolve() }
  const hotRows = createHotRows({ database, wakes })
  const closing = new AbortController().signal
  const clock = { now: () => now }
  const standingOf = createStandings({ database, clock })
  registerRoutes(app, { services: [service], world: 'demo', database, log, clock, standingOf, hotRows, wakes, closing })
  await app.ready()
  await database.transaction((connection) => upsertRows(connection, cascadeRows([1, 8453])))
})
afterAll(async () => {
  await app?.close()
  await payments?.close()
  await database?.drop()
})

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url: `/api/cascade${path}`, headers })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers }
}

async function makePayments() {
  const [current, legacy] = await Promise.all([1, 2].map(() => signAuthorization(payer, { value: price })))
  return [currentPayment(current, { accepted: acceptedFor(price) }), legacyPayment(legacy)]
}

async function expectNothingCharged() {
  expect(chain.charges.size).toBe(0)
  expect((await database.pool.query('SELECT 1 FROM payment')).rowCount).toBe(0)
}

const checked = Compile(validationError) as unknown as Validator
const listed = { expected: 'LINK, WBTC, WETH, wstETH' }
const wordOf: Record<string, string> = {
  greater_than: 'Input should be greater than 0',
  less_than: 'Input should be less than 100',
  float_parsing: 'Input should be a valid number, unable to parse string as a number',
  finite_number: 'Input should be a finite number',
  int_parsing: 'Input should be a valid integer, unable to parse string as an integer',
}

test.each([
  ['/cascade?drop_pct=0', 'drop_pct', 'greater_than', '0', { gt: 0 }],
  ['/cascade?drop_pct=-5', 'drop_pct', 'greater_than', '-5', { gt: 0 }],
  ['/cascade?drop_pct=100', 'drop_pct', 'less_than', '100', { lt: 100 }],
  ['/cascade?drop_pct=1e9', 'drop_pct', 'less_than', '1e9', { lt: 100 }],
  ['/cascade?drop_pct=abc', 'drop_pct', 'float_parsing', 'abc', undefined],
  ['/cascade?drop_pct=NaN', 'drop_pct', 'finite_number', 'NaN', undefined],
  ['/cascade?drop_pct=-inf', 'drop_pct', 'finite_number', '-inf', undefined],
  ['/cascade?token=NOPE', 'token', 'enum', 'NOPE', listed],
  ['/cascade?token=GHO', 'token', 'enum', 'GHO', listed],
  ['/cascade?chain_id=10', 'chain_id', 'enum', '10', { expected: '1, 8453' }],
  ['/cascade?chain_id=1.5', 'chain_id', 'int_parsing', '1.5', undefined],
  ['/report?chain_id=10', 'chain_id', 'enum', '10', { expected: '1, 8453' }],
  ['/report?chain_id=mainnet', 'chain_id', 'int_parsing', 'mainnet', undefined],
])('%s is refused, and a payment in either dialect is left alone', async (path, name, type, input, ctx) => {
  const bare = await get(path)
  expect(bare.status).toBe(422)
  expect(bare.headers['content-type']).toMatch(/^application\/json/)
  const body = JSON.parse(bare.text)
  expect([...checked.Errors(body)]).toEqual([])
  const msg = wordOf[type] ?? `Input should be one of: ${ctx !== undefined && 'expected' in ctx ? ctx.expected : ''}`
  const fault = { loc: ['query', name], msg, type, input, ...(ctx === undefined ? {} : { ctx }) }
  expect(body).toEqual({ detail: [fault] })
  for (const payment of await makePayments()) {
    const paid = await get(path, payment)
    expect([paid.status, paid.text]).toEqual([422, bare.text])
    expect(paid.headers).not.toHaveProperty('payment-response')
    expect(paid.headers).not.toHaveProperty('x-payment-response')
  }
  await expectNothingCharged()
})

test.each([
  ['/cascade?drop=20', 'unknown parameter drop; did you mean drop_pct?'],
  ['/cascade?drop_pct=', 'drop_pct is empty; leave it out or give it a value'],
  ['/cascade?drop_pct=5&drop_pct=10', 'drop_pct is given twice; send it once'],
  [
    '/report?chain=1&token=',
    'unknown parameter chain; did you mean chain_id? unknown parameter token; there are chain_id, market, min_debt_usd, limit, offset',
  ],
  ['/risk?chain_id=1', 'unknown parameter chain_id; there are none here'],
  [
    '/cascade?drop=20&token=NOPE&drop_pct=200',
    'unknown parameter drop; did you mean drop_pct? token: Input should be one of: LINK, WBTC, WETH, wstETH; drop_pct: Input should be less than 100',
  ],
  [
    '/report?chain=1&limit=x',
    'unknown parameter chain; did you mean chain_id? limit: Input should be a whole number from 1 to 200',
  ],
])('%s asks for what is not answered: 400 before any payment', async (path, message) => {
  for (const payment of [{}, ...(await makePayments())]) {
    const { status, text } = await get(path, payment)
    expect([status, JSON.parse(text)]).toEqual([400, { error: { code: 'input_invalid', message } }])
  }
  await expectNothingCharged()
})

test('every fault of a query is told at once', async () => {
  const { status, text } = await get('/cascade?token=NOPE&drop_pct=200&chain_id=x', (await makePayments())[0])
  expect(status).toBe(422)
  expect(JSON.parse(text).detail.map((fault: any) => [fault.loc[1], fault.type])).toEqual([
    ['token', 'enum'],
    ['drop_pct', 'less_than'],
    ['chain_id', 'int_parsing'],
  ])
  await expectNothingCharged()
})

test('a token that was collateral and is none now is refused, and so is a chain that is gone', async () => {
  const ask = async (path: string) => {
    // What is known is looked up again after two seconds.
    now = new Date(now.getTime() + 5_000)
    return get(path, (await makePayments())[0])
  }
  expect((await get('/cascade?token=LINK')).status).toBe(402)
  await database.transaction((connection) => removeRows(connection, 'cascade', '/cascade', ['1:LINK']))
  const token = await ask('/cascade?token=LINK')
  expect([token.status, JSON.parse(token.text).detail[0]]).toMatchObject([
    422,
    { loc: ['query', 'token'], type: 'enum', input: 'LINK', ctx: { expected: 'WBTC, WETH, wstETH' } },
  ])
  const tokens = ['LINK', 'WBTC', 'WETH', 'wstETH'].map((symbol) => `8453:${symbol}`)
  await database.transaction(async (connection) => {
    await removeRows(connection, 'cascade', '/cascade', tokens)
    await removeRows(connection, 'cascade', '/report', ['8453'])
  })
  for (const path of ['/cascade?chain_id=8453', '/report?chain_id=8453']) {
    const { status, text } = await ask(path)
    expect([status, JSON.parse(text).detail[0]]).toMatchObject([422, { type: 'enum', input: '8453', ctx: { expected: '1' } }])
  }
  await expectNothingCharged()
})

test('the very payments that were left alone would have paid', async () => {
  const answers = []
  for (const payment of await makePayments()) answers.push(await get('/cascade?token=WETH', payment))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(chain.charges.size).toBe(2)
})
