// A Postgres that somebody else made is looked at before anything is written there.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../db/client.ts'
import { bringUp, expectServer, refusalOfRelease } from '../../db/server.ts'
import { openSession } from '../../db/session.ts'
import { openCommands } from '../support/commands.ts'
import { named, onServer, quiet } from '../support/database.ts'

async function databaseOf(encoding: string): Promise<string> {
  const server = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} ENCODING '${encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`)
  onTestFinished(() => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`))
  return named(server, name)
}

test.each(['LATIN1', 'SQL_ASCII'])('one that keeps text as %s is refused with what to do', async (encoding) => {
  await expect(expectServer(await databaseOf(encoding))).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringMatching(new RegExp(`keeps text as ${encoding}.*CREATE DATABASE tollgate ENCODING 'UTF8'`)),
  })
})

test('nor does a command that changes something make tables there', async () => {
  const url = await databaseOf('LATIN1')
  const commands = openCommands()
  onTestFinished(() => commands.close())
  expect(await commands.runOn(url, 'prepare')).toMatchObject({ code: 1, stderr: expect.stringContaining('keeps text as LATIN1') })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("SELECT count(*)::int AS n FROM pg_class WHERE relnamespace = 'public'::regnamespace")
  await client.end()
  expect(rows[0].n).toBe(0)
})

test('one of an earlier release than is needed is refused by name', () => {
  expect(refusalOfRelease(15)).toBe('DATABASE_URL: this is Postgres 15; 16 or newer is needed.')
  expect(refusalOfRelease(16)).toBe(null)
})

test('one of all letters is taken, whatever its locale', async () => {
  await expectServer(await databaseOf('UTF8'))
})

// What an owner sets for all who come; each of them has been somebody's default.
const odd: Readonly<Record<string, string>> = {
  ...{ DateStyle: 'German, DMY', IntervalStyle: 'postgres_verbose', TimeZone: 'Asia/Kathmandu', extra_float_digits: '0' },
  ...{ standard_conforming_strings: 'off', synchronous_commit: 'off', array_nulls: 'off', transform_null_equals: 'on' },
  ...{ bytea_output: 'escape', default_transaction_isolation: 'serializable', lock_timeout: '250ms' },
  ...{ idle_session_timeout: '700ms', idle_in_transaction_session_timeout: '700ms' },
}

test('one whose owner has set forms and limits for people is read and written as any', async () => {
  const url = await databaseOf('UTF8')
  const server = inject('postgresUrl')
  for (const [name, value] of Object.entries(odd))
    await onServer(server, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${name} = '${value}'`)
  const plain = new pg.Client({ connectionString: url })
  await plain.connect()
  for (const [name, value] of Object.entries(odd))
    expect((await plain.query(`SELECT current_setting('${name}') AS is`)).rows[0].is).toBe(value)
  await plain.end()

  await bringUp(url, true, quiet)
  const database = createDatabase({ url, poolSize: 2, logger: quiet })
  onTestFinished(() => database.close())
  const at = new Date('2026-02-01T03:04:05.678Z')
  const { rows } = await database.pool.query(
    `SELECT $1::timestamptz AS time, '1500-01-01 00:00:00+00'::timestamptz AS early, 0.1::float8 + 0.2::float8 AS sum,
       date_trunc('day', '2026-02-01 23:00:00+00'::timestamptz) AS day, '\\x5c00ff'::bytea AS bytes,
       current_setting('synchronous_commit') AS waits, $2::text[] AS list, $3::int = NULL AS same`,
    [at, ['a', null], null],
  )
  expect(rows).toEqual([
    {
      time: at,
      early: new Date('1500-01-01T00:00:00Z'),
      sum: 0.1 + 0.2,
      day: new Date('2026-02-01T00:00:00Z'),
      bytes: Buffer.from([0x5c, 0, 0xff]),
      waits: 'on',
      list: ['a', null],
      same: null,
    },
  ])
  const lazy = createDatabase({ url, poolSize: 1, logger: quiet, isLazy: true })
  onTestFinished(() => lazy.close())
  expect((await lazy.pool.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'off' }])
  // A lock lives as long as its session, however quiet it is, and who waits for one waits; what others committed meanwhile is seen.
  const session = await openSession(url, 'holds a lock')
  onTestFinished(() => session.end())
  await session.query('SELECT pg_advisory_lock(7)')
  await session.query(`CREATE TABLE seen (n int); INSERT INTO seen VALUES (1)`)
  const seen = await database.transaction(async (connection) => {
    const before = (await connection.query('SELECT n FROM seen')).rows
    await session.query('UPDATE seen SET n = 2')
    await wait(1_200)
    return [before, (await connection.query('SELECT n FROM seen')).rows]
  })
  expect(seen).toEqual([[{ n: 1 }], [{ n: 2 }]])
  const waited = database.pool.query('SELECT pg_advisory_lock(7)')
  await wait(500)
  await session.query('SELECT pg_advisory_unlock(7)')
  await waited
})
