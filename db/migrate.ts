// Brings the database's tables up to this release, one process at a time.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createHistoryMonths } from './rows/history-months.ts'

const migrationLock = 0x7011_0001
const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    // Also drizzle's own "if not exists" wants rights that only who prepares the database need have.
    if ((await missingIn(client)) !== 0) await makeTables(client)
    await createHistoryMonths(client)
    // Brought by a dump from another server, whose transactions this one has yet to count to: such rows would be told as news one day.
    await client.query('UPDATE signal_history SET written_in = NULL WHERE written_in >= pg_snapshot_xmax(pg_current_snapshot())')
  } finally {
    await client.end()
  }
}

// Loaded only here: most programs find every table there, and the library is half of what they would read.
async function makeTables(client: pg.Client): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  await migrate(drizzle(client), { migrationsFolder, migrationsSchema: 'public', migrationsTable: 'migration' })
}

/** How many migrations of this release a database lacks; null where there are no tables of ours at all. */
export async function countMissingMigrations(url: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await missingIn(client)
  } finally {
    await client.end()
  }
}

async function missingIn(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ made: string | null }>(`SELECT to_regclass('public.migration')::text AS made`)
  if (rows[0]?.made == null) return null
  const done = await client.query<{ newest: string | null }>('SELECT max(created_at)::text AS newest FROM public.migration')
  const newest = Number(done.rows[0]?.newest ?? 0)
  const { entries } = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[]
  }
  return entries.filter(({ when }) => when > newest).length
}
