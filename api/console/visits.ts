// A person who follows the address of a call into a browser is told in a page what a program is told in JSON: status and headers stay.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { priceText } from '../discovery/calls.ts'
import { isOnOwnHost } from '../origin.ts'
import { type Told, toldPage } from './pages/told.ts'
import { pageOf } from './places.ts'
import type { Child } from './view/node.ts'

/** What only a browser says, and only of an address that a person opened. */
export const isVisit = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && method === 'GET'

export function tellVisitors(app: FastifyInstance, writePage: WritePage): void {
  app.addHook<unknown>('onSend', (request, reply, payload, next) => {
    if (reply.statusCode < 400 || !isVisit(request) || typeof payload !== 'string') return next(null, payload)
    const document = parsed(payload)
    if (document === null) return next(null, payload)
    const page = toldPage({ ...placesOf(request), status: reply.statusCode, document })
    reply.removeHeader('content-length')
    next(null, writePage(request, reply, page))
  })
}

export type WritePage = (request: FastifyRequest, reply: FastifyReply, page: { title: string; main: Child }) => string

function placesOf(request: FastifyRequest): Pick<Told, 'asked' | 'sold' | 'route'> {
  const { sells } = request.routeOptions.config
  const asked = `${request.method} ${request.originalUrl}`
  if (sells === undefined) return { asked, sold: null, route: null }
  const at = request.originalUrl.indexOf('?')
  const page = pageOf(sells.service, sells.route, isOnOwnHost(request))
  // The page takes the inputs over.
  return { asked, sold: priceText(sells.route), route: at === -1 ? page : page + request.originalUrl.slice(at) }
}

function parsed(text: string): Told['document'] | null {
  try {
    return JSON.parse(text) as Told['document']
  } catch {
    return null
  }
}
