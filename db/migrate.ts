// Brings the database's tables up to this release, one process at a time.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { TollgateError } from '../base/errors.ts'
import { holdingUpNobody, isLocked } from './locks/in-passing.ts'
import { createHistoryMonths } from './rows/history-months.ts'
import { endSession, openSession } from './session.ts'

const migrationLock = 0x7011_0001
// Postgres: insufficient_privilege.
const notAllowed = '42501'
const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** `waitsFor` is told, every few seconds, whom a migration waits for. */
export async function migrateDatabase(url: string, waitsFor: (whom: string) => void = () => undefined): Promise<void> {
  const client = await openSession(url, 'tollgate tables')
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    // Also drizzle's own "if not exists" wants rights that only who prepares the database need have.
    const missing = await missingIn(client)
    if (missing !== 0) await makeTables(client, waitsFor).catch(explained(missing))
    await createHistoryMonths(client).catch(leftForLater)
    // Brought by a dump from another server, whose transactions this one has yet to count to: such rows would be told as news one day.
    await client.query('UPDATE signal_history SET written_in = NULL WHERE written_in >= pg_snapshot_xmax(pg_current_snapshot())')
  } finally {
    await endSession(client)
  }
}

// What the library's own runner says to the database, which needs 106 of its files for it: half a second of every first start.
async function makeTables(client: pg.Client, waitsFor: (whom: string) => void): Promise<void> {
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  await client.query('CREATE TABLE IF NOT EXISTS public.migration (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)')
  const newest = await newestIn(client)
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis <= newest) continue
    await holdingUpNobody(client, waitsFor, async () => {
      for (const statement of sql) await client.query(statement)
      await client.query('INSERT INTO public.migration (hash, created_at) VALUES ($1, $2)', [hash, folderMillis])
    })
  }
}

/** How many migrations of this release a database lacks; null where there are no tables of ours at all. */
export async function countMissingMigrations(url: string): Promise<number | null> {
  const client = await openSession(url, 'tollgate tables', { mayFollow: true })
  try {
    return await missingIn(client)
  } finally {
    await endSession(client)
  }
}

async function missingIn(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ made: string | null }>(`SELECT to_regclass('public.migration')::text AS made`)
  if (rows[0]?.made == null) return null
  const newest = await newestIn(client)
  const { entries } = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[]
  }
  return entries.filter(({ when }) => when > newest).length
}

async function newestIn(client: pg.Client): Promise<number> {
  const done = await client.query<{ newest: string | null }>('SELECT max(created_at)::text AS newest FROM public.migration')
  return Number(done.rows[0]?.newest ?? 0)
}

// A month that is missing keeps nobody from working: its rows wait in the table of no month, and the chore of every hour makes it.
function leftForLater(error: Error & { code?: string }): void {
  if (!isLocked(error) && error.code !== notAllowed) throw error
}

function explained(missing: number | null) {
  return (error: Error & { code?: string }): never => {
    if (error.code !== notAllowed) throw error
    const tables = missing === null ? 'has no tables of the gateway' : `is ${missing} migration(s) behind this release`
    throw new TollgateError(
      'config_invalid',
      `DATABASE_URL: the database ${tables}, and its role may not make them (${error.message}). Run this release's npm run prepare ` +
        'with a role that may, then start again.',
      { cause: error },
    )
  }
}
