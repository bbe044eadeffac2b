// Named work that only one process may do: held by a connection that dies with its process, taken over by whoever asks next.
import pg from 'pg'
import type { Logger } from 'pino'
import { messageOf } from '../../base/errors.ts'
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
  const held = new Set<string>()
  const forget = () => {
    client = null
    held.clear()
  }
  const connect = async () => {
    const fresh = new pg.Client({ connectionString: options.url, application_name: 'tollgate ownership', keepAlive: true })
    fresh.on('error', forget)
    fresh.on('end', forget)
    await fresh.connect()
    return { query: oneAtATime(fresh), end: () => fresh.end() }
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
        forget()
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
        forget()
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
