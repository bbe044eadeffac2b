// Requests sent behind each other on one connection before the first is answered: all of a breath are worked on in one turn, so they are few.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// Programs that do so at all send some; a proxy sends one at a time.
const mostWaiting = 16

export function limitPipelined(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request.raw
    // Nearly every answer has the connection to itself; one without waits behind another.
    if (reply.raw.socket !== null || request.carrier !== null) return next()
    const here = (waiting.get(socket) ?? 0) + 1
    if (here > mostWaiting || socket.destroyed) {
      socket.destroy()
      return void reply.hijack()
    }
    waiting.set(socket, here)
    reply.raw.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    next()
  })
}
