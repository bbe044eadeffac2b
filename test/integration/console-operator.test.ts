// What is the operator's alone: strangers learn nothing of it, guesses run out, and its figures are the ledger's.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createChainReader } from '../../api/payment/chain/reader.ts'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import { buildServer } from '../../api/server.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import type { Log } from '../../db/log/port.ts'
import { discoverServices } from '../../processors/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { testConfig } from '../support/payment/settings.ts'
import { quiet } from '../support/quiet.ts'

const token = 'correct-horse-battery'
const run = 'sales'
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await pay({ route: '/api/rates/rates', payer: '0xaa', amount: 50_000, daysAgo: 0 })
  await pay({ route: '/api/rates/rates', payer: '0xaa', amount: 50_000, daysAgo: 0 })
  await pay({ route: '/api/rates/rates', payer: '0xbb', amount: 50_000, daysAgo: 2 })
  await pay({ route: '/api/cot/cot', payer: '0xbb', amount: 20_001, daysAgo: 0 })
  await pay({ route: '/api/cot/cot', payer: '0xcc', amount: 20_000, daysAgo: 40 })
  await pay({ route: '/api/cot/cot', payer: '0xdd', amount: 20_000, daysAgo: 0, state: 'failed' })
  await pay({ route: '/api/cot/cot', payer: '0xee', amount: 20_000, daysAgo: 0, run: 'another' })
})
afterAll(() => database?.drop())

let nonce = 0
async function pay(of: { route: string; payer: string; amount: number; daysAgo: number; state?: string; run?: string }) {
  nonce += 1
  await database.pool.query(
    `INSERT INTO payment (run, network, asset, payer, nonce, state, fingerprint, dialect, method, route, resource, pay_to, symbol, decimals,
       amount, valid_before, owner, lease_until, claimed_at)
     VALUES ($1, 'eip155:8453', '0xa', $2, $3, $4, 'x', 2, 'GET', $5, 'http://api.test', '0xc', 'USDC', 6, $6, now(), 1, now(),
       now() - make_interval(days => $7))`,
    [of.run ?? run, of.payer, `0x${nonce}`, of.state ?? 'settled', of.route, of.amount, of.daysAgo],
  )
}

const services = (await discoverServices())
  .filter(({ label }) => ['rates', 'cot'].includes(label))
  .map((service) => ({ ...service, routes: service.routes.map((route) => ({ ...route, price: 'free' as const })) }))

async function open(settings: { adminToken?: string | null; adminFrom?: 'loopback' | 'anywhere'; trustProxy?: number }) {
  const app = await buildServer({
    config: { domain: 'localhost', world: 'live', port: 0, host: '127.0.0.1', adminToken: token, ...settings },
    services,
    database,
    log: { kind: 'postgres', topics: async () => [] } as unknown as Log,
    clock: systemClock,
    logger: quiet,
    metrics: createMetrics(),
    payments: { config: testConfig(run), facilitator: createLocalFacilitator([]), chain: createChainReader({}) },
    lag: async () => [],
  })
  onTestFinished(() => app.close())
  return async (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
    const answer = await app.inject({ method: 'GET', url, remoteAddress, headers: { host: 'localhost', ...headers } })
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload }
  }
}

const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` })
const right = basic(token)
const pages = ['/sales', '/sales.csv']

describe.each(pages)('%s', (page) => {
  test('is not there without a token, for other machines, and for what a proxy forwards', async () => {
    const [off, on] = [await open({ adminToken: null }), await open({})]
    const nothing = await on('/nothing-here', right)
    const refused = [
      await off(page, right),
      await on(page, right, '203.0.113.7'),
      await on(page, right, '::ffff:203.0.113.7'),
      await on(page, { ...right, 'x-forwarded-for': '203.0.113.7' }),
      await on(page, { ...right, 'x-forwarded-for': '127.0.0.1' }),
      await on(page, { ...right, forwarded: 'for=127.0.0.1' }),
      await on(page, { ...right, via: '1.1 proxy' }),
    ]
    for (const { status, headers, text } of refused) {
      expect([status, headers['www-authenticate']]).toEqual([404, undefined])
      expect(JSON.parse(text).error.code).toBe(JSON.parse(nothing.text).error.code)
    }
    // A proxy that is trusted says from where its callers come.
    const behind = await open({ trustProxy: 1 })
    expect((await behind(page, { ...right, 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
    expect((await behind(page, { ...right, 'x-forwarded-for': '127.0.0.1' })).status).toBe(200)
    const anywhere = await open({ adminFrom: 'anywhere' })
    expect((await anywhere(page, right, '203.0.113.7')).status).toBe(200)
  })

  test('is for whoever knows the token alone, and kept by nobody', async () => {
    const ask = await open({})
    const wrong: Record<string, string>[] = [
      {},
      basic(''),
      basic(`${token}x`),
      basic(token.slice(0, -1)),
      basic(token.toUpperCase()),
      { authorization: 'Basic !!!' },
      { authorization: `Digest ${token}` },
      { authorization: token },
      { authorization: `Bearer ${token} ` },
    ]
    for (const headers of wrong.slice(0, 8)) {
      const { status, headers: told, text } = await ask(page, headers)
      expect([status, told['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic /)])
      expect(text).not.toMatch(/0x|income|\$/)
    }
    for (const headers of [right, { authorization: `Bearer ${token}` }, { authorization: `bearer ${token}` }]) {
      const { status, headers: told } = await ask(page, headers)
      expect([status, told['cache-control'], told['access-control-allow-origin']]).toEqual([200, 'no-store', undefined])
    }
  })

  test('guesses run out: after ten wrong ones the right one has to wait too, from that address alone', async () => {
    const ask = await open({ adminFrom: 'anywhere' })
    for (let guess = 0; guess < 10; guess += 1)
      expect((await ask(page, basic(`guess-number-${guess}`), '203.0.113.9')).status).toBe(401)
    const { status, headers } = await ask(page, right, '203.0.113.9')
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await ask(page, right, '203.0.113.10')).status).toBe(200)
  })
})

test('income, payments and payers are the ledger’s of this run, by day, by route and by payer', async () => {
  const ask = await open({})
  const month = (await ask('/sales?days=30', right)).text
  expect(month).toContain('$0.170001')
  expect(month).toMatch(/Payments<\/p><p class="figure">4</)
  expect(month).toMatch(/Payers<\/p><p class="figure">2</)
  expect(month).toMatch(
    /\/api\/rates\/rates<\/td><td class="number">\$0\.15<\/td><td class="number">3<\/td><td class="number">2</,
  )
  expect(month).not.toMatch(/0xcc|0xdd|0xee/)
  expect((await ask('/sales?days=90', right)).text).toContain('$0.190001')
  expect((await ask('/sales?days=1', right)).text).toContain('$0.120001')
  const { text, headers } = await ask('/sales.csv?days=30', right)
  expect(headers['content-type']).toContain('text/csv')
  const [head, ...lines] = text.trim().split('\n')
  expect(head).toBe('day,route,payments,payers,income_usd')
  expect(lines.map((line) => line.slice(line.indexOf(',') + 1))).toEqual([
    '/api/rates/rates,2,1,0.1',
    '/api/cot/cot,1,1,0.020001',
    '/api/rates/rates,1,1,0.05',
  ])
})

test.each(['0', '-1', '367', '1e9', "1'; DROP TABLE payment", '', '1&days=2'])(
  'days=%s is read as a month, or as a number of days',
  async (days) => {
    const ask = await open({})
    const { status, text } = await ask(`/sales?days=${encodeURIComponent(days)}`, right)
    expect(status).toBe(200)
    expect(text).toContain('The last 30 days')
  },
)

test('in the live world nobody but the operator is told how many payments there are, and there is no faucet', async () => {
  const ask = await open({})
  const { status, text } = await ask('/status')
  expect(status).toBe(200)
  expect(text).not.toMatch(/last hour|0xaa|\$/)
  expect((await ask('/console/rates/rates')).text).not.toContain('faucet&quot;:&quot;')
  expect((await ask('/console/faucet')).status).toBe(404)
})
