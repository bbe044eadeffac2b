// What a Postgres that is not our own must be like, looked at before anything is done there: of letters for all languages, and with a
// session for each connection, for locks, leases, notifications and settings hang on one.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { TollgateError } from '../base/errors.ts'
import { createSeldom } from '../base/seldom.ts'
import { migrateDatabase } from './migrate.ts'
import { connectMs } from './session.ts'

// Which session a pooler gives next is its own affair: what one round does not show the next may.
const rounds = 4
export const oldestRelease = 16
const readMark = `SELECT current_setting('tollgate.session', true) AS mark`

/** Tables of this release, in a database that can hold them. */
export async function bringUp(url: string, isForeign: boolean, logger: Pick<Logger, 'warn'>): Promise<void> {
  if (isForeign) await expectServer(url)
  const isNews = createSeldom()
  await migrateDatabase(url, (whom) => {
    if (isNews(whom)) logger.warn({ waits_for: whom }, 'the tables of this release wait until nobody uses those that they change')
  })
}

export async function expectServer(url: string): Promise<void> {
  const [one, other] = [0, 1].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs })) as [
    pg.Client,
    pg.Client,
  ]
  const mark = randomBytes(8).toString('hex')
  const hasMark = async (client: pg.Client): Promise<boolean> => (await client.query(readMark)).rows[0].mark === mark
  for (const client of [one, other]) client.on('error', () => undefined) // the query under way tells
  try {
    await Promise.all([one.connect(), other.connect()])
    await expectRelease(one)
    await expectLetters(one)
    await one.query(`SELECT set_config('tollgate.session', $1, false)`, [mark])
    for (let round = 0; round < rounds; round++) {
      // Meanwhile no other may have the session that it has.
      await other.query('BEGIN')
      if ((await hasMark(other)) || !(await hasMark(one))) throw shared()
      await other.query('COMMIT')
    }
  } finally {
    await Promise.allSettled([one.end(), other.end()])
  }
}

async function expectRelease(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int / 10000 AS release")
  const refusal = refusalOfRelease(rows[0].release)
  if (refusal !== null) throw new TollgateError('config_invalid', refusal)
}

export function refusalOfRelease(release: number): string | null {
  return release >= oldestRelease ? null : `DATABASE_URL: this is Postgres ${release}; ${oldestRelease} or newer is needed.`
}

async function expectLetters(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT current_database() AS name, current_setting('server_encoding') AS letters")
  const { name, letters } = rows[0] as { name: string; letters: string }
  if (letters === 'UTF8') return
  throw new TollgateError(
    'config_invalid',
    `DATABASE_URL: the database ${name} keeps text as ${letters}, which has not all letters, or cannot tell them apart. Make another: ` +
      `CREATE DATABASE tollgate ENCODING 'UTF8' TEMPLATE template0.`,
  )
}

function shared(): TollgateError {
  return new TollgateError(
    'config_invalid',
    'DATABASE_URL: the pooler before this Postgres gives every transaction another session (transaction mode), and locks, leases and ' +
      'notifications of the gateway each hang on one. Name Postgres itself, or a pooler in session mode.',
  )
}
