// A name that many connections want at once is looked up once, and each of them hears the answer in its own context.
import { AsyncLocalStorage } from 'node:async_hooks'
import dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { shareAsked, shareLookups } from '../../../base/lookups.ts'

type Done = (...answer: unknown[]) => void
const { lookup } = dns
afterEach(() => void Object.assign(dns, { lookup }))

function makeLookups() {
  const open: { hostname: string; options: object; done: Done }[] = []
  const asked = shareAsked((hostname, options, done) => void open.push({ hostname, options, done }))
  return { open, asked }
}

test('who asks for a name that is being looked up hears the same answer, in what it belongs to', () => {
  const { open, asked } = makeLookups()
  const [context, heard] = [new AsyncLocalStorage<string>(), [] as unknown[]]
  for (const who of ['one', 'two', 'three'])
    context.run(who, () => asked('db.test', { all: true }, (...answer) => heard.push([context.getStore(), ...answer])))
  expect(open).toMatchObject([{ hostname: 'db.test', options: { all: true } }])
  context.run('one', () => open[0]!.done(null, [{ address: '127.0.0.1', family: 4 }]))
  expect(heard).toEqual(['one', 'two', 'three'].map((who) => [who, null, [{ address: '127.0.0.1', family: 4 }]]))
})

test('another name, another family and a later call are looked up anew, and so is one that failed', () => {
  const { open, asked } = makeLookups()
  const heard: unknown[] = []
  const hear = (error: unknown, address: unknown) => heard.push(error ?? address)
  asked('db.test', hear)
  asked('db.test', {}, hear)
  asked('db.test', 6, hear)
  asked('db.test', { family: 6 }, hear)
  asked('rpc.test', hear)
  expect(open.map(({ hostname, options }) => [hostname, options])).toEqual([
    ['db.test', {}],
    ['db.test', { family: 6 }],
    ['rpc.test', {}],
  ])
  open[0]!.done('EAI_AGAIN')
  expect(heard).toEqual(['EAI_AGAIN', 'EAI_AGAIN'])
  asked('db.test', hear)
  expect(open).toHaveLength(4)
  const wrong = shareAsked(() => {
    throw new TypeError('no such option')
  })
  for (let times = 0; times < 2; times++) expect(() => wrong('db.test', {}, hear)).toThrow('no such option')
})

test('all connections of the process look their names up so', async () => {
  const server = createServer((socket) => socket.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { open, asked } = makeLookups()
  Object.assign(dns, { lookup: asked })
  shareLookups()
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: 60 }, () => connect(port, 'gate.test'))
  expect(open).toHaveLength(1)
  open[0]!.done(null, [{ address: '127.0.0.1', family: 4 }])
  const said = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0])))
  expect(said).toEqual(Array(60).fill('here'))
  for (const socket of sockets) socket.destroy()
  server.close()
})
