// Brings the database's tables up to this release, one process at a time.
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const migrationLock = 0x7011_0001
const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder, migrationsSchema: 'public', migrationsTable: 'migration' })
    await createHistoryMonths(client)
  } finally {
    await client.end()
  }
}

// The running month and the next: a program that runs on calls this again each day.
export async function createHistoryMonths(client: Pick<pg.Client, 'query'>, now = new Date()): Promise<void> {
  for (const ahead of [0, 1]) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 1))
    const name = `signal_history_${from.toISOString().slice(0, 7).replace('-', '_')}`
    const range = `FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`
    await client.query(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF signal_history FOR VALUES ${range}`)
  }
}
