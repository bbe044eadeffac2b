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

export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} OWNER ${programName}`)
  const url = new URL(inject('programUrl'))
  url.pathname = `/${name}`
  await migrateDatabase(url.href)
  const database = createDatabase({ url: url.href, poolSize: options.poolSize ?? 12, logger: quiet })
  return {
    ...database,
    async drop() {
      await database.close()
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
