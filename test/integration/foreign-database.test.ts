// A Postgres that somebody else made is looked at before anything is written there.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { expectServer } from '../../db/server.ts'
import { openCommands } from '../support/commands.ts'
import { named, onServer } from '../support/database.ts'

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

test('one of all letters is taken, whatever its locale', async () => {
  await expectServer(await databaseOf('UTF8'))
})
