// How a request's body is read: as JSON, and none at all as nothing, whatever type it was announced with.
import type { FastifyInstance } from 'fastify'

/** Clients that write one content-type on every request must learn what is wrong with this one, not that it is empty. */
export function readBodies(app: FastifyInstance): void {
  // Fastify's own would hand on any text as a body, to be told that it is no object instead of what to send.
  app.removeContentTypeParser('text/plain')
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else readJson(request, text, done)
  })
}
