// `meta=brief` on a started program: the same figures and price, over HTTP and MCP; what was bought is what is given again.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { onlyRates, ratesSources } from '../support/rates-for-sale.ts'
import { until } from '../support/until.ts'

type Result = CallToolResult & { structuredContent?: any }

let gateway: Gateway
let account: PrivateKeyAccount
let client: Client

beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: onlyRates })
  account = await fundedAccount(gateway.chain)
  // Bought several times, and the same each time: all that it is made of is there.
  await until('all sources are read and applied', async () => {
    const { sources, lag } = (await (await fetch(`${gateway.url}/health`)).json()) as {
      sources: { last_success_at: string | null }[]
      lag: { total: number } | null
    }
    return sources.length >= ratesSources.length && sources.every((one) => one.last_success_at !== null) && lag?.total === 0
  })
  await until('the row is for sale', async () => (await fetch(`${gateway.url}/api/rates/rates`)).status === 402)
  client = new Client({ name: 'an agent', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp?services=rates`)))
})
afterAll(async () => {
  await client?.close()
  await gateway?.close()
})

const call = (args: Record<string, unknown>, payment?: unknown) =>
  client.callTool({
    name: 'rates_rates',
    arguments: args,
    ...(payment === undefined ? {} : { _meta: { 'x402/payment': payment } }),
  }) as Promise<Result>
const sign = (required: any) => new x402Client().register('eip155:*', new ExactEvmScheme(account)).createPaymentPayload(required)
const income = () => balanceOf(gateway.chain, payToAccount.address)

describe('an answer asked for with meta=brief', () => {
  test('has the same figures and price over HTTP and MCP, and a short meta that leads to the rest', async () => {
    const before = await income()
    const full = await gateway.get('/api/rates/rates')
    const brief = await gateway.get('/api/rates/rates?meta=brief')
    // From the list the client knows the schema, and checks the answer against it.
    await client.listTools()
    const unpaid = await call({ meta: 'brief' })
    const tool = await call({ meta: 'brief' }, await sign(unpaid.structuredContent))
    expect((await income()) - before).toBe(150_000n)
    const { meta, ...figures } = full.body
    for (const { meta: short, ...same } of [brief.body, tool.structuredContent]) {
      expect(same).toEqual(figures)
      expect(Object.keys(short)).toEqual(['as_of', 'stale', 'age_seconds', 'world', 'provenance', 'coverage'])
      const { inputs_used, inputs_expected } = meta.coverage
      expect(short).toMatchObject({ world: 'demo', coverage: { inputs_used, inputs_expected } })
      const rest = await (await fetch(`${gateway.url}/provenance/${short.provenance.row}`)).json()
      expect(rest).toMatchObject({ inputs_hash: meta.provenance.inputs_hash, sources: meta.sources })
    }
    expect(brief.text.length).toBeLessThan(full.text.length)
  })

  test('is what was paid for: its payer is given it again, and the long one for nothing by nobody', async () => {
    const payment: any = await sign((await call({ meta: 'brief' })).structuredContent)
    const id = `pay_${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('hex')}`
    payment.extensions = { 'payment-identifier': { info: { required: false, id } } }
    const headers = { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') }
    const ask = (query: string) => fetch(`${gateway.url}/api/rates/rates${query}`, { headers })
    const before = await income()
    const first = await (await ask('?meta=brief')).text()
    expect(JSON.parse(first).meta).not.toHaveProperty('sources')
    expect(await (await ask('?meta=brief')).text()).toBe(first)
    for (const query of ['', '?meta=full']) {
      const other = await ask(query)
      expect([query, other.status === 200]).toEqual([query, false])
      expect(await other.text()).not.toContain('"signal"')
    }
    expect((await income()) - before).toBe(50_000n)
  })

  test.each(['?meta=short', '?meta=', '?meta=brief&meta=full', '?meta=BRIEF&nonsense=1'])(
    '%s is refused before any payment',
    async (query) => {
      const before = await income()
      const payment = await sign((await call({})).structuredContent)
      const headers = { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') }
      for (const sent of [{}, headers]) {
        const answer = await fetch(`${gateway.url}/api/rates/rates${query}`, { headers: sent })
        expect(answer.status).toBe(400)
        const { error } = (await answer.json()) as { error: { message: string } }
        expect(error.message).toMatch(/^meta /)
        // All that is wrong is told at once.
        if (query.includes('nonsense')) expect(error.message).toContain('unknown parameter nonsense')
      }
      expect((await income()) - before).toBe(0n)
    },
  )

  test('is refused alike to a route that is posted to, and named in its body to none', async () => {
    const post = (query: string, body: object) =>
      fetch(`${gateway.url}/api/doc/convert${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const document = { url: 'https://example.com/a.pdf' }
    expect((await post('?meta=brief', document)).status).toBe(402)
    expect((await post('?meta=short', document)).status).toBe(400)
    expect((await post('', { ...document, meta: 'brief' })).status).toBe(400)
  })

  test('is had of what is free', async () => {
    const full = await gateway.get('/api/doc/preview')
    const brief = await gateway.get('/api/doc/preview?meta=brief')
    expect([brief.status, Object.keys(brief.body)]).toEqual([200, Object.keys(full.body)])
    expect(brief.body.meta).not.toHaveProperty('sources')
  })
})
