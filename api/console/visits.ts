// A person who follows the address of a call into a browser is told in a page what a program is told in JSON: status and headers stay.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { priceText } from '../discovery/calls.ts'
import { isOnOwnHost } from '../origin.ts'
import { isVisit } from '../visit.ts'
import type { WritePage } from './layout.ts'
import { type Refusal, type Told, toldPage } from './pages/told.ts'
import { pageOf } from './places.ts'

export function tellVisitors(app: FastifyInstance, writePage: WritePage): void {
  app.addHook<unknown>('onSend', (request, reply, payload, next) => {
    if (reply.statusCode < 400 || !isVisit(request) || typeof payload !== 'string') return next(null, payload)
    const document = refusalIn(payload)
    if (document === null) return next(null, payload)
    const page = toldPage({ ...placesOf(request), status: reply.statusCode, document })
    reply.removeHeader('content-length')
    next(null, writePage(request, reply, { ...page, here: '' }))
  })
}

function placesOf(request: FastifyRequest): Pick<Told, 'asked' | 'sold' | 'route'> {
  const { sells } = request.routeOptions.config
  const asked = `${request.method} ${request.originalUrl}`
  if (sells === undefined) return { asked, sold: null, route: null }
  const at = request.originalUrl.indexOf('?')
  const page = pageOf(sells.service, sells.route, isOnOwnHost(request))
  // The page takes the inputs over.
  return { asked, sold: priceText(sells.route), route: at === -1 ? page : page + request.originalUrl.slice(at) }
}

/** Other documents are themselves whatever their status, as /health is. */
function refusalIn(text: string): Refusal | null {
  try {
    const document = JSON.parse(text) as { error?: unknown; detail?: unknown } | null
    const isRefusal = document?.error !== undefined || Array.isArray(document?.detail)
    return isRefusal ? (document as Refusal) : null
  } catch {
    return null
  }
}
