// How the server goes down: who waits for queued work gets it if it comes soon, and no connection outlives its answer.
import type { FastifyInstance } from 'fastify'

const drainMs = 4_000

/** Aborted when nothing can be waited for any longer. */
export function registerClosing(app: FastifyInstance): AbortSignal {
  const over = new AbortController()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(() => over.abort(), drainMs).unref()
  })
  // Kept alive, the connection of an answer sent from now on would hold the server open for as long as keep-alive lasts.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return over.signal
}
