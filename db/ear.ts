// One connection for all that a program's part listens to; it comes back by itself, and says to everybody that something may have been missed.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { messageOf } from '../base/errors.ts'
import { oneAtATime, type Query } from './locks/one-at-a-time.ts'
import { endSession } from './session.ts'

export type Heard = (payload: string | null) => void

export interface Ear {
  listen(channel: string, heard: Heard): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface EarOptions {
  readonly config: pg.ClientConfig
  readonly prepare: (client: pg.ClientBase) => Promise<void>
  readonly logger: Logger
}

type Call = { readonly heard: Heard }
/** `listening`: since the server was asked for the channel. */
type Channel = { readonly calls: Set<Call>; listening: Promise<unknown> }

const reconnectMs = 250

export function createEar({ config, prepare, logger }: EarOptions): Ear {
  const channels = new Map<string, Channel>()
  let client: { readonly query: Query; end(): Promise<void> } | null = null
  let opening: Promise<void> | null = null
  let isReturning = false
  const connect = async (): Promise<void> => {
    const before = [...channels.values()].flatMap(({ calls }) => [...calls])
    const fresh = new pg.Client(config)
    const query = oneAtATime(fresh)
    const own = { query, end: () => endSession(fresh) }
    fresh.on('error', () => undefined) // 'end' follows and reconnects
    fresh.on('notification', ({ channel, payload }) => {
      for (const { heard } of channels.get(channel)?.calls ?? []) heard(payload ?? null)
    })
    await fresh.connect()
    try {
      await prepare(fresh)
      // What is asked for meanwhile is come to as well.
      for (const channel of channels.keys()) await query(listenTo(channel))
    } catch (error) {
      void endSession(fresh)
      throw error
    }
    fresh.once('end', () => {
      if (client !== own) return
      client = null
      void comeBack()
    })
    client = own
    if (channels.size === 0) return leave()
    if (isReturning) for (const { heard } of before) heard(null)
    isReturning = false
  }
  const open = (): Promise<void> => {
    opening ??= connect().finally(() => {
      opening = null
    })
    return opening
  }
  const comeBack = async (): Promise<void> => {
    if (isReturning) return
    isReturning = true
    while (channels.size > 0 && client === null) {
      await wait(reconnectMs, undefined, { ref: false })
      if (client === null && channels.size > 0)
        await open().catch((error) => logger.debug({ reason: messageOf(error) }, 'LISTEN is not back yet'))
    }
    isReturning = false
  }
  const leave = async (): Promise<void> => {
    const left = client
    client = null
    await left?.end()
  }
  const forget = async (name: string, call: Call): Promise<void> => {
    const channel = channels.get(name)
    if (!channel?.calls.delete(call) || channel.calls.size > 0) return
    channels.delete(name)
    if (channels.size === 0) await leave()
    else await client?.query(`UNLISTEN ${pg.escapeIdentifier(name)}`).catch(() => undefined) // gone with its connection
  }
  // A connection that breaks over it comes back, and listens to it then.
  const ask = (name: string): Promise<unknown> => (client === null ? open() : client.query(listenTo(name)).catch(unlessBroken))
  return {
    async listen(name, heard) {
      const call = { heard }
      const channel = channels.get(name) ?? { calls: new Set<Call>(), listening: Promise.resolve() }
      channel.calls.add(call)
      if (!channels.has(name)) {
        channels.set(name, channel)
        channel.listening = ask(name)
      }
      try {
        await channel.listening
      } catch (error) {
        await forget(name, call)
        throw error
      }
      return () => forget(name, call)
    },
    async close() {
      channels.clear()
      await opening?.catch(() => undefined)
      await leave()
    },
  }
}

const listenTo = (channel: string): string => `LISTEN ${pg.escapeIdentifier(channel)}`

// Of a connection that ends a server says FATAL, or nothing at all.
function unlessBroken(error: Error): void {
  if ('severity' in error && error.severity === 'ERROR') throw error
}
