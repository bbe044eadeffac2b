// An agent that starts its servers itself: the official client over stdio, a bridge that pays within limits, and one payment however often it is sent.
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type CallToolResult, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPayingCalls } from '../../cli/mcp/paying-calls.ts'
import { createPurse } from '../../cli/mcp/purse.ts'
import { payToAccount } from '../../devnet/accounts.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { balanceOf } from '../support/payment/clients.ts'
import { onlyRates } from '../support/rates-for-sale.ts'
import { until } from '../support/until.ts'

type Result = CallToolResult & { structuredContent?: any }

let gateway: Gateway
const open: Client[] = []
const key = generatePrivateKey()

beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: onlyRates })
  await gateway.chain.mint(privateKeyToAccount(key).address, 10_000_000n)
  await until('the row is for sale', async () => (await fetch(`${gateway.url}/api/rates/rates`)).status === 402)
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()))
  await gateway?.close()
})

async function start(...flags: string[]): Promise<Client> {
  const client = new Client({ name: 'a desktop agent', version: '1' })
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const env = { PATH: process.env.PATH ?? '', WALLET_KEY: key }
  const args = ['cli/mcp.ts', gateway.url, ...flags]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root, env, stderr: 'ignore' }))
  open.push(client)
  return client
}
const call = (client: Client, args: object = { route: 'rates_rates' }) =>
  client.callTool({ name: 'call_route', arguments: { ...args } }) as Promise<Result>
const income = () => balanceOf(gateway.chain, payToAccount.address)
const firstText = ({ content }: Result) => (content[0] as { text: string }).text

test('a paid call is paid by itself and answered with its receipt', async () => {
  const client = await start('--services', 'rates')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('rates_rates')
  expect(client.getInstructions()).toContain('demo world')
  const before = await income()
  const answer = (await client.callTool({ name: 'rates_rates', arguments: {} })) as Result
  expect(answer.structuredContent).toMatchObject({ signal: expect.anything() })
  expect(answer._meta!['x402/payment-response']).toMatchObject({ success: true })
  expect((await income()) - before).toBe(50_000n)
})

test('what is dearer than a call may be, and what is beyond the budget, is told and not paid', async () => {
  const [careful, poor] = await Promise.all([start('--max-usd', '0.01'), start('--budget-usd', '0.07')])
  const before = await income()
  const dear = await call(careful)
  expect([dear.isError, firstText(dear)]).toEqual([true, expect.stringContaining('--max-usd 0.01')])
  expect(dear.structuredContent.accepts[0].amount).toBe('50000')
  // Together they would be more than the budget: whichever comes first is paid.
  const two = await Promise.all([call(poor), call(poor)])
  expect(two.filter(({ isError }) => isError !== true).length).toBe(1)
  expect(two.map(firstText).some((text) => text.includes('--budget-usd'))).toBe(true)
  expect((await income()) - before).toBe(50_000n)
})

test('started as a command by npx, from another folder, it speaks the protocol and pays', async () => {
  const client = new Client({ name: 'a desktop agent', version: '1' })
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const env = { ...(process.env as Record<string, string>), WALLET_KEY: key }
  const args = ['--yes', root, gateway.url, '--budget-usd', '0.06']
  await client.connect(new StdioClientTransport({ command: 'npx', args, cwd: tmpdir(), env, stderr: 'ignore' }))
  open.push(client)
  expect((await call(client))._meta!['x402/payment-response']).toMatchObject({ success: true })
  expect(firstText(await call(client))).toBe(
    'It costs $0.05, and $0.05 of the $0.06 that this bridge may pay (--budget-usd) are spent.',
  )
})

test('a bad input is told without a payment', async () => {
  const client = await start()
  const answer = await call(client, { route: 'rates_rates', input: { drop: 1 } })
  expect(answer.structuredContent.error.code).toBe('input_invalid')
})

describe('a payment whose answer does not come', () => {
  const required = {
    x402Version: 2,
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:84532',
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        amount: '50000',
        payTo: payToAccount.address,
        maxTimeoutSeconds: 60,
        extra: { name: 'USDC', version: '2' },
      },
    ],
  }
  const price: Result = { isError: true, structuredContent: required, content: [{ type: 'text', text: 'a price' }] }
  const good: Result = {
    structuredContent: { signal: {} },
    content: [{ type: 'text', text: '{}' }],
    _meta: { 'x402/payment-response': { success: true } },
  }
  const paidLine = 'Paid $0.05; $0.05 of the $0.05 that this bridge may pay are spent.'
  const told = { ...good, content: [...good.content, { type: 'text', text: paidLine }] }
  const busy: Result = { isError: true, structuredContent: { error: { code: 'busy', retry_after: 0.01 } }, content: [] }

  function play(answers: (Result | Promise<Result> | Error)[], patience?: number) {
    const sent: any[] = []
    const client = {
      async request({ params }: any) {
        sent.push(params._meta?.['x402/payment'])
        const next = answers.length > 1 ? answers.shift()! : answers[0]!
        if (next instanceof Error) throw next
        return next
      },
    }
    const purse = createPurse({ account: privateKeyToAccount(key), mostACall: '1', mostInAll: '0.05', say: () => undefined })
    return { sent, calls: createPayingCalls(client as never, purse, patience) }
  }
  const params = { name: 'rates_rates' }

  test('is sent again as it is, never another', async () => {
    const { sent, calls } = play([price, new Error('socket hang up'), busy, good])
    expect(await calls.call(params)).toEqual(told)
    expect(sent.length).toBe(4)
    expect(sent[1]).toMatchObject({ x402Version: 2, extensions: { 'payment-identifier': { info: { id: expect.any(String) } } } })
    expect(sent[2]).toEqual(sent[1])
    expect(sent[3]).toEqual(sent[1])
  })

  test('is handed over when patience ends, and counts as spent', async () => {
    const { sent, calls } = play([price, new Error('socket hang up'), price], 1)
    await expect(calls.call(params)).rejects.toThrow(/may have been charged[\s\S]*authorization/)
    expect(sent.length).toBe(2)
    expect(firstText((await calls.call(params)) as Result)).toContain('--budget-usd')
  })

  test('is not held to be untaken because of what comes after', async () => {
    const { calls } = play([price, new Error('socket hang up'), price, price])
    expect((await calls.call(params)).isError).toBe(true)
    expect(firstText((await calls.call(params)) as Result)).toContain('--budget-usd')
  })

  test('and is known not to be taken, is not spent', async () => {
    for (const refusal of [price, new McpError(ErrorCode.InvalidParams, 'no such tool')]) {
      const { sent, calls } = play([price, refusal, price, good])
      await calls.call(params).catch(() => undefined)
      expect((await calls.call(params)).isError).toBeUndefined()
      expect(sent.filter((payment) => payment !== undefined).length).toBe(2)
    }
  })

  test('is told as refused, by whose wallet and why', async () => {
    const { calls } = play([price, { ...price, structuredContent: { ...required, error: 'insufficient_funds' } }])
    const refused = firstText((await calls.call(params)) as Result)
    expect(refused).toContain(privateKeyToAccount(key).address)
    expect(refused).toContain('insufficient_funds')
  })

  test('because the agent gave up, is there for the same call, and for no other', async () => {
    const giveUp = new AbortController()
    const waiting = Promise.withResolvers<Result>()
    const { sent, calls } = play([price, waiting.promise, price])
    const first = calls.call(params, giveUp.signal)
    await until('it is paid', async () => sent.length === 2)
    giveUp.abort()
    waiting.resolve(good)
    await first
    expect(firstText((await calls.call({ ...params, arguments: { meta: 'brief' } })) as Result)).toContain('--budget-usd')
    expect(await calls.call(params)).toEqual(told)
    expect(firstText((await calls.call(params)) as Result)).toContain('--budget-usd')
    expect(sent.filter((payment) => payment !== undefined).length).toBe(1)
  })

  test('is not made for an agent that gave up while the price was asked', async () => {
    const giveUp = new AbortController()
    const { sent, calls } = play([price])
    const first = calls.call(params, giveUp.signal)
    giveUp.abort()
    expect(await first).toEqual(price)
    expect(sent).toEqual([undefined])
  })

  test('of the agent’s own is left to the agent', async () => {
    const { sent, calls } = play([price])
    const own = { ...params, _meta: { 'x402/payment': { x402Version: 2, mine: true } } }
    expect(await calls.call(own)).toEqual(price)
    expect(sent).toEqual([{ x402Version: 2, mine: true }])
  })
})
