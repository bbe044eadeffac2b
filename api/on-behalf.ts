// Requests that this process makes to itself for a caller: each takes the whole way of one that came over the caller's own connection.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What brings the answer to the caller: another's response, where this request was made on their behalf. */
    carrier: ServerResponse | null
  }
}

export interface InnerRequest {
  readonly method: 'GET' | 'POST'
  /** As the caller would have written it: on the host they came to, with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface InnerAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const asking = new AsyncLocalStorage<Asking>()

// Who asks and where is told by these and by the connection; whatever else came along speaks of the outer request.
const handedOn = ['host', 'x-forwarded-for', 'x-forwarded-proto']

/** Before any other hook that asks where a request came in. */
export function knowCarriers(app: FastifyInstance): void {
  app.decorateRequest('carrier', null)
  app.addHook('onRequest', (request, _reply, next) => {
    request.carrier = asking.getStore()?.reply.raw ?? null
    next()
  })
}

/** This machine's end of the connection that the caller is on. */
export function localAddressOf(request: FastifyRequest): string | undefined {
  return (request.carrier?.req ?? request.raw).socket.localAddress
}

/** Ends with an error when the caller hangs up: the inner request is then given up like any other. */
export function askOnBehalf(app: FastifyInstance, outer: Asking, inner: InnerRequest): Promise<InnerAnswer> {
  const { raw } = outer.request
  const headers: Record<string, string> = { ...inner.headers }
  for (const name of handedOn) {
    const value = raw.headers[name]
    if (value !== undefined) headers[name] = String(value)
  }
  return asking.run(outer, async () => {
    const answer = await app.inject({
      method: inner.method,
      url: inner.path,
      headers,
      remoteAddress: raw.socket.remoteAddress ?? '',
      signal: goneSignal(outer.reply.raw),
      ...(inner.body === undefined ? {} : { payload: inner.body }),
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload }
  })
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  response.once('close', () => gone.abort())
  return gone.signal
}
