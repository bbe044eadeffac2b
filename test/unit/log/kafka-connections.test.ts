// Connections of kafkajs's own making to a server that counts them.
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openConnectionsOnce } from '../../../db/log/kafka/one-connect.ts'
import { socketsThatEnd } from '../../../db/log/kafka/sockets.ts'
import { until } from '../../support/until.ts'

const require = createRequire(import.meta.url)
const Connection = require('kafkajs/src/network/connection')

openConnectionsOnce()

async function startServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined).resume()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { sockets, port: (server.address() as { port: number }).port }
}

function connectionTo(port: number) {
  const logger = { namespace: () => logger, debug: () => undefined, warn: () => undefined, error: () => undefined }
  return new Connection({
    ...{ host: '127.0.0.1', port, logger, socketFactory: socketsThatEnd() },
    ...{ requestTimeout: 5_000, connectionTimeout: 500 },
  })
}

test('whoever wants a connection while it is being opened gets that one, and no other is left open', async () => {
  const { sockets, port } = await startServer()
  const connection = connectionTo(port)
  expect(await Promise.all(Array.from({ length: 12 }, () => connection.connect()))).toEqual(Array(12).fill(true))
  const last = connectionTo(port)
  await last.connect()
  // Whoever was opened before it is there by then.
  await until('the last is there', () => sockets.some(({ remotePort }) => remotePort === last.socket.localPort))
  expect(sockets).toHaveLength(2)
  await Promise.all([connection.disconnect(), last.disconnect()])
})

test('one that was refused is opened anew by the next', async () => {
  const { port } = await startServer()
  const connection = connectionTo(port)
  connection.port = 1
  const refused = await Promise.allSettled([connection.connect(), connection.connect()])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  connection.port = port
  expect(await connection.connect()).toBe(true)
  await connection.disconnect()
})

test('one whose socket ended before it was open keeps nobody from the next', async () => {
  const { port } = await startServer()
  const connection = connectionTo(port)
  const { socketFactory } = connection
  const ended = Object.assign(new EventEmitter(), { end: () => undefined, unref: () => undefined })
  connection.socketFactory = () => ended
  // kafkajs tells nobody of it.
  void connection.connect()
  ended.emit('end')
  connection.socketFactory = socketFactory
  let opened = false
  await until('the next is opened', async () => {
    void connection.connect().then(() => {
      opened = true
    })
    return opened
  })
  await connection.disconnect()
})
