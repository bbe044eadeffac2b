// The first look at every request: is its host one of ours; and the last at every reply: the headers that browsers are bound by.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { TollgateError } from '../base/errors.ts'
import { sendError } from './errors.ts'
import type { Hosts } from './hosts.ts'
import { localAddressOf } from './on-behalf.ts'

/** Nothing we send is a page of anybody else's, and no page of ours tells where its reader came from. */
export const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

// Asked by machines that know an address of ours and no name; they tell nobody where anything is.
const probes = new Set(['/health', '/livez', '/readyz', '/metrics'])

/** The Host header alone says where a caller came: behind a proxy this other one may be a stranger's own words. */
export function forgetForwardedHost(request: IncomingMessage): void {
  delete request.headers['x-forwarded-host']
}

/** A target may be written with its host (RFC 9112, 3.2.2): then that one is meant, whatever Host says, and the rest is the path. */
export function readTarget(request: IncomingMessage & { originalUrl?: string }): void {
  const { url = '/' } = request
  if (url.startsWith('/')) return
  const [, host, rest] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? []
  if (host === undefined || rest === undefined) return
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  request.originalUrl = request.url
}

export function guardEdge(app: FastifyInstance, hosts: Hosts): void {
  app.decorateRequest('publicOrigin', undefined)
  app.addHook('onRequest', (request, reply, next) => {
    const { protocol, raw } = request
    if (isHostRepeated(raw.rawHeaders))
      return void sendError(reply, new TollgateError('input_invalid', 'Host is given more than once; send it once.'))
    const origin = hosts.originOf({ host: raw.headers.host, protocol, localAddress: localAddressOf(request) })
    request.publicOrigin = origin ?? undefined
    if (origin !== null || probes.has(raw.url!.split('?', 1)[0]!)) return next()
    sendError(reply, new TollgateError('host_unknown', 'This server has no such host; PUBLIC_URL and DOMAIN say which it has.'))
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    for (const [name, value] of Object.entries(safetyHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
    next(null, payload)
  })
}

// Whoever stands before us may have believed the other one (RFC 9112, 3.2).
function isHostRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') count++
  return count > 1
}
