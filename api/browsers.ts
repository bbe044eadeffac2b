// What a page of any other origin may read in its visitor's browser: all that is free for everybody, beside what is sold.
import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify'
import { allowBrowsers, preflightHeaders } from './payment/reply.ts'

// Documents say so themselves as they leave; what is for the operator never is.
const freeForAll = /\/(health|favicon\.ico|provenance\/:row|receipts\/:transaction)$/

const letBrowsersRead: onSendHookHandler<unknown> = (_request, reply, payload, next) => {
  allowBrowsers(reply)
  next(null, payload)
}

/** Before the routes are added. */
export function openToBrowsers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { paid, sells } = route.config ?? {}
    if (paid !== undefined || (sells === undefined && !freeForAll.test(route.url))) return
    route.onSend = [letBrowsersRead, ...(route.onSend === undefined ? [] : [route.onSend].flat())]
  })
}

/** To OPTIONS on a path of ours: what it takes. A browser may go on where only reading is done, or what is sold is free. */
export function tellMethods(reply: FastifyReply, methods: readonly string[], isSold: boolean): FastifyReply {
  const isOnlyRead = methods.every((method) => method === 'GET' || method === 'HEAD')
  if (isOnlyRead) reply.headers(preflightHeaders('GET'))
  else if (isSold) reply.headers(preflightHeaders('GET, POST'))
  return reply
    .code(204)
    .header('allow', [...methods, 'OPTIONS'].join(', '))
    .send()
}
