// A fresh, migrated database of its own for one suite, on the shared test server, worked on as the program does: by a role that owns it and no more.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createDatabase, type Database } from '../../db/client.ts'
import { programName } from '../../db/embedded/roles.ts'
import { migrateDatabase } from '../../db/migrate.ts'

export const quiet = pino({ level: process.env.LOG_LEVEL ?? 'fatal' })

export interface TestDatabase extends Database {
  drop(): Promise<void>
}

// Migrated once for all suites: each gets a copy of it.
const template = 'migrated'

export async function createTemplate(server: string, programUrl: string): Promise<void> {
  await onServer(server, `CREATE DATABASE ${template} OWNER ${programName}`)
  await migrateDatabase(named(programUrl, template))
}

export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} OWNER ${programName} TEMPLATE ${template}`)
  const database = createDatabase({ url: named(inject('programUrl'), name), poolSize: options.poolSize ?? 12, logger: quiet })
  return {
    ...database,
    async drop() {
      await database.close()
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** The same server's other database. */
export function named(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
