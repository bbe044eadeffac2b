// What a server that goes down says to who still asks on a connection that is open.
import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerClosing } from '../../../api/closing.ts'

function call(port: string) {
  const socket = connect(Number(port), '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  return { socket, told: () => heard }
}

test('a request that ends after the server was told to stop is told to come again, as any other 503 is', async () => {
  const app = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' })
  registerClosing(app)
  const isClosing = Promise.withResolvers<void>()
  app.addHook('preClose', async () => isClosing.resolve())
  app.get('/asked', () => 'answer')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { socket, told } = call(port)
  const arrived = once(app.server, 'connection')
  socket.write('GET /asked HTTP/1.1\r\nHost: localhost\r\n')
  const [here] = await arrived
  while (here.bytesRead === 0) await new Promise(setImmediate)
  const closed = app.close()
  await isClosing.promise
  socket.write('\r\n')
  await Promise.all([once(socket, 'close'), closed])
  const [head = '', body = ''] = told().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 503 /)
  expect(head).toMatch(/^retry-after: 1$/im)
  expect(head).toMatch(/^connection: close$/im)
  expect(JSON.parse(body).error).toMatchObject({ code: 'not_ready', retry_after: 1 })
})

test('who keeps a connection is answered once more and told to leave it; the server goes when all have', async () => {
  const app = Fastify({ return503OnClosing: false, forceCloseConnections: 'idle' })
  registerClosing(app, 60_000)
  app.get('/asked', () => 'answer')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { socket, told } = call(port)
  const ask = async (answers: number) => {
    socket.write('GET /asked HTTP/1.1\r\nHost: localhost\r\n\r\n')
    while (told().split('answer').length <= answers) await once(socket, 'data')
  }
  await ask(1)
  expect(told()).not.toMatch(/^connection: close$/im)
  const closed = app.close()
  await ask(2)
  expect(told()).not.toContain('503')
  expect(told()).toMatch(/^connection: close$/im)
  await Promise.all([once(socket, 'close'), closed])
})
