// Open connections have a limit, of one address and in all: the longest quiet goes for a new one, and no request is cut off for it.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { limitConnections, usualConnections } from '../../../api/connections.ts'

let app: FastifyInstance
let registry: Registry
let release: () => void
let underWay: number
const sockets: Socket[] = []

async function start(limit: { most: number; perAddress: number }): Promise<void> {
  app = Fastify({ forceCloseConnections: true })
  registry = new Registry()
  limitConnections(app, limit, registry)
  underWay = 0
  const released = new Promise<void>((done) => {
    release = done
  })
  app.get('/', async () => 'here')
  app.get('/slow', async () => {
    underWay++
    await released
    return 'at last'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
}
afterEach(async () => {
  release()
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function open(address: string) {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: address })
  sockets.push(socket)
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const ask = async (path: string) => {
    const before = heard.length
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    const isThere = () => /\r\n\r\n./.test(heard.slice(before))
    while (!isThere() && !socket.closed) await wait(2)
    return heard.slice(before, before + 12)
  }
  return { socket, ask, isCut: () => socket.readableEnded || socket.closed }
}
const openMany = async (address: string, count: number) => {
  const all: Awaited<ReturnType<typeof open>>[] = []
  for (let i = 0; i < count; i++) all.push(await open(address))
  return all
}
const figure = async (name: string) => (await registry.getSingleMetric(name)!.get()).values[0]!.value

test('an address that opens hundreds and says nothing keeps its share, and others are answered on new and old connections', async () => {
  await start({ most: 100, perAddress: 20 })
  const old = await open('127.0.0.2')
  expect(await old.ask('/')).toBe('HTTP/1.1 200')
  const hostile = await openMany('127.0.0.3', 300)
  expect(await old.ask('/')).toBe('HTTP/1.1 200')
  const fresh = await open('127.0.0.4')
  expect(await fresh.ask('/')).toBe('HTTP/1.1 200')
  await expect.poll(() => hostile.filter(({ isCut }) => isCut()).length).toBe(280)
  expect(hostile.slice(-20).some(({ isCut }) => isCut())).toBe(false)
  expect(await figure('tollgate_connections')).toBe(22)
  expect(await figure('tollgate_connections_cut_total')).toBe(280)
})

test('of many addresses those that have been quiet for the longest go, and no request that is under way', async () => {
  await start({ most: 12, perAddress: 4 })
  const working = await open('127.0.0.2')
  const answer = working.ask('/slow')
  await expect.poll(() => underWay).toBe(1)
  const asking = await open('127.0.0.2')
  for (let i = 3; i < 23; i++) {
    await openMany(`127.0.0.${i}`, 4)
    // Who asks now and then is never the one that has been quiet for the longest.
    expect(await asking.ask('/')).toBe('HTTP/1.1 200')
  }
  expect(await figure('tollgate_connections')).toBe(12)
  release()
  expect(await answer).toBe('HTTP/1.1 200')
})

test('half a request is quiet; where a request is under way on all, a new connection is refused until one ends', async () => {
  await start({ most: 3, perAddress: 3 })
  const half = await open('127.0.0.2')
  half.socket.write('GET /slow HTTP/1.1\r\nhost: loc')
  const answers: Promise<string>[] = []
  for (const one of await openMany('127.0.0.2', 3)) answers.push(one.ask('/slow'))
  await expect.poll(half.isCut).toBe(true)
  await expect.poll(() => underWay).toBe(3)
  const refused = await open('127.0.0.3')
  await expect.poll(refused.isCut).toBe(true)
  release()
  expect(await Promise.all(answers)).toEqual(Array(3).fill('HTTP/1.1 200'))
  expect(await (await open('127.0.0.3')).ask('/')).toBe('HTTP/1.1 200')
})

test('what ends is forgotten', async () => {
  await start({ most: 10, perAddress: 5 })
  for (let round = 0; round < 4; round++) {
    const all = await openMany('127.0.0.2', 5)
    for (const { ask } of all) expect(await ask('/')).toBe('HTTP/1.1 200')
    for (const { socket } of all) socket.destroy()
    await expect.poll(() => figure('tollgate_connections')).toBe(0)
  }
  expect(await figure('tollgate_connections_cut_total')).toBe(0)
})

test('usually half of the files that may be open, and behind a proxy all of them from it', () => {
  expect(usualConnections(false, 1_024)).toEqual({ most: 512, perAddress: 128 })
  expect(usualConnections(true, 1_024)).toEqual({ most: 512, perAddress: 512 })
  expect(usualConnections(false, Number.POSITIVE_INFINITY)).toEqual({ most: 16_384, perAddress: 4_096 })
  expect(usualConnections(false).most).toBeGreaterThan(0)
})
