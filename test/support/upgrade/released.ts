// A database as an earlier release left it: its migrations and no others.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

export interface ReleasedDatabase {
  readonly url: string
  readonly client: pg.Client
  drop(): Promise<void>
}

export async function createAsReleased(server: string, newest: string): Promise<ReleasedDatabase> {
  const name = `upgrade_${newest}_${process.pid}`
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrateUpTo(client, newest)
  return {
    url,
    client,
    async drop() {
      await client.end()
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function migrateUpTo(client: pg.Client, newest: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'))
  cpSync(new URL('../../../migrations', import.meta.url), folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const count = journal.entries.findIndex(({ tag }) => tag === newest) + 1
  if (count === 0) throw new Error(`there is no migration ${newest}`)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  await migrate(drizzle(client), { migrationsFolder: folder, migrationsSchema: 'public', migrationsTable: 'migration' })
  rmSync(folder, { recursive: true })
}

async function onServer(server: string, text: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(text)
  await admin.end()
}
