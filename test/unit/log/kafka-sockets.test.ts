// A connection to a Kafka broker that answers nothing ends; one that is answered, or asks nothing, stays.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { socketsThatEnd } from '../../../db/log/kafka/sockets.ts'

const silentMs = 60

async function connected(answer: (peer: Socket) => void): Promise<Socket> {
  const peers = new Set<Socket>()
  const server = createServer((peer) => {
    peers.add(peer)
    peer.on('error', () => undefined).on('data', () => answer(peer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const peer of peers) peer.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  const joined = Promise.withResolvers<void>()
  const open = socketsThatEnd(silentMs) as (o: object) => Socket
  const socket = open({ host: '127.0.0.1', port, ssl: null, onConnect: joined.resolve })
  onTestFinished(() => void socket.destroy())
  await joined.promise
  return socket
}

test('who is asked again and again and says nothing is given up, as one that timed out', async () => {
  const socket = await connected(() => undefined)
  const asking = setInterval(() => socket.write('anybody there?'), silentMs / 4)
  onTestFinished(() => clearInterval(asking))
  const [error] = await once(socket, 'error')
  expect(error).toMatchObject({ code: 'ETIMEDOUT', message: 'the broker has fallen silent' })
})

test('who answers stays, and so does one that is asked nothing', async () => {
  const quiet = await connected(() => undefined)
  const socket = await connected((peer) => peer.write('yes'))
  for (let round = 0; round < 2 * silentMs; round += 20) {
    socket.write('anybody there?')
    await once(socket, 'data')
    await new Promise((done) => setTimeout(done, 20))
  }
  expect([socket.destroyed, quiet.destroyed]).toEqual([false, false])
})

test('one that has ended keeps nothing of how often it is let go', async () => {
  const socket = await connected(() => undefined)
  socket.destroy()
  await once(socket, 'close')
  for (let i = 0; i < 20; i++) socket.unref()
  expect(socket.listenerCount('connect')).toBe(0)
})
