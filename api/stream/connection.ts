// From a socket's bytes to its session and back: reads messages one at a time, and answers every mistake with a document.

import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { TollgateError } from '../../base/errors.ts'
import { callerOf } from '../callers.ts'
import { documentOf, toTollgateError } from '../errors.ts'
import { isOnOwnHost, resourceOf } from '../origin.ts'
import type { StreamDependencies } from './dependencies.ts'
import type { Connection } from './heartbeat.ts'
import { readMessage } from './messages.ts'
import { createOutbox } from './outbox.ts'
import { StreamRefusal } from './refusal.ts'
import { createSession, type SessionDependencies } from './session.ts'

type ConnectionDependencies = Omit<StreamDependencies, 'database'> &
  Pick<SessionDependencies, 'database' | 'feed' | 'purchases' | 'readSubject' | 'lookUpOf' | 'share'>

const windowMs = 10_000

export function startConnection(socket: WebSocket, request: FastifyRequest, deps: ConnectionDependencies): Connection {
  const { limits, events, logger } = deps
  const outbox = createOutbox(socket, limits.bufferedBytes, (reason) => {
    events.ended(reason)
    logger.info({ reason, ip: request.ip }, 'stream ended by us')
  })
  const session = createSession({
    ...deps,
    outbox,
    counter: {
      host: request.host,
      resource: resourceOf(request),
      isOwnHost: isOnOwnHost(request),
      caller: callerOf(request),
    },
    lastEvent: lastEventOf(request),
    onUpdate: events.update,
  })
  const connection: Connection = { socket, outbox, session, isAlive: true }
  let windowStart = performance.now()
  let inWindow = 0
  let last: Promise<void> = Promise.resolve()
  socket.on('error', (error) => logger.debug({ reason: error.message }, 'stream connection failed'))
  socket.on('pong', () => {
    connection.isAlive = true
  })
  socket.on('message', (data, isBinary) => {
    connection.isAlive = true
    if (performance.now() - windowStart > windowMs) [windowStart, inWindow] = [performance.now(), 0]
    if (++inWindow > limits.messagesPerTenSeconds) return outbox.end('too_many_messages', 'Fewer messages, please.')
    const text = isBinary ? '' : data.toString()
    last = last.then(() => answer(text)).catch((error: unknown) => sendMistake(error))
  })
  const answer = async (text: string): Promise<void> => {
    if (!outbox.isOpen) return
    // Before it is even looked at: that costs too.
    deps.share.spend(1)
    await session.handle(readMessage(text))
  }
  const sendMistake = (thrown: unknown): void => {
    outbox.send(JSON.stringify(thrown instanceof StreamRefusal ? thrown.document : mistakeOf(thrown, logger)))
  }
  return connection
}

function mistakeOf(thrown: unknown, logger: Logger): object {
  const error = toTollgateError(thrown)
  if (error.code === 'internal') logger.error({ err: thrown }, 'stream message failed')
  return { type: 'error', ...documentOf(error) }
}

/** The header of the same meaning in server-sent events, under both its names; browsers can set neither and use the query. */
export function lastEventOf(request: FastifyRequest): number | null {
  const { 'last-event': header, 'last-event-id': longer } = request.headers
  const given = header ?? longer ?? (request.query as Record<string, unknown>).last_event
  if (given === undefined) return null
  const id = Number(given)
  if (!Number.isSafeInteger(id) || id < 1) throw new TollgateError('input_invalid', 'Last-Event is the number of an update.')
  return id
}
