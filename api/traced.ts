// Every request as one span, from its first byte to its last; what a caller sends of traces of their own is not taken.
import type { FastifyInstance } from 'fastify'
import { beginSpan, endSpan, inSpan, type Span, spanBegins } from '../base/trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, next) => {
    if (!spanBegins.hasSubscribers) return next()
    const { method } = request
    // The pattern, never the path: that may hold what is asked for.
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route }
    request.span = beginSpan(`${method} ${route}`, attributes, { kind: 'server' })
    inSpan(request.span, next)
  })
  // A body arrives outside of what began with the request.
  app.addHook('preValidation', (request, _reply, next) => inSpan(request.span, next))
  app.addHook('onResponse', (request, reply, next) => {
    const { statusCode } = reply
    endSpan(request.span, { 'http.response.status_code': statusCode }, statusCode >= 500 ? String(statusCode) : null)
    next()
  })
}
