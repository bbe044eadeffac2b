// What waits for a free connection to a facilitator until its time is over is lost, what its certificate or its limit keeps back was not sent; neither is sent afterwards.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { generate } from 'selfsigned'
import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { callFacilitator } from '../../../api/payment/facilitator/call.ts'
import { createHttpFacilitator } from '../../../api/payment/facilitator/http.ts'
import { systemClock } from '../../../base/clock.ts'
import { until } from '../../support/until.ts'

/** What comes of a settlement that this server is asked for. */
async function settleAt(server: Server, scheme: 'http' | 'https', agent = new Agent()) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    await agent.destroy()
    server.close()
  })
  const origin = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return callFacilitator(agent, { origin, path: '/settle', body: {}, timeoutMs: 10_000, headers: {} })
}

test('a settlement whose turn comes too late is not sent', async () => {
  const asked: ServerResponse[] = []
  const server = createServer((_request, response) => asked.push(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ connections: 1, pipelining: 1 })
  onTestFinished(async () => {
    await agent.destroy()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (timeoutMs: number) => callFacilitator(agent, { origin, path: '/settle', body: {}, timeoutMs, headers: {} })
  const say = (response: ServerResponse) => response.end('{"success":true}')

  const first = ask(60_000)
  await until('the first has arrived', () => asked.length === 1)
  expect(await ask(20)).toEqual({ kind: 'lost' })
  say(asked[0]!)
  expect(await first).toEqual({ kind: 'answered', body: { success: true } })

  const third = ask(60_000)
  await until('the next has arrived', () => asked.length === 2)
  say(asked[1]!)
  expect(await third).toEqual({ kind: 'answered', body: { success: true } })
  expect(asked).toHaveLength(2)
})

test('where its certificate has run out nothing was sent, and that is the reason', async () => {
  const [notBeforeDate, notAfterDate] = [new Date('2025-01-01'), new Date('2025-06-01')]
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { notBeforeDate, notAfterDate })
  const server = createSecureServer({ key, cert }, (_request, response) => response.end('{"success":true}'))
  const settled = await settleAt(server, 'https', new Agent({ connect: { ca: cert, servername: 'localhost' } }))
  expect(settled).toEqual({ kind: 'not-sent', reason: 'certificate has expired' })
})

test('what is cut off before anybody could read it, as by a proxy that opens a way and closes it, was not sent', async () => {
  const server = createTcpServer((socket) => void socket.once('data', () => socket.destroy()))
  const settled = await settleAt(server, 'https')
  expect(settled).toMatchObject({ kind: 'not-sent' })
})

test.each([
  ['connect', 'not-sent'],
  ['read', 'lost'],
  ['write', 'lost'],
])('no way to it (%s EHOSTUNREACH): %s', async (syscall, kind) => {
  const error = Object.assign(new Error(`${syscall} EHOSTUNREACH 10.0.0.1:443`), { code: 'EHOSTUNREACH', syscall })
  const dispatcher = {
    dispatch: (_request: unknown, handler: { onResponseError(controller: null, error: Error): void }) =>
      handler.onResponseError(null, error),
  }
  const wish = { origin: 'https://10.0.0.1', path: '/settle', body: {}, timeoutMs: 10_000, headers: {} }
  expect(await callFacilitator(dispatcher as never, wish)).toMatchObject({ kind })
})

test('who does not answer in time is left: the request is ended with the wait', async () => {
  const left = Promise.withResolvers<void>()
  const server = createServer((request) => void request.socket.once('close', left.resolve))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent()
  onTestFinished(async () => {
    await agent.destroy()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await callFacilitator(agent, { origin, path: '/settle', body: {}, timeoutMs: 200, headers: {} })).toEqual({
    kind: 'lost',
  })
  await left.promise
})

test.each([
  ['a page', '<html>Too Many Requests</html>', { kind: 'unavailable', retryAfterSeconds: 5, why: 'HTTP 429' }],
  [
    'an answer of its own',
    '{"success":false,"errorReason":"insufficient_funds"}',
    { kind: 'refused', reason: 'insufficient_funds', transaction: null },
  ],
])('one that was asked too often has not seen the payment and is not asked again at once: %s', async (_name, body, expected) => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(429).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const facilitator = createHttpFacilitator({ url, clock: systemClock })
  onTestFinished(async () => {
    await facilitator.close()
    server.close()
  })
  const payment = { request: { paymentPayload: {} }, offer: { asset: { family: 'evm' } } } as never
  expect(await facilitator.settle(payment)).toEqual(expected)
  expect(asked).toBe(1)
})

test.each([401, 403, 407])(
  'who is turned away at the door, by it or by a proxy before it, was not heard (%i)',
  async (status) => {
    const server = createServer((_request, response) => response.writeHead(status).end('<html>Who are you?</html>'))
    expect(await settleAt(server, 'http')).toEqual({ kind: 'not-sent', reason: `HTTP ${status}` })
  },
)
