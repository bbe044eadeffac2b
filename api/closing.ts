// How the server goes down: who waits for queued work gets it if it comes soon, and no connection outlives its answer.
import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { TollgateError } from '../base/errors.ts'
import { sendError } from './errors.ts'

const drainMs = 4_000
const lookEveryMs = 20
const stopping = 'This process stops. Repeat the same request, with the same payment if it had one.'

/**
 * Aborted when nothing can be waited for any longer. So long as `leaveMs` callers on open connections are answered as before, and told
 * to make their next call elsewhere: one whose connection ends while he sends does not know whether he was heard.
 */
export function registerClosing(app: FastifyInstance, leaveMs = 0): AbortSignal {
  const over = new AbortController()
  let [isLeaving, isClosing] = [false, false]
  app.addHook('preClose', async () => {
    isLeaving = true
    // Of node:net: that of node:http would end the connections with it.
    if (leaveMs > 0) Server.prototype.close.call(app.server)
    const until = performance.now() + leaveMs
    while (performance.now() < until && (await hasConnections(app))) await wait(lookEveryMs)
    isClosing = true
    setTimeout(() => over.abort(), drainMs).unref()
  })
  // What still comes on a connection that is open.
  app.addHook('onRequest', (_request, reply, next) => {
    if (!isClosing) return next()
    sendError(reply, new TollgateError('not_ready', stopping, { retryAfterSeconds: 1 }))
  })
  // Kept alive, the connection of an answer sent from now on would hold the server open for as long as keep-alive lasts.
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close')
  })
  return over.signal
}

const hasConnections = (app: FastifyInstance) =>
  new Promise<boolean>((done) => app.server.getConnections((error, open) => done(error === null && open > 0)))
