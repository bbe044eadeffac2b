// More paid requests than can be served soon: some are worked on, the rest come back with the same payment and are charged once.
import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { limitCrowd } from '../../api/payment/gate/crowd.ts'
import { paidRoutes } from '../support/payment/routes.ts'

let app: FastifyInstance
afterEach(() => app.close())

async function serve(atOnce: number) {
  const registry = new Registry()
  const release: (() => void)[] = []
  app = Fastify()
  limitCrowd(app, { atOnce }, registry)
  for (const path of ['/slow', '/other'])
    app.get(path, { config: { paid: paidRoutes.rates } }, () => new Promise((done) => release.push(() => done({ ok: true }))))
  app.post('/sent', { config: { paid: paidRoutes.rates } }, async () => ({ ok: true }))
  app.get('/free', async () => 'x'.repeat(8_000_000))
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const paid = { headers: { 'x-payment': 'anything' } }
  return { registry, release, origin, ask: (path: string, init: RequestInit = paid) => fetch(origin + path, init) }
}
const readValue = async (registry: Registry, name: string) => (await registry.getSingleMetric(name)!.get()).values[0]?.value ?? 0

test('half of the room is one route’s; who comes on top is told when to come back, with the same payment', async () => {
  const { registry, release, ask } = await serve(6)
  const first = Array.from({ length: 3 }, () => ask('/slow'))
  await expect.poll(() => release.length).toBe(3)
  const refused = await ask('/slow')
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
  const { error } = (await refused.json()) as any
  expect(error).toMatchObject({ code: 'too_many_payments_in_flight', retry_after: 2 })
  // Nobody knows here whether it was charged before.
  expect(error.message).toMatch(/same payment/)
  expect(error.message).not.toMatch(/nothing was charged/)
  const others = Array.from({ length: 3 }, () => ask('/other'))
  await expect.poll(() => release.length).toBe(6)
  expect((await ask('/other')).status).toBe(503)
  expect([
    await readValue(registry, 'tollgate_paid_calls'),
    await readValue(registry, 'tollgate_paid_calls_refused_total'),
  ]).toEqual([6, 2])
  expect((await ask('/free', {})).status).toBe(200)
  for (const done of release.splice(0)) done()
  expect((await Promise.all([...first, ...others])).map(({ status }) => status)).toEqual(Array(6).fill(200))
  await expect.poll(() => readValue(registry, 'tollgate_paid_calls')).toBe(0)
})

test('who hangs up makes room at once, and the price is told to any number', async () => {
  const { registry, release, ask } = await serve(2)
  const leaving = new AbortController()
  const left = ask('/slow', { headers: { 'x-payment': 'anything' }, signal: leaving.signal }).catch(() => 'gone')
  await expect.poll(() => release.length).toBe(1)
  expect((await ask('/slow')).status).toBe(503)
  leaving.abort()
  expect(await left).toBe('gone')
  await expect.poll(() => readValue(registry, 'tollgate_paid_calls')).toBe(0)
  const unpaid = Array.from({ length: 5 }, () => ask('/slow', {}))
  await expect.poll(() => release.length).toBe(6)
  for (const done of release.splice(0)) done()
  expect((await Promise.all(unpaid)).map(({ status }) => status)).toEqual(Array(5).fill(200))
})

async function speak(origin: string, bytes: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause().write(bytes)
  return socket
}

test('a body that does not come takes no room from those who pay', async () => {
  const { registry, origin, ask } = await serve(2)
  const head = 'host: x\r\nx-payment: anything\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{'
  const sockets = await Promise.all(Array.from({ length: 6 }, () => speak(origin, `POST /sent HTTP/1.1\r\n${head}`)))
  const sent = { method: 'POST', headers: { 'x-payment': 'anything', 'content-type': 'application/json' }, body: '{}' }
  for (let n = 0; n < 5; n++) expect((await ask('/sent', sent)).status).toBe(200)
  expect(await readValue(registry, 'tollgate_paid_calls_refused_total')).toBe(0)
  for (const socket of sockets) socket.destroy()
})

test('nor do answers that wait behind one which nobody reads', async () => {
  const { registry, origin, ask } = await serve(2)
  const unread = 'GET /free HTTP/1.1\r\nhost: x\r\n\r\n'
  const post = 'POST /sent HTTP/1.1\r\nhost: x\r\nx-payment: anything\r\ncontent-length: 0\r\n\r\n'
  const sockets = await Promise.all(Array.from({ length: 4 }, () => speak(origin, unread + post.repeat(5))))
  // Each has its answer by now, and none of them has gone.
  await expect.poll(async () => (await ask('/free', {})).status).toBe(200)
  const sent = { method: 'POST', headers: { 'x-payment': 'anything', 'content-type': 'application/json' }, body: '{}' }
  for (let n = 0; n < 5; n++) expect((await ask('/sent', sent)).status).toBe(200)
  expect(await readValue(registry, 'tollgate_paid_calls')).toBe(0)
  for (const socket of sockets) socket.destroy()
})
