// The price alone is written past fastify's own way of answering: nobody can tell the difference.
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { allowBrowsers, sendPrice, writeChallenge } from '../../../api/payment/reply.ts'
import type { PreparedRoute } from '../../../api/payment/terms/challenge.ts'

test.each([
  ['GET', 'in ASCII'],
  ['GET', 'né à Zürich'],
  ['HEAD', 'in ASCII'],
])('%s, %s: status, headers and body are the same as the slow way', async (method, note) => {
  const challenge = { header: 'e'.repeat(1_900), body: JSON.stringify({ x402Version: 1, error: 'payment_required', note }) }
  const prepared = { challenge: () => challenge } as unknown as PreparedRoute
  const app = Fastify()
  onTestFinished(() => app.close())
  const seen: number[] = []
  app.addHook('onSend', async (_request, reply) => allowBrowsers(reply))
  app.addHook('onResponse', async (_request, reply) => void seen.push(reply.statusCode))
  app.addHook('preHandler', (request, reply, next) => {
    if (request.url === '/fast') sendPrice(reply, challenge)
    else if (request.url === '/slow')
      reply.send(writeChallenge(reply, prepared, '', { kind: 'challenge', reason: 'payment_required' }))
    else next()
  })
  for (const path of ['/fast', '/slow']) app.get(path, () => 'never served')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    const { date: _, ...headers } = Object.fromEntries(response.headers)
    return { status: response.status, headers, body: await response.text() }
  }
  const [fast, slow] = [await ask('/fast'), await ask('/slow')]
  expect(fast).toEqual(slow)
  expect(fast.status).toBe(402)
  expect(fast.headers).toMatchObject({ 'payment-required': challenge.header, 'access-control-allow-origin': '*' })
  expect(fast.body).toBe(method === 'GET' ? challenge.body : '')
  expect(await ask('/fast')).toEqual(fast)
  expect(seen.slice(0, 2)).toEqual([402, 402])
})
