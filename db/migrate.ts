// Brings the database's tables up to this release, one process at a time.
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { createHistoryMonths } from './rows/history-months.ts'

const migrationLock = 0x7011_0001
const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder, migrationsSchema: 'public', migrationsTable: 'migration' })
    await createHistoryMonths(client)
    // Brought by a dump from another server, whose transactions this one has yet to count to: such rows would be told as news one day.
    await client.query('UPDATE signal_history SET written_in = NULL WHERE written_in >= pg_snapshot_xmax(pg_current_snapshot())')
  } finally {
    await client.end()
  }
}
