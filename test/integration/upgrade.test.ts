// A database of the release before, with rows in every table, is migrated: nothing in it changes, and processes of that release go on working.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { placeOf, readChanges } from '../../db/rows/changed-rows.ts'
import { createTestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { createAsReleased, type ReleasedDatabase } from '../support/upgrade/released.ts'

const server = inject('postgresUrl')
let database: ReleasedDatabase

const sqlOf = (name: string) => readFileSync(new URL(`../support/upgrade/${name}`, import.meta.url), 'utf8')

/** Every row of every table of that release, in the columns it knew. */
async function dump(columns: ReadonlyMap<string, string>): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const [table, names] of columns)
    tables[table] = (await database.client.query(`SELECT ${names} FROM ${table} ORDER BY 1, 2, 3`)).rows
  return tables
}

async function columnsOfTables(): Promise<Map<string, string>> {
  const { rows } = await database.client.query<{ table: string; names: string }>(
    `SELECT c.relname AS table, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS names FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> 'migration' GROUP BY 1 ORDER BY 1`,
  )
  return new Map(rows.map(({ table, names }) => [table, names]))
}

afterEach(() => database?.drop())

test.each([
  ['0003_payments', ['rows-0003.sql']],
  ['0007_open_keys', ['rows-0003.sql', 'rows-0007.sql']],
])('from %s: every row stays what it was, and a process of then goes on before, during and after', async (release, files) => {
  database = await createAsReleased(server, release)
  for (const file of files) await database.client.query(sqlOf(file))
  const columns = await columnsOfTables()
  const before = await dump(columns)
  const empty = Object.entries(before).filter(([, rows]) => rows.length === 0)
  expect(empty.map(([table]) => table)).toEqual(['log_member'])
  const rows = Object.fromEntries(Object.entries(before).map(([table, { length }]) => [table, length]))

  const old = runOldProcess(database.url)
  await until('the old process works', () => old.rounds() >= 2)
  await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)])
  const during = old.rounds()
  await until('it goes on', () => old.rounds() >= during + 2)
  await old.stop()
  const after = await dump(columns)
  // What it wrote is there, each once, and nothing of what was there is gone.
  expect(after.log_record).toHaveLength(rows.log_record! + old.rounds())
  for (const [table, { length }] of Object.entries(after)) expect(length, table).toBeGreaterThanOrEqual(rows[table]!)
  for (const table of ['removal', 'blob', 'payment', 'log_topic']) expect(after[table], table).toEqual(before[table])
})

test('a new database is the one that the library of migrations makes, and marked as it marks it', async () => {
  const { entries } = JSON.parse(readFileSync(new URL('../../migrations/meta/_journal.json', import.meta.url), 'utf8'))
  database = await createAsReleased(server, entries.at(-1).tag)
  const own = await createTestDatabase()
  try {
    const look = async (client: Pick<pg.Client, 'query'>) => [
      (await client.query('SELECT id, hash, created_at FROM migration ORDER BY id')).rows,
      (await client.query(everyColumn)).rows,
      (await client.query(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename !~ '_y?\\d{4}' ORDER BY 1`))
        .rows,
    ]
    const [marks, columns, indexes] = await look(own.pool)
    expect([marks, columns, indexes]).toEqual(await look(database.client))
    expect(marks).toHaveLength(entries.length)
    expect(Math.min(columns!.length, indexes!.length)).toBeGreaterThan(20)
  } finally {
    await own.drop()
  }
})

const everyColumn = `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name !~ '_y?\\d{4}' ORDER BY 1, 2`

// A row on its way to the table of no month is refused when its month's table is made meanwhile; a runner does its batch again.
const againWhereAMonthCame = (client: pg.Client, statement: string) => (error: { code?: string }) => {
  if (error.code !== '23514') throw error
  return client.query(statement)
}

/** The statements of a process of the first release with rows here, over and over, each a transaction as there. */
function runOldProcess(url: string) {
  const statements = sqlOf('old-process.sql')
    .replaceAll(/^--.*$/gm, '')
    .split(/;\n/)
    .filter((text) => text.trim() !== '')
  const client = new pg.Client({ connectionString: url })
  let rounds = 0
  let isOver = false
  const work = async () => {
    await client.connect()
    while (!isOver) {
      for (const statement of statements) await client.query(statement).catch(againWhereAMonthCame(client, statement))
      rounds++
    }
    await client.end()
  }
  const working = work()
  // Until it is looked at, a failure belongs to nobody.
  working.catch(() => undefined)
  return {
    rounds: () => rounds,
    async stop() {
      isOver = true
      await working
    },
  }
}

test('every row is what it was, old processes go on, and new ones understand both', async () => {
  database = await createAsReleased(server, '0003_payments')
  const { client, url } = database
  await client.query(sqlOf('rows-0003.sql'))
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
