// Named work that only one process may do: held by a connection that dies with its process, taken over by whoever asks next.
import type pg from 'pg'
import type { Logger } from 'pino'
import { messageOf } from '../../base/errors.ts'
import { endSession, openSession } from '../session.ts'
import { oneAtATime, type Query } from './one-at-a-time.ts'

export interface Ownership {
  /** True when this process has, or just got, the named work. */
  claim(name: string): Promise<boolean>
  /** Leaves the named work to whoever asks next. */
  release(name: string): Promise<void>
  close(): Promise<void>
}

export function createOwnership(options: { url: string; logger: Logger }): Ownership {
  let client: Promise<{ query: Query; end(): Promise<void> }> | null = null
  let current: pg.Client | null = null
  const held = new Set<string>()
  const forget = () => {
    client = current = null
    held.clear()
  }
  const connect = async () => {
    const fresh = await openSession(options.url, 'tollgate ownership')
    fresh.once('end', () => {
      if (current === fresh) forget()
    })
    current = fresh
    return { query: oneAtATime(fresh), end: () => endSession(fresh) }
  }
  // What it still holds would be nobody's.
  const drop = () => {
    const dropped = client
    forget()
    void dropped?.then(
      (connection) => connection.end(),
      () => undefined,
    )
  }
  return {
    async claim(name) {
      if (held.has(name)) return true
      try {
        client ??= connect()
        const { query } = await client
        const { rows } = await query<{ ok: boolean }>("SELECT pg_try_advisory_lock(hashtextextended('own:' || $1, 0)) AS ok", [
          name,
        ])
        if (rows[0]!.ok) held.add(name)
        return rows[0]!.ok
      } catch (error) {
        options.logger.warn({ name, reason: messageOf(error) }, 'ownership could not be asked for')
        drop()
        return false
      }
    },
    async release(name) {
      if (!held.delete(name) || client === null) return
      try {
        const { query } = await client
        await query("SELECT pg_advisory_unlock(hashtextextended('own:' || $1, 0))", [name])
      } catch (error) {
        options.logger.warn({ name, reason: messageOf(error) }, 'ownership could not be given up')
        drop()
      }
    },
    async close() {
      const open = client
      forget()
      await open?.then(
        (connection) => connection.end(),
        () => undefined,
      )
    },
  }
}
