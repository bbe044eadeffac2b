// Commands that only read make nothing: no database where there is none, no tables in a strange one, no topics, no migrations.
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { openCommands } from '../support/commands.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'

const reading = ['lag', 'rows', 'dead list', 'topics', 'explain rates/rates'] as const

const commands = openCommands()
let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = createDataDir('reading')
})
afterAll(async () => {
  await commands.close()
  await database?.drop()
  removeDataDir(folder)
})

const tablesOf = async (pool: Pick<pg.Pool, 'query'>) =>
  (
    await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`,
    )
  ).rows.length

test('in a folder without a database they say so, exit with 2 and leave it as it was', async () => {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const nowhere = join(empty, 'nowhere')
  const runs = reading.map((words, index) => {
    const [name, ...args] = words.split(' ')
    return commands.run([`cli/${name}.ts`, ...args], { DATA_DIR: index === 0 ? empty : nowhere })
  })
  for (const [index, ran] of (await Promise.all(runs)).entries()) {
    const place = index === 0 ? empty : nowhere
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`there is no database in ${place}`) })
    expect(ran.stderr).toContain('DATA_DIR')
  }
  expect(readdirSync(empty)).toEqual([])
})

test('they find the database of a folder that only its owner may enter, as below a home', async () => {
  const home = createDataDir('home')
  chmodSync(home, 0o700)
  const dataDir = join(home, 'data')
  try {
    const server = await startEmbeddedPostgres({ dataDir, logger: quiet })
    await server.stop()
    const ran = await commands.run(['cli/rows.ts'], { DATA_DIR: dataDir })
    expect(ran).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the database in DATA_DIR has no tables of the gateway'),
    })
  } finally {
    removeDataDir(dataDir)
    removeDataDir(home)
  }
})

test('a database that holds nothing of ours is left empty', async () => {
  const strange = await createTestDatabase()
  try {
    await strange.pool.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public`)
    for (const ran of await Promise.all(['lag', 'rows'].map((name) => commands.runOn(strange.url, name))))
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('no tables of the gateway') })
    expect(await tablesOf(strange.pool)).toBe(0)
  } finally {
    await strange.drop()
  }
})

test('a database of an earlier release is not migrated', async () => {
  const earlier = await createTestDatabase()
  try {
    await earlier.pool.query('DELETE FROM migration WHERE created_at = (SELECT max(created_at) FROM migration)')
    await earlier.pool.query('DROP TABLE payment_sign_in')
    const before = await tablesOf(earlier.pool)
    for (const ran of await Promise.all(['lag', 'rows'].map((name) => commands.runOn(earlier.url, name))))
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('1 migration(s) behind') })
    expect(await tablesOf(earlier.pool)).toBe(before)
  } finally {
    await earlier.drop()
  }
})

test('topics that nobody has made are empty ones, and stay unmade', async () => {
  for (const [command, ...args] of [
    ['lag', '--json'],
    ['topics', '--json'],
    ['offsets', 'rates', 'show', '--json'],
  ] as const)
    expect(await commands.runOn(database.url, command, ...args)).toMatchObject({ code: 0, stderr: '' })
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM log_topic')
  expect(rows[0]).toEqual({ count: 0 })
})
