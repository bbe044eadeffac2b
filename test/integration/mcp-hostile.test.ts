// What strangers send to /mcp: every message is answered in the protocol's own words, nothing is kept of any, and nobody is charged.

// @module-tag alone
import { request as ask } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import fc from '../support/chance.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { balanceOf } from '../support/payment/clients.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: 'nyfed-rates' })
})
afterAll(() => gateway?.close())

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string; body: any }

function send(body: string | undefined, headers: Record<string, string> = {}, path = '/mcp', method = 'POST'): Promise<Answer> {
  const { hostname, port } = new URL(gateway.url)
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
  return new Promise((done, failed) => {
    const asked = ask({ hostname, port, path, method, headers: all, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk))
      answer.on('end', () => {
        const body = text.startsWith('{') ? JSON.parse(text) : null
        done({ status: answer.statusCode!, headers: answer.headers, text, body })
      })
    })
    asked.on('error', failed).end(body)
  })
}
const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const initialize = message('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
})

describe('a message that cannot be taken', () => {
  test.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['nothing at all', '', 400, -32700],
    ['a number', '7', 400, -32600],
    ['nothing in words', 'null', 400, -32600],
    ['text', '"ping"', 400, -32600],
    ['the protocol before this one', '{"jsonrpc":"1.0","id":null,"method":"ping"}', 400, -32600],
    ['a method that is none', '{"jsonrpc":"2.0","id":null,"method":7}', 400, -32600],
    ['a batch', `[${message('ping')},${message('ping')}]`, 400, -32600],
    ['a batch of ten thousand', JSON.stringify(Array(10_000).fill(JSON.parse(message('ping')))), 400, -32600],
    ['another protocol', '{"hello": "world"}', 400, -32600],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"a":1}}', 400, -32700],
    ['a hundred thousand lists in each other', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400, -32600],
    ['two megabytes', message('ping', { filler: 'x'.repeat(2_000_000) }), 413, -32600],
  ])('%s', async (_what, body, status, code) => {
    const answer = await send(body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { message: expect.stringMatching(/\S/) } })
    expect(answer.text).not.toMatch(/FST_|at \w+ \(/)
  })

  test('of another kind is told which', async () => {
    const answer = await send('<a/>', { 'content-type': 'text/xml' })
    expect([answer.status, answer.body.error.message]).toEqual([415, expect.stringContaining('application/json')])
  })

  test.each([
    ['an unknown method', message('tools/destroy'), -32601],
    ['a method of a side we do not have', message('resources/list'), -32601],
    ['a call without a name', message('tools/call'), -32602],
    ['a call without anything', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602],
    ['a call of a number', message('tools/call', { name: 7 }), -32602],
    ['a call with a list of arguments', message('tools/call', { name: 'prices', arguments: [1] }), -32602],
    ['a call whose meta is a text', message('tools/call', { name: 'prices', _meta: 'x' }), -32602],
    ['a greeting without a version', message('initialize', { capabilities: {}, clientInfo: {} }), -32602],
    ['a list from a place that is none', message('tools/list', { cursor: {} }), -32602],
    ['a call of nothing known', message('tools/call', { name: '__proto__' }), -32602],
    ['a call whose name is endless', message('tools/call', { name: 'x'.repeat(500_000) }), -32602],
    ['a call of what every object has', message('tools/call', { name: 'constructor' }), -32602],
  ])('%s is an error with the id it was asked by', async (_what, body, code) => {
    const answer = await send(body)
    expect([answer.status, answer.body.id, answer.body.error.code]).toEqual([200, 1, code])
    expect(answer.text.length).toBeLessThan(2_000)
  })

  test('names what is missing', async () => {
    const call = await send(message('tools/call', { arguments: {} }))
    expect(call.body.error.message).toBe('params.name is required.')
    const greeting = await send(message('initialize', { capabilities: [] }))
    expect(greeting.body.error.message).toBe(
      'params.protocolVersion is required; params.capabilities must be an object; params.clientInfo is required.',
    )
  })

  test('the URL of another’s route is not taken for our own, and ours is named', async () => {
    const ask = async (route: string, tool = 'describe_route') => {
      const { body } = await send(message('tools/call', { name: tool, arguments: { route } }))
      return body.result
    }
    for (const tool of ['call_route', 'describe_route'])
      for (const url of [
        'https://rates.evil.example/rates',
        'GET http://evil.example:81/api/rates/rates?a=b',
        'https://rates/rates',
      ])
        expect((await ask(url, tool)).structuredContent.error).toMatchObject({
          code: 'input_invalid',
          message: expect.stringMatching(
            /^"[a-z.:0-9]+" is no host of this gateway, .*; the route of that name here is rates_rates\.$/,
          ),
          suggestions: ['rates_rates'],
        })
    const nowhere = await ask('https://evil.example/any')
    expect(nowhere.structuredContent.error.message).toMatch(/; search_catalog finds the routes there are\.$/)
    const { port } = new URL(gateway.url)
    for (const own of [`${gateway.url}/api/rates/rates`, `http://rates.localhost:${port}/rates?meta=brief`, 'rates/rates'])
      expect((await ask(own)).isError).toBeUndefined()
  })

  test('a deep payment or input is refused, not a fault', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const paid = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"doc_convert","arguments":{"url":${deep}},"_meta":{"x402/payment":${deep}}}}`
    const { status, body } = await send(paid)
    expect([status, body.result?.isError]).toEqual([200, true])
    expect(body.result.structuredContent.error.code).toBe('input_invalid')
  })
})

describe('what nobody thought of', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('tools/call', 'tools/list', 'ping', 'initialize', 'call_route', 'rates_rates', 'prices'),
  )
  const params = fc.record(
    {
      name: fc.oneof(text, fc.jsonValue()),
      arguments: fc.oneof(
        fc.jsonValue(),
        fc.record({ route: text, input: fc.jsonValue(), meta: fc.jsonValue() }, { requiredKeys: [] }),
      ),
      _meta: fc.oneof(
        fc.jsonValue(),
        fc.record({ 'x402/payment': fc.jsonValue(), progressToken: fc.jsonValue() }, { requiredKeys: [] }),
      ),
      cursor: fc.jsonValue(),
      protocolVersion: fc.jsonValue(),
      capabilities: fc.jsonValue(),
      clientInfo: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const messages = fc.oneof(
    fc.json(),
    fc
      .record(
        {
          jsonrpc: fc.constantFrom('2.0', '2.0', '1.0', 2),
          id: fc.jsonValue(),
          method: text,
          params: fc.oneof(params, fc.jsonValue()),
        },
        { requiredKeys: [] },
      )
      .map((one) => JSON.stringify(one)),
    fc
      .record({ jsonrpc: fc.constant('2.0'), id: fc.integer(), method: fc.constant('tools/call'), params })
      .map((one) => JSON.stringify(one)),
    // Broken off anywhere.
    fc
      .tuple(params, fc.nat(200))
      .map(([one, at]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: one }).slice(0, at)),
  )

  test('500 messages made at random are refused or answered, never a fault of ours, and never charged', async () => {
    const before = await balanceOf(gateway.chain, payToAccount.address)
    const counted = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(messages, async (body) => {
        const { status, body: answer, text: said } = await send(body)
        const outcome = `${status} ${answer?.error?.code ?? (answer?.result?.isError ? 'refused' : 'taken')}`
        counted.set(outcome, (counted.get(outcome) ?? 0) + 1)
        expect([status < 500, said.includes('-32603'), said.includes('"signal"')]).toEqual([true, false, false])
        if (status >= 400) expect(answer.error.message).toMatch(/\S/)
      }),
      { numRuns: 500 },
    )
    // It was neither the allowance of an address nor one kind of refusal alone that was tried.
    expect([...counted.keys()].sort()).toEqual(expect.arrayContaining(['200 -32602', '400 -32600', '400 -32700']))
    expect(counted.get('429 -32000') ?? 0).toBe(0)
    expect(await balanceOf(gateway.chain, payToAccount.address)).toBe(before)
  })
})

describe('nothing is kept', () => {
  test('no session is begun, however many begin one', async () => {
    const before = process.memoryUsage().heapUsed
    for (let batch = 0; batch < 20; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_, i) =>
          send(initialize, { 'mcp-session-id': `stolen-${batch}-${i}`, 'x-forwarded-for': '192.0.2.1' }),
        ),
      )
      for (const { status, headers, body } of answers) {
        expect(headers['mcp-session-id']).toBeUndefined()
        // Past the address's allowance it is told to wait, in the same words.
        expect([200, 429]).toContain(status)
        if (status === 200) expect(body.result.serverInfo.name).toBe('tollgate')
        else expect([body.error.code, Number(headers['retry-after'])]).toEqual([-32000, expect.any(Number)])
      }
    }
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(150)
  })

  test('a listening stream is not opened, and a session not ended: there is none', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await send(undefined, { accept: 'text/event-stream' }, '/mcp', method)
      expect([answer.status, answer.headers.allow]).toEqual([405, 'OPTIONS, POST'])
    }
  })

  test('a notification is taken without an answer', async () => {
    const answer = await send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    expect([answer.status, answer.text]).toEqual([202, ''])
  })
})

describe('who may speak', () => {
  test('nobody under a host that is not ours', async () => {
    expect((await send(initialize, { host: 'evil.example' })).status).toBe(421)
  })

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['file://', 403],
    ['http://localhost.evil.example', 403],
    ['http://localhost:6274', 200],
    ['http://127.0.0.1:5173', 200],
  ])('to a gateway on this machine a page of %s: %i', async (origin, status) => {
    const answer = await send(initialize, { origin })
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  test('a browser may ask first', async () => {
    const answer = await send(
      undefined,
      { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' },
      '/mcp',
      'OPTIONS',
    )
    expect([answer.status, answer.headers['access-control-allow-methods']]).toEqual([204, 'POST'])
    expect(answer.headers['access-control-allow-headers']).toContain('MCP-Protocol-Version')
  })
})

describe('one service', () => {
  test('on its own host sells under its own address', async () => {
    const answer = await send(message('tools/call', { name: 'describe_route', arguments: { route: 'rates_rates' } }), {
      host: 'rates.localhost',
    })
    expect(answer.body.result.structuredContent.url).toBe('http://rates.localhost/rates')
    const other = await send(message('tools/call', { name: 'labor_labor' }), { host: 'rates.localhost' })
    expect(other.body.error.code).toBe(-32602)
    const health = await send(message('tools/call', { name: 'health' }), { host: 'rates.localhost' })
    expect(health.body.result.structuredContent.service).toBe('rates')
  })

  test('that is not there is named with its neighbours, before anything else', async () => {
    const answer = await send(message('tools/list'), {}, '/mcp?services=ratez')
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
      400,
      -32602,
      expect.stringContaining('rates'),
    ])
    expect((await send(message('tools/list'), {}, '/mcp?services=rates&services=cot')).status).toBe(400)
    const many = await send(message('tools/list'), {}, `/mcp?services=${Array(13).fill('rates')}`)
    expect([many.status, many.body.error.message]).toEqual([400, expect.stringContaining('At most 12')])
    const once = await send(message('tools/list'), {}, `/mcp?services=${Array(12).fill('rates')}`)
    expect(once.body.result.tools.filter(({ name }: { name: string }) => name === 'rates_rates').length).toBe(1)
  })
})
