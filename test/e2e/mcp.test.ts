// Agents over the Model Context Protocol: the official client finds a route, is told its price, pays in the call, and is charged once.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { onlyRates } from '../support/rates-for-sale.ts'
import { until } from '../support/until.ts'

type Result = CallToolResult & { structuredContent?: any }

let gateway: Gateway
let account: PrivateKeyAccount
const open: Client[] = []

beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: onlyRates })
  account = await fundedAccount(gateway.chain)
  await until('the row is for sale', async () => (await fetch(`${gateway.url}/api/rates/rates`)).status === 402)
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()))
  await gateway?.close()
})

async function connect(path = '/mcp'): Promise<Client> {
  const client = new Client({ name: 'an agent', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url + path)))
  open.push(client)
  return client
}
const call = (client: Client, name: string, args: Record<string, unknown> = {}, payment?: unknown) =>
  client.callTool({
    name,
    arguments: args,
    ...(payment === undefined ? {} : { _meta: { 'x402/payment': payment } }),
  }) as Promise<Result>
const sign = (required: any) => new x402Client().register('eip155:*', new ExactEvmScheme(account)).createPaymentPayload(required)
const income = () => balanceOf(gateway.chain, payToAccount.address)

test('the general tools are few, and a service’s own are listed where they are asked for', async () => {
  const client = await connect()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'search_catalog',
    'describe_route',
    'call_route',
    'prices',
    'health',
    'receipts',
  ])
  const some = await (await connect('/mcp?services=rates,cot')).listTools()
  const rates = some.tools.find(({ name }) => name === 'rates_rates')!
  expect(rates).toMatchObject({
    description: expect.stringContaining('$0.05 a call'),
    inputSchema: { type: 'object' },
    outputSchema: {
      type: 'object',
      anyOf: expect.arrayContaining([expect.objectContaining({ required: expect.arrayContaining(['signal']) })]),
    },
  })
  expect(some.tools.some(({ name }) => name === 'cot_cot')).toBe(true)
  const own = await (await connect('/api/rates/mcp')).listTools()
  expect(own.tools.map(({ name }) => name)).toEqual(['describe_route', 'prices', 'health', 'rates_rates'])
})

test('an agent finds a route by what it wants to know, and reads all of it, for nothing', async () => {
  const client = await connect()
  const found = await call(client, 'search_catalog', { query: 'treasury yields and interest rates' })
  expect(found.structuredContent.results[0]).toMatchObject({ tool: 'rates_rates', price_usd: '0.05', state: expect.any(String) })
  expect(JSON.parse((found.content[0] as { text: string }).text)).toEqual(found.structuredContent)
  const whole = await call(client, 'describe_route', { route: 'rates_rates' })
  expect(whole.structuredContent).toMatchObject({
    url: `${gateway.url}/api/rates/rates`,
    output_schema: { type: 'object' },
    example_output: { signal: expect.anything() },
  })
  const all = await call(client, 'search_catalog')
  expect(all.structuredContent.services.length).toBeGreaterThan(50)
  const prices = await call(client, 'prices', { service: 'rates' })
  expect(prices.structuredContent).toEqual({ currency: 'USD', prices: [{ tool: 'rates_rates', price_usd: '0.05' }] })
  const brief = await call(client, 'health')
  expect(brief.structuredContent).toMatchObject({ status: expect.any(String), well: { sources: expect.any(Number) } })
  expect(JSON.parse((brief.content[0] as { text: string }).text)).toEqual(brief.structuredContent)
  const own = await call(client, 'health', { service: 'rates' })
  expect(own.structuredContent).toMatchObject({ service: 'rates', sources: expect.arrayContaining([expect.anything()]) })
})

test('a free route is answered as it is, a posted one priced by the same address as over HTTP', async () => {
  const client = await connect()
  const preview = await call(client, 'doc_preview', {})
  expect(preview.isError).toBeUndefined()
  expect(JSON.parse((preview.content[0] as { text: string }).text)).toEqual(preview.structuredContent)
  const convert = await call(client, 'doc_convert', { url: 'https://example.com/a.pdf' })
  expect(convert.structuredContent).toMatchObject({ resource: { url: `${gateway.url}/api/doc/convert` } })
})

describe('a paid call', () => {
  test('is told its price, paid in the call, answered as the schema says, and has a receipt', async () => {
    const client = await connect('/mcp?services=rates')
    // From the list the client knows the schema, and checks the answer against it.
    await client.listTools()
    const unpaid = await call(client, 'rates_rates')
    expect(unpaid.isError).toBe(true)
    expect(unpaid.structuredContent).toMatchObject({
      x402Version: 2,
      error: 'payment_required',
      resource: { url: `${gateway.url}/api/rates/rates` },
      accepts: [{ amount: '50000', network: 'eip155:84532' }],
    })
    const text = JSON.parse((unpaid.content[0] as { text: string }).text)
    expect(text['x402/error']).toMatchObject({ code: 402, data: { accepts: [{ amount: '50000' }] } })
    expect(unpaid._meta).toMatchObject({ 'x402/error': { x402Version: 1, accepts: [{ maxAmountRequired: '50000' }] } })
    const before = await income()
    const paid = await call(client, 'rates_rates', {}, await sign(unpaid.structuredContent))
    expect(paid.isError).toBeUndefined()
    expect(paid.structuredContent).toMatchObject({ signal: expect.anything(), meta: { world: 'demo' } })
    const receipt = paid._meta!['x402/payment-response'] as any
    expect(receipt).toMatchObject({ success: true, network: 'eip155:84532', payer: account.address.toLowerCase() })
    expect((await income()) - before).toBe(50_000n)
    // The answer may be ahead of the ledger.
    await until('the receipt is in the books', async () => {
      const shown = await call(client, 'receipts', { transaction: receipt.transaction })
      return shown.structuredContent.amount_usd === '0.05' && shown.structuredContent.state === 'settled'
    })
  })

  test('is charged once, however often and wherever its payment is sent', async () => {
    const client = await connect()
    const unpaid = await call(client, 'call_route', { route: 'rates/rates' })
    const payment = await sign(unpaid.structuredContent)
    const before = await income()
    const together = await Promise.all(Array.from({ length: 8 }, () => call(client, 'rates_rates', {}, payment)))
    expect(together.filter(({ isError }) => isError !== true).length).toBeGreaterThan(0)
    const again = await call(client, 'call_route', { route: 'rates_rates' }, payment)
    // What stands on the chain for all to read brings nobody the answer a second time.
    expect(again).toMatchObject({ isError: true, structuredContent: { error: expect.anything() } })
    const header = Buffer.from(JSON.stringify(payment)).toString('base64')
    const overHttp = await fetch(`${gateway.url}/api/rates/rates`, { headers: { 'payment-signature': header } })
    expect(overHttp.status).not.toBe(200)
    const other = await call(client, 'labor_labor', {}, payment)
    expect(other.isError).toBe(true)
    expect((await income()) - before).toBe(50_000n)
  })

  test('by its payer’s identifier is answered again, for nothing', async () => {
    const client = await connect()
    const unpaid = await call(client, 'rates_rates')
    const payment: any = await sign(unpaid.structuredContent)
    const id = `pay_${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('hex')}`
    payment.extensions = { 'payment-identifier': { info: { required: false, id } } }
    const before = await income()
    const first = await call(client, 'rates_rates', {}, payment)
    const second = await call(client, 'rates_rates', {}, payment)
    expect(first.isError).toBeUndefined()
    expect(second.structuredContent).toEqual(first.structuredContent)
    expect((await income()) - before).toBe(50_000n)
  })

  test('is paid by an older client in the way of version 1', async () => {
    const client = await connect()
    const unpaid = await call(client, 'rates_rates')
    const [requirements] = (unpaid._meta!['x402/error'] as any).accepts
    const payment = await new ExactEvmSchemeV1(account).createPaymentPayload(1, requirements)
    const before = await income()
    // As a header would have it.
    const paid = await call(client, 'rates_rates', {}, Buffer.from(JSON.stringify(payment)).toString('base64'))
    expect(paid.structuredContent).toMatchObject({ signal: expect.anything() })
    expect((await income()) - before).toBe(50_000n)
  })

  test('is paid as x402-mcp does: the price in its words in a second text, an encoded payment under its own name', async () => {
    const [client, before] = [await connect('/mcp?services=rates'), await income()]
    const told = await call(client, 'rates_rates')
    const old = JSON.parse((told.content[1] as { text: string }).text)
    expect(old).toMatchObject({ x402Version: 1, accepts: [{ network: 'base-sepolia', maxAmountRequired: '50000' }] })
    const payment = await new ExactEvmSchemeV1(account).createPaymentPayload(1, old.accepts[0])
    const encoded = Buffer.from(JSON.stringify(payment)).toString('base64')
    const paid = (await client.callTool({ name: 'rates_rates', arguments: {}, _meta: { 'x402.payment': encoded } })) as Result
    expect(paid._meta).toMatchObject({ 'x402.payment-response': { success: true, transaction: expect.stringMatching(/^0x/) } })
    expect(paid.structuredContent).toHaveProperty('signal')
    expect((await income()) - before).toBe(50_000n)
  })

  test('over HTTP first is not paid again over MCP', async () => {
    const client = await connect()
    const payment = await sign((await call(client, 'rates_rates')).structuredContent)
    const header = Buffer.from(JSON.stringify(payment)).toString('base64')
    const before = await income()
    expect((await fetch(`${gateway.url}/api/rates/rates`, { headers: { 'payment-signature': header } })).status).toBe(200)
    expect((await call(client, 'rates_rates', {}, payment)).isError).toBe(true)
    expect((await income()) - before).toBe(50_000n)
  })

  test.each([
    ['for less', (payment: any) => ({ ...payment, accepted: { ...payment.accepted, amount: '1' } })],
    ['signed by nobody', (payment: any) => ({ ...payment, payload: { ...payment.payload, signature: `0x${'11'.repeat(65)}` } })],
    ['that is no payment', () => ({ x402Version: 2, nothing: true })],
    ['that is a number', () => 7],
    ['that is text', () => 'pay later\r\nx-forwarded-for: 192.0.2.1'],
    ['of two megabytes of nothing', () => ({ x402Version: 2, filler: 'x'.repeat(900_000) })],
    ['nested for ever', () => JSON.parse(`{"x402Version": 2, "a": ${'['.repeat(4_000)}${']'.repeat(4_000)}}`)],
  ])('with a payment %s is refused with the price, and nothing moves', async (_what, spoil) => {
    const client = await connect()
    const payment = await sign((await call(client, 'rates_rates')).structuredContent)
    const before = await income()
    const answer = await call(client, 'rates_rates', {}, spoil(payment))
    expect(answer.isError).toBe(true)
    expect(JSON.stringify(answer.structuredContent)).toMatch(/accepts|error/)
    expect(answer.structuredContent).not.toHaveProperty('signal')
    expect((await income()) - before).toBe(0n)
  })
})

describe('a bad input', () => {
  test('is refused before anything is paid, with every problem and what was meant', async () => {
    const client = await connect()
    const payment = await sign((await call(client, 'rates_rates')).structuredContent)
    const before = await income()
    for (const answer of [
      await call(client, 'rates_rates', { drop: 20, yeild: 'x' }, payment),
      await call(client, 'call_route', { route: 'rates_rates', input: { drop: 20, yeild: 'x' } }, payment),
    ]) {
      expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: 'input_invalid' } } })
      expect(answer.structuredContent.error.message).toMatch(/drop[\s\S]*yeild/)
    }
    expect((await income()) - before).toBe(0n)
  })

  test.each([
    ['of a route that is not there', 'call_route', { route: 'rates_rate' }, /Did you mean rates_rates/],
    ['of a misspelt argument', 'search_catalog', { querry: 'rates' }, /did you mean query/],
    ['of a limit out of range', 'search_catalog', { query: 'x', limit: 1_000 }, /limit must be a whole number from 1 to 30/],
    ['of a name that leads elsewhere', 'grid_region_code', { code: '..' }, /code must be a name/],
    ['of a name that leads elsewhere twice', 'grid_region_code', { code: '../../health' }, /./],
    ['of a path without its name', 'grid_region_code', {}, /code is required/],
    ['of a list', 'rates_rates', { a: [1, 2] }, /not a list/],
    ['of half a megabyte', 'sanctions_screen', { name: 'x'.repeat(500_000) }, /longer than a URL may be/],
    ['of half a letter', 'grid_region_code', { code: '\ud800' }, /./],
  ])('%s is told in words', async (_what, name, args, says) => {
    const answer = await call(await connect(), name, args)
    expect(answer.isError).toBe(true)
    expect(answer.structuredContent.error.message).toMatch(says)
  })

  test('an unknown tool is an error of the protocol, with what was meant', async () => {
    // The client's library writes the code before our words; once is enough.
    await expect(call(await connect(), 'rates_ratez')).rejects.toThrow(
      /^MCP error -32602: There is no such tool[^:]*Did you mean rates_rates\?$/,
    )
  })
})
