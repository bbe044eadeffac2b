// How the server goes down: who waits for queued work gets it if it comes soon, and no connection outlives its answer.
import type { FastifyInstance } from 'fastify'
import { TollgateError } from '../base/errors.ts'
import { sendError } from './errors.ts'

const drainMs = 4_000
const stopping = 'This process stops. Repeat the same request, with the same payment if it had one.'

/** Aborted when nothing can be waited for any longer. */
export function registerClosing(app: FastifyInstance): AbortSignal {
  const over = new AbortController()
  let isClosing = false
  app.addHook('preClose', async () => {
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
    if (isClosing) reply.header('connection', 'close')
  })
  return over.signal
}
