// A request made for a caller over MCP is that caller's: same address, same connection, given up when they hang up, delivered when they have it.
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { callerOf } from '../../api/callers.ts'
import { guardEdge } from '../../api/edge.ts'
import { createHosts } from '../../api/hosts.ts'
import { askOnBehalf, type InnerAnswer, knowCarriers } from '../../api/on-behalf.ts'
import { originOf } from '../../api/origin.ts'
import { createDeparture } from '../../api/payment/gate/departure.ts'
import { writeAnswer } from '../../api/payment/reply.ts'
import { until } from '../support/until.ts'

let app: FastifyInstance
afterEach(() => app.close())

async function serve(trustProxy: false | number, inner: (app: FastifyInstance) => void) {
  app = Fastify({ trustProxy: trustProxy === false ? false : (_address: string, hop: number) => hop < trustProxy })
  knowCarriers(app)
  guardEdge(app, createHosts({ domain: 'localhost', labels: new Set() }))
  inner(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

test('its caller, origin and host are those of the outer request, behind a proxy or not', async () => {
  for (const trusted of [false, 1] as const) {
    const origin = await serve(trusted, (app) => {
      app.get('/who', async (request) => ({ caller: callerOf(request), origin: originOf(request) }))
      app.post('/outer', async (request, reply) => {
        const inner = await askOnBehalf(app, { request, reply }, { method: 'GET', path: '/who' })
        return { inner: JSON.parse(inner.text), outer: { caller: callerOf(request), origin: originOf(request) } }
      })
    })
    const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
    const { inner, outer } = (await (await fetch(`${origin}/outer`, { method: 'POST', headers })).json()) as any
    expect(inner).toEqual(outer)
    expect(inner.caller).toBe(trusted === false ? '127.0.0.1' : '198.51.100.7')
    // The address of the connection itself is no name of ours: only the connection tells that it is this machine's.
    expect(inner.origin).toContain('127.0.0.1')
    if (trusted === false) await app.close()
  }
})

test('it is given up when its caller hangs up', async () => {
  const seen: string[] = []
  let failed: Error | null = null
  const origin = await serve(false, (app) => {
    app.get('/slow', (_request, reply) => {
      seen.push('asked')
      reply.raw.once('close', () => seen.push(reply.raw.destroyed ? 'gone' : 'closed'))
    })
    app.post('/outer', async (request, reply) => {
      await askOnBehalf(app, { request, reply }, { method: 'GET', path: '/slow' }).catch((error: Error) => {
        failed = error
      })
      return {}
    })
  })
  const leaving = new AbortController()
  const left = fetch(`${origin}/outer`, { method: 'POST', signal: leaving.signal }).catch(() => 'left')
  await until('it is asked', async () => seen.includes('asked'))
  leaving.abort()
  expect(await left).toBe('left')
  await until('it is given up', async () => seen.includes('gone') && failed !== null)
})

test('a paid answer has left when the caller has it, not when the inner request ends', async () => {
  const told: boolean[] = []
  let release: (answer: InnerAnswer) => void = () => undefined
  const held = new Promise<InnerAnswer>((done) => {
    release = done
  })
  let isAnswered = false
  const origin = await serve(false, (app) => {
    app.get('/paid', async (_request, reply) => {
      const departure = createDeparture()
      void departure.whole.then((isWhole) => told.push(isWhole))
      const answer = { type: 'application/json', body: '{}' }
      return writeAnswer(reply, { kind: 'answer', answer, receipt: {} as never, departure, proof: null })
    })
    app.post('/outer', async (request, reply) => {
      const inner = await askOnBehalf(app, { request, reply }, { method: 'GET', path: '/paid' })
      isAnswered = true
      await held
      return { status: inner.status }
    })
  })
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /outer HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 0\r\n\r\n')
  await until('the inner request has ended', async () => isAnswered)
  expect(told).toEqual([])
  socket.destroy()
  await until('the answer is known to be lost', async () => told.length > 0)
  expect(told).toEqual([false])
  release({ status: 200, headers: {}, text: '' })

  told.length = 0
  expect((await fetch(`${origin}/outer`, { method: 'POST' })).status).toBe(200)
  await until('the answer is known to have left', async () => told.length > 0)
  expect(told).toEqual([true])
})
