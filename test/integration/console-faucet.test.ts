// The faucet of the demo world's pages gives to its own pages alone, a dollar at a time, and is not there where dollars are worth something.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const services = (await discoverServices())
  .filter(({ label }) => label === 'rates')
  .map((service) => ({ ...service, routes: service.routes.map((route) => ({ ...route, price: 'free' as const })) }))
const address = '0x000000000000000000000000000000000000dEaD'

async function open(world: 'demo' | 'live') {
  const given: [string, bigint][] = []
  const app = await buildServer({
    config: { domain: 'localhost', world, port: 0, host: '127.0.0.1' },
    services,
    database,
    log: { kind: 'postgres', topics: async () => [] } as unknown as Log,
    clock: systemClock,
    logger: quiet,
    metrics: createMetrics(),
    payments: { config: testConfig('faucet'), facilitator: createLocalFacilitator([]), chain: createChainReader({}) },
    lag: async () => [],
    faucet: async (to, atomic) => void given.push([to, atomic]),
  })
  onTestFinished(() => app.close())
  const ask = async (payload: string, headers: Record<string, string> = {}) => {
    const sent = { host: 'localhost', 'content-type': 'application/json', ...headers }
    const answer = await app.inject({ method: 'POST', url: '/console/faucet', headers: sent, payload })
    return { status: answer.statusCode, headers: answer.headers }
  }
  return { ask, given }
}

const asked = JSON.stringify({ address })

test('it gives one dollar to a wallet of its own page, on the gateway and on a host of a service', async () => {
  const { ask, given } = await open('demo')
  const own = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }
  expect((await ask(asked, own)).status).toBe(200)
  expect((await ask(asked, { host: 'rates.localhost', origin: 'http://rates.localhost' })).status).toBe(200)
  expect(given).toEqual([
    [address, 1_000_000n],
    [address, 1_000_000n],
  ])
})

test('a page of another origin gets nothing, however it asks, and no leave to ask', async () => {
  const { ask, given } = await open('demo')
  const strangers = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:81' },
    { origin: 'http://rates.localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ]
  for (const headers of strangers) {
    const { status, headers: told } = await ask(asked, headers as Record<string, string>)
    expect([headers, [400, 415].includes(status), told['access-control-allow-origin']]).toEqual([headers, true, undefined])
  }
  expect(given).toEqual([])
})

test('what is no address is refused, and a minute has thirty dollars', async () => {
  const { ask, given } = await open('demo')
  for (const body of [
    'null',
    '[]',
    '{}',
    '{"address":1}',
    `{"address":"${address}0"}`,
    `{"address":"${address}\\n"}`,
    `["${address}"]`,
  ])
    expect([body, (await ask(body)).status]).toEqual([body, 400])
  expect((await ask(JSON.stringify({ address: 'a'.repeat(2_000) }))).status).toBe(413)
  const statuses: number[] = []
  for (let time = 0; time < 35; time += 1) statuses.push((await ask(asked)).status)
  expect([given.length, statuses.filter((status) => status === 429).length]).toEqual([30, 5])
})

test('in the live world there is none, whoever could give', async () => {
  const { ask, given } = await open('live')
  expect((await ask(asked)).status).toBe(404)
  expect(given).toEqual([])
})
