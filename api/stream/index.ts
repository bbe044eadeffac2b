// GET /stream on the gateway and on every host: a WebSocket that tells of changed rows as they change.

import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { TollgateError } from '../../base/errors.ts'
import { createStreamCredits } from '../../db/payments/stream-credits.ts'
import type { RouteDefinition } from '../../processors/kit/define.ts'
import { callerOf } from '../callers.ts'
import { createKnownKeys } from '../known-keys.ts'
import { createLookup, type LookUp } from '../lookup.ts'
import { lastEventOf, startConnection } from './connection.ts'
import type { StreamDependencies } from './dependencies.ts'
import { createRowFeed } from './feed.ts'
import { type Connections, createHeartbeat } from './heartbeat.ts'
import { createDoorman, type StreamLimits } from './limits.ts'
import { createSubjectReader, type ReadSubject } from './names.ts'
import { createStreamPayments } from './payments.ts'
import { createShares } from './shares.ts'

export type { StreamDependencies } from './dependencies.ts'

export async function registerStream(app: FastifyInstance, deps: StreamDependencies): Promise<void> {
  const { services, database, limits, events } = deps
  const connections: Connections = new Set()
  const stopHeartbeat = createHeartbeat(connections, limits.heartbeatSeconds)
  const feed = await createRowFeed(database, deps.logger)
  const knownKeys = createKnownKeys(database, deps.clock)
  const purchases = createStreamPayments({
    ...deps.payments,
    credits: createStreamCredits(database.pool),
    countRows: async ({ service, route }) => (await knownKeys.list(service.label, route.path)).length,
  })
  const doorman = createDoorman(limits)
  const shareOf = createShares(limits)
  app.addHook('preClose', async () => {
    stopHeartbeat()
    for (const { outbox } of connections) outbox.end('going_away', 'The server stops; reconnect with last_event.')
    await feed.close()
  })
  // Made when first needed: a validator for every route of every host is much for a start.
  const readers = new Map<string | null, ReadSubject>()
  const readerFor = (label: string | null): ReadSubject => {
    const reader = readers.get(label) ?? createSubjectReader({ services, label, knownKeys })
    readers.set(label, reader)
    return reader
  }
  const lookUps = new Map<RouteDefinition<any, any>, LookUp>()
  const lookUpOf = (route: RouteDefinition<any, any>): LookUp => {
    const lookUp = lookUps.get(route) ?? createLookup(route, database)
    lookUps.set(route, lookUp)
    return lookUp
  }
  const connect = (socket: WebSocket, request: FastifyRequest, label: string | null): void => {
    const connection = startConnection(socket, request, {
      ...deps,
      database: database.pool,
      feed,
      purchases,
      readSubject: readerFor(label),
      lookUpOf,
      share: shareOf(callerOf(request)),
    })
    connections.add(connection)
    events.connections(connections.size)
    socket.once('close', () => {
      connection.session.end()
      connections.delete(connection)
      events.connections(connections.size)
    })
  }
  for (const label of [null, ...services.map((service) => service.label)]) {
    app.route({
      method: 'GET',
      url: `${label === null ? '' : `/api/${label}`}/stream`,
      preValidation: async (request) => {
        if (!request.ws) return
        lastEventOf(request)
        const caller = callerOf(request)
        shareOf(caller).spend(1)
        const leave = doorman.enter(caller)
        if (leave === null)
          throw new TollgateError('busy', 'There are enough streams open from this address or at all; close one, or wait.')
        request.raw.socket.once('close', leave)
      },
      handler: async (_request, reply) =>
        reply
          .code(426)
          .headers({ upgrade: 'websocket', connection: 'upgrade', 'cache-control': 'no-store' })
          .send({ error: { code: 'upgrade_required', message: 'This is a WebSocket: connect to it with ws:// or wss://.' } }),
      wsHandler: (socket, request) => connect(socket, request, label),
    })
  }
}

/** Before any route is added: routes learn of WebSockets from it. */
export async function acceptWebSockets(app: FastifyInstance, limits: Pick<StreamLimits, 'messageBytes'>): Promise<void> {
  // Our own preClose says why; this one only keeps the plugin from closing without a word.
  await app.register(websocket, {
    options: { maxPayload: limits.messageBytes, perMessageDeflate: false },
    preClose: (done) => done(),
    // Whoever sends what is no message, or too long a one, writes nothing into the log of errors.
    errorHandler(error, socket, request) {
      const isTheirs = /^(WS_ERR_|ECONNRESET$|EPIPE$)/.test((error as NodeJS.ErrnoException).code ?? '')
      request.log[isTheirs ? 'debug' : 'error']({ err: error }, 'a stream connection failed')
      socket.terminate()
    },
  })
}
