// Changes tables that others work with: DDL waits behind whoever uses a table, and everybody else behind it, so it waits for a moment and comes again.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

// Longer than Postgres takes to end an autovacuum that is in the way; callers wait for longer than this for a connection.
const lockWaitMs = 2_000
const pauseMs = 3_000
const notHad = '55P03'
const deadlock = '40P01'

export const isLocked = ({ code }: { code?: string }) => code === notHad || code === deadlock

/** One transaction, again and again until nobody is in its way; each time `waitsFor` is told who may have been. */
export async function holdingUpNobody(
  client: pg.Client,
  waitsFor: (whom: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  for (; ; await wait(pauseMs)) {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockWaitMs}`)
    try {
      await work()
      await client.query('COMMIT')
      return
    } catch (error) {
      // What ended the connection has undone it.
      await client.query('ROLLBACK').catch(() => undefined)
      if (!isLocked(error as { code?: string })) throw error
      waitsFor(await whoIsThere(client))
    }
  }
}

// Of another's sessions a plain role is told the process and the user alone.
async function whoIsThere(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ who: string }>(
    `SELECT coalesce(nullif(a.application_name, ''), a.usename, 'a session') || ' (pid ' || a.pid
       || coalesce(', since ' || to_char(a.xact_start, 'HH24:MI:SS') || ' UTC', '') || ')' AS who
     FROM pg_stat_activity a WHERE a.pid <> pg_backend_pid() AND EXISTS (SELECT FROM pg_locks l
       JOIN pg_class c ON c.oid = l.relation AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       WHERE l.pid = a.pid AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
     ORDER BY a.xact_start NULLS LAST LIMIT 3`,
  )
  return rows.length === 0 ? 'somebody who has left' : rows.map(({ who }) => who).join(', ')
}
