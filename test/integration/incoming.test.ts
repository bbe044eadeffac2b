// What strangers send before anybody looks at it: bodies that fill the memory or never end, and hundreds of requests in one breath.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { sendError, toTollgateError } from '../../api/errors.ts'
import { type IncomingLimit, limitIncoming } from '../../api/incoming.ts'
import { hearOutRefused } from '../../api/lingering.ts'
import { knowCarriers } from '../../api/on-behalf.ts'
import { limitPipelined } from '../../api/pipelined.ts'

let app: FastifyInstance
afterEach(() => app.close())

const limit: IncomingLimit = {
  perCaller: 2_000,
  bytes: 3_000,
  small: 100,
  forSmall: 500,
  freeFiles: 2,
  leastMs: 60_000,
  bytesPerSecond: 1_000,
  hurriedBytesPerSecond: 3_000,
  unhurriedMs: 60_000,
}
let called = 0

async function serve(changes: Partial<IncomingLimit> = {}) {
  called = 0
  app = Fastify({ bodyLimit: 5_000, forceCloseConnections: true })
  app.setErrorHandler((thrown, _request, reply) => sendError(reply, toTollgateError(thrown)))
  hearOutRefused(app)
  knowCarriers(app)
  limitPipelined(app)
  limitIncoming(app, { ...limit, ...changes })
  app.post('/sent', async () => ({ ok: true }))
  app.get('/asked', async () => {
    called += 1
    return 'x'.repeat(20_000)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const open = async (bytes: string, localAddress = '127.0.0.1') => {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress })
    let heard = ''
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    await once(socket, 'connect')
    socket.write(bytes)
    return {
      socket,
      closed,
      status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0),
      answers: () => heard.split('HTTP/1.1 ').length - 1,
    }
  }
  const unfinished = (bytes: number, from?: string) =>
    open(`POST /sent HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n{`, from)
  return { origin, open, unfinished }
}

/** Listens only when all is sent. */
async function sendAll(socket: Socket, bytes: number): Promise<void> {
  const piece = Buffer.alloc(1_000_000, ' ')
  const send = () => new Promise<void>((done, failed) => socket.write(piece, (error) => (error ? failed(error) : done())))
  socket.pause()
  for (let sent = 0; sent < bytes; sent += piece.length) await send()
  socket.resume()
}

test('one caller’s bodies share their room, and all callers’ theirs; small ones still go where large ones do not', async () => {
  const { unfinished } = await serve()
  const first = [await unfinished(1_000), await unfinished(1_000)]
  const third = await unfinished(1_000)
  await expect.poll(third.status).toBe(429)
  const other = await unfinished(1_000, '127.0.0.2')
  await wait(100)
  expect(other.status()).toBe(429)
  const small = await unfinished(90, '127.0.0.2')
  await wait(100)
  expect([small.status(), ...first.map(({ status }) => status())]).toEqual([0, 0, 0])
  // Room is made by who goes.
  first[0]!.socket.destroy()
  await first[0]!.closed
  await expect
    .poll(async () => {
      const again = await unfinished(1_000, '127.0.0.2')
      await wait(50)
      return again.status()
    })
    .toBe(0)
})

test('a body in chunks counts as long as its route takes, and one alone always goes', async () => {
  const { open, unfinished } = await serve()
  const chunked = await open(
    'POST /sent HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
  )
  const next = await unfinished(1_000)
  await expect.poll(next.status).toBe(429)
  expect(chunked.status()).toBe(0)
})

test('a body that does not come is cut off', async () => {
  const { unfinished } = await serve({ leastMs: 100, bytesPerSecond: 10_000 })
  const slow = await unfinished(1_000)
  await slow.closed
  expect(slow.status()).toBe(0)
})

test('where room is short, who holds it and sends nothing gives way; who sends goes on', async () => {
  const { unfinished } = await serve({ perCaller: 10_000, unhurriedMs: 200, hurriedBytesPerSecond: 100 })
  const [idle, busy] = [await unfinished(1_000), await unfinished(1_400, '127.0.0.2')]
  // What comes in one piece with the head is not seen as sent.
  await wait(50)
  busy.socket.write(' '.repeat(1_200))
  await wait(250)
  // A small one needs nobody's room.
  const small = await unfinished(90, '127.0.0.3')
  await wait(50)
  expect([idle.status(), idle.socket.destroyed]).toEqual([0, false])
  const next = await unfinished(1_000, '127.0.0.4')
  await idle.closed
  await wait(50)
  expect([busy, small, next].map(({ status, socket }) => [status(), socket.destroyed])).toEqual(Array(3).fill([0, false]))
  next.socket.write(' '.repeat(900))
  await wait(50)
  const full = await unfinished(1_000, '127.0.0.5')
  await expect.poll(full.status).toBe(429)
})

test('of hundreds of requests in one breath a few are worked on, and the connection ends', async () => {
  const { open } = await serve()
  const flood = await open('GET /asked HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(500))
  await flood.closed
  expect(called).toBeGreaterThan(0)
  expect(called).toBeLessThan(40)
  const breath = await open('GET /asked HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(10))
  await expect.poll(breath.answers).toBe(10)
})

test.each([
  ['too large', 'application/json', 413],
  ['of no type that is read', 'application/pdf', 415],
])(
  'who sends a body %s to its end before it listens hears why, and goes on with the same connection',
  async (_what, type, status) => {
    const { open } = await serve()
    const large = 20_000_000
    const sender = await open(`POST /sent HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${large}\r\n\r\n`)
    sender.socket.pause()
    for (let sent = 0; sent < large; sent += 1_000_000)
      await new Promise<void>((done, failed) =>
        sender.socket.write(Buffer.alloc(1_000_000, ' '), (error) => (error ? failed(error) : done())),
      )
    sender.socket.resume()
    await expect.poll(sender.status).toBe(status)
    sender.socket.write('GET /asked HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(sender.answers).toBe(2)
    expect(called).toBe(1)
  },
)

test('who wants its connection closed hears why as well, and has it closed', async () => {
  const { open } = await serve()
  const large = 20_000_000
  const head = `content-type: application/json\r\ncontent-length: ${large}\r\nconnection: close`
  const sender = await open(`POST /sent HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
  await sendAll(sender.socket, large)
  await sender.closed
  expect(sender.status()).toBe(413)
})

test('a body that would be thrown away for too long ends its connection', async () => {
  const { open } = await serve()
  const sender = await open(
    'POST /sent HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99000000\r\n\r\n{',
  )
  await sender.closed
  expect(sender.status()).toBe(413)
})
