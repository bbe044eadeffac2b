// Locks, leases, notifications and settings hang on a session: a pooler that gives every transaction another one is refused, before anything is done.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { TollgateError } from '../base/errors.ts'

// Which session a pooler gives next is its own affair: what one round does not show the next may.
const rounds = 4
const readMark = `SELECT current_setting('tollgate.session', true) AS mark`

export async function expectSessions(url: string): Promise<void> {
  const [one, other] = [0, 1].map(() => new pg.Client({ connectionString: url })) as [pg.Client, pg.Client]
  const mark = randomBytes(8).toString('hex')
  const hasMark = async (client: pg.Client): Promise<boolean> => (await client.query(readMark)).rows[0].mark === mark
  for (const client of [one, other]) client.on('error', () => undefined) // the query under way tells
  try {
    await Promise.all([one.connect(), other.connect()])
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

function shared(): TollgateError {
  return new TollgateError(
    'config_invalid',
    'DATABASE_URL: the pooler before this Postgres gives every transaction another session (transaction mode), and locks, leases and ' +
      'notifications of the gateway each hang on one. Name Postgres itself, or a pooler in session mode.',
  )
}
