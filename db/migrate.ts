// Brings the database's tables up to this release, one process at a time.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { createHistoryMonths } from './rows/history-months.ts'
import { endSession, openSession } from './session.ts'

const migrationLock = 0x7011_0001
const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

export async function migrateDatabase(url: string): Promise<void> {
  const client = await openSession(url, 'tollgate tables')
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    // Also drizzle's own "if not exists" wants rights that only who prepares the database need have.
    if ((await missingIn(client)) !== 0) await makeTables(client)
    await createHistoryMonths(client)
    // Brought by a dump from another server, whose transactions this one has yet to count to: such rows would be told as news one day.
    await client.query('UPDATE signal_history SET written_in = NULL WHERE written_in >= pg_snapshot_xmax(pg_current_snapshot())')
  } finally {
    await endSession(client)
  }
}

// What the library's own runner says to the database, which needs 106 of its files for it: half a second of every first start.
async function makeTables(client: pg.Client): Promise<void> {
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  await client.query('CREATE TABLE IF NOT EXISTS public.migration (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)')
  const newest = await newestIn(client)
  // Ended with the connection, and undone, where a statement fails.
  await client.query('BEGIN')
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis <= newest) continue
    for (const statement of sql) await client.query(statement)
    await client.query('INSERT INTO public.migration (hash, created_at) VALUES ($1, $2)', [hash, folderMillis])
  }
  await client.query('COMMIT')
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
