// What a stranger sends that is no message is no error of ours, and our own errors are still told.
import { once } from 'node:events'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { acceptWebSockets } from '../../../api/stream/index.ts'

const lines: string[] = []
const app = Fastify({ loggerInstance: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) })
let at: string

beforeAll(async () => {
  await acceptWebSockets(app as never, { messageBytes: 1_000 })
  app.get('/stream', { websocket: true }, () => undefined)
  app.get('/broken', { websocket: true }, () => {
    throw new Error('ours')
  })
  at = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
})
beforeEach(() => void lines.splice(0))
afterAll(() => app.close())

test.each([
  ['too long', (socket: WebSocket) => socket.send('x'.repeat(2_000)), 1009],
  ['no UTF-8', (socket: WebSocket) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false }), 1007],
  ['no frame', (socket: WebSocket) => (socket as any)._socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff])), 1002],
])('a message that is %s ends its connection and writes nothing', async (_what, send, code) => {
  const socket = new WebSocket(`${at}/stream`)
  await once(socket, 'open')
  send(socket)
  const [closed] = await once(socket, 'close')
  expect(closed).toBe(code)
  expect(lines).toEqual([])
})

test('what fails in a handler is an error', async () => {
  const socket = new WebSocket(`${at}/broken`)
  await once(socket, 'close')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, err: { message: 'ours' } }])
})
