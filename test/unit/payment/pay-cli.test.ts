// The command that pays repeats one payment while a route is not ready, and signs another only when that one has run out unused.

// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { assets } from '../../../api/payment/terms/assets.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { address: asset, network } = assets['base-sepolia']
const encode = (document: unknown) => Buffer.from(JSON.stringify(document)).toString('base64')
const challenge = (error: string, maxTimeoutSeconds = 60) => ({
  status: 402,
  headers: {
    'payment-required': encode({
      x402Version: 2,
      error,
      resource: { url: 'http://127.0.0.1/x' },
      accepts: [
        {
          scheme: 'exact',
          network,
          amount: '10000',
          asset,
          payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
          maxTimeoutSeconds,
          extra: { name: 'USDC', version: '2' },
        },
      ],
    }),
  },
  body: {},
})
const notReady = {
  status: 503,
  headers: { 'retry-after': '0' },
  body: { error: { code: 'not_ready', message: 'This answer has not been computed yet; nothing was charged.' } },
}
const sold = {
  status: 200,
  headers: { 'payment-response': encode({ success: true, transaction: '0x1', payer: '0x2' }) },
  body: { signal: 1 },
}

async function pay(url: string, ...flags: string[]): Promise<{ code: number; out: string; said: string }> {
  const child = spawn(process.execPath, ['cli/pay.ts', url, ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, said] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = await once(child, 'close')
  return { code, out, said }
}

test('where nobody listens, it says so and what to do', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  const { code, said } = await pay(`http://127.0.0.1:${port}/api/rates/rates`)
  expect(code).toBe(1)
  expect(said).toContain(`pay: no answer from http://127.0.0.1:${port} (ECONNREFUSED): nothing listens there; start the gateway`)
  expect(said).not.toContain('fetch failed')
}, 60_000)

test('a payment whose answer is lost on the way is sent again as it is', async () => {
  const payments: string[] = []
  const server = createServer((request, response) => {
    const payment = request.headers['payment-signature'] as string | undefined
    const { status, headers, body } = payment === undefined ? challenge('payment_required') : sold
    if (payment !== undefined && payments.push(payment) === 1) return void request.socket.destroy()
    response.writeHead(status, { ...headers, 'content-type': 'application/json' } as Record<string, string>)
    response.end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { code, out, said } = await pay(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`)
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('The same payment again in 2 s.') })
  expect(JSON.parse(out)).toEqual({ signal: 1 })
  expect(payments).toHaveLength(2)
  expect(payments[0]).toBe(payments[1])
}, 60_000)

test('a gateway that lies about a token’s digits, and writes to the terminal, is not paid', async () => {
  const payments: string[] = []
  const server = createServer((request, response) => {
    const payment = request.headers['payment-signature'] as string | undefined
    if (payment !== undefined) payments.push(payment)
    const document = JSON.parse(Buffer.from(challenge('\u001b[2Jfree').headers['payment-required'], 'base64').toString('utf8'))
    Object.assign(document.accepts[0], { amount: '2000000000000', extra: { name: 'USDC', version: '2', decimals: 18 } })
    response.writeHead(402, { 'payment-required': encode(document), 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { code, said } = await pay(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`)
  expect(code).toBe(1)
  expect(said).toContain('price $2000000.00')
  expect(said).toContain('That is more than --max-usd 2.')
  expect(said).not.toContain('\u001b')
  expect(payments).toEqual([])
}, 60_000)

test('what is not for sale for longer than anybody waits is told at once', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '900', 'content-type': 'application/json' }).end(JSON.stringify(notReady.body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { code, out } = await pay(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual(notReady.body)
}, 60_000)

test('one payment for as long as it can be used, and another after that', async () => {
  const script = [
    notReady,
    challenge('payment_required', 3),
    notReady,
    notReady,
    challenge('invalid_exact_evm_payload_authorization_valid_before'),
    sold,
  ]
  const payments: (string | undefined)[] = []
  const times: number[] = []
  const server = createServer((request, response) => {
    times.push(Date.now())
    payments.push(request.headers['payment-signature'] as string | undefined)
    const { status, headers, body } = script.shift()!
    response
      .writeHead(status, { ...headers, 'content-type': 'application/json' } as Record<string, string>)
      .end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  const { code, out, said } = await pay(url)
  expect(code, said).toBe(0)
  expect(JSON.parse(out)).toEqual({ signal: 1 })
  expect(said).toContain('503   This answer has not been computed yet; nothing was charged. The same payment again in 0 s.')
  expect(said).toContain('paid  transaction 0x1 by 0x2')
  expect(said).toContain('503   This answer has not been computed yet; nothing was charged. Asking again in 0 s.')
  const [early, none, first, second, third, other] = payments
  expect([early, none, second, third]).toEqual([undefined, undefined, first, first])
  expect(first).toMatch(/^[A-Za-z0-9+/]+=*$/)
  expect(other).not.toBe(first)
  expect(payments).toHaveLength(6)
  // Not on the gateway's word alone: by our own clock it can be charged no more.
  const { validBefore } = JSON.parse(Buffer.from(first!, 'base64').toString()).payload.authorization
  expect(times.at(-1)).toBeGreaterThanOrEqual(validBefore * 1_000)
}, 60_000)

test('a gateway by whose clock all runs out at once has one payment, and the clocks are told', async () => {
  const payments: string[] = []
  const { code, said } = await pay(
    await gateway((payment) => {
      if (payment === undefined) return challenge('payment_required')
      payments.push(payment)
      return challenge('invalid_exact_evm_payload_authorization_valid_before')
    }),
  )
  expect(code).toBe(1)
  expect(said).toContain('one of the two clocks is wrong. There it is ')
  expect(payments).toHaveLength(1)
}, 60_000)

test('one that says of every payment that it ran out unused has no more than --max-usd signed', async () => {
  const payments = new Map<string, number>()
  const { code, said } = await pay(
    await gateway((payment) => {
      if (payment === undefined) return challenge('payment_required', 1)
      const sent = (payments.get(payment) ?? 0) + 1
      payments.set(payment, sent)
      return sent === 1 ? notReady : challenge('invalid_exact_evm_payload_authorization_valid_before')
    }),
    '--max-usd',
    '0.03',
  )
  expect(code).toBe(1)
  expect(said).toContain('Another payment would make 4, together more than --max-usd 0.03.')
  expect(payments.size).toBe(3)
}, 60_000)

async function gateway(answerTo: (payment: string | undefined) => { status: number; headers: object; body: object }) {
  const server = createServer((request, response) => {
    const { status, headers, body } = answerTo(request.headers['payment-signature'] as string | undefined)
    response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
}
