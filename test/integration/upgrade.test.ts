// A database of the release before, with rows in every table, is migrated: nothing in it changes, and processes of that release go on working.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { placeOf, readChanges } from '../../db/changed-rows.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { until } from '../support/until.ts'

const previousRelease = '0003_payments'
const database = `upgrade_${process.pid}`
const server = inject('postgresUrl')
const url = Object.assign(new URL(server), { pathname: `/${database}` }).href
let client: pg.Client

const sqlOf = (name: string) => readFileSync(new URL(`../support/upgrade/${name}`, import.meta.url), 'utf8')

async function onServer(text: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(text)
  await admin.end()
}

// As that release did it: its migrations and no others.
async function migrateAsBefore(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'))
  cpSync(new URL('../../migrations', import.meta.url), folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const count = journal.entries.findIndex(({ tag }) => tag === previousRelease) + 1
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  await migrate(drizzle(client), { migrationsFolder: folder, migrationsSchema: 'public', migrationsTable: 'migration' })
  rmSync(folder, { recursive: true })
}

/** Every row of every table of that release, in the columns it knew. */
async function dump(columns: ReadonlyMap<string, string>): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const [table, names] of columns)
    tables[table] = (await client.query(`SELECT ${names} FROM ${table} ORDER BY 1, 2, 3`)).rows
  return tables
}

async function columnsOfTables(): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; names: string }>(
    `SELECT c.relname AS table, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS names FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> 'migration' GROUP BY 1 ORDER BY 1`,
  )
  return new Map(rows.map(({ table, names }) => [table, names]))
}

beforeAll(async () => {
  await onServer(`CREATE DATABASE ${database}`)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrateAsBefore()
  await client.query(sqlOf('rows-0003.sql'))
})
afterAll(async () => {
  await client.end()
  await onServer(`DROP DATABASE ${database} WITH (FORCE)`)
})

test('every row is what it was, old processes go on, and new ones understand both', async () => {
  const columns = await columnsOfTables()
  const before = await dump(columns)
  expect(
    Object.entries(before)
      .filter(([, rows]) => rows.length === 0)
      .map(([table]) => table),
  ).toEqual(['log_member'])
  // Two processes of the new release start at once.
  await Promise.all([migrateDatabase(url), migrateDatabase(url)])
  expect(await dump(columns)).toEqual(before)
  // Rows that landed outside any month have one now.
  expect((await client.query('SELECT count(*)::int AS strays FROM signal_history_default')).rows).toEqual([{ strays: 0 }])

  await client.query(sqlOf('old-process.sql'))
  const after = await dump(columns)
  expect(after.log_record).toHaveLength(before.log_record!.length + 1)
  expect(after.signal_history).toHaveLength(before.signal_history!.length + 1)
  const { rows } = await client.query<{ id: string }>("SELECT id FROM signal_row WHERE key = 'late'")
  const start = { writtenIn: '0', id: 0 }
  // Told once every transaction of the server that began before has ended: other suites have theirs.
  await until('the late row can be told', async () => (await readChanges(client, { after: start, limit: 10 })).length > 0)
  expect(await readChanges(client, { after: start, limit: 10 })).toMatchObject([{ id: Number(rows[0]!.id), key: 'late' }])
  expect(await placeOf(client, 5)).toBeNull()

  // As after a dump is loaded into another server: versions of a future this server has not counted to.
  await client.query("UPDATE signal_history SET written_in = '999999999999' WHERE key = 'late'")
  await migrateDatabase(url)
  expect((await client.query('SELECT count(written_in)::int AS told FROM signal_history')).rows).toEqual([{ told: 0 }])
})
