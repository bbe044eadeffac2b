// What every connection to Postgres begins with, so that both ends notice when the other is gone; and one of one's own for what hangs on it.
import pg from 'pg'
import { TollgateError } from '../base/errors.ts'
import { type Asked, askSession, endOlder, endWhenSilent } from './silence.ts'
import { noteTimeline, readTimeline } from './timeline.ts'

// A server lets a vanished machine's connections go after two minutes, and until then it holds their locks and everybody's horizon; of
// an answer that nobody takes its kernel would wait a quarter of an hour.
const noticeDead = {
  ...{ tcp_keepalives_idle: 60, tcp_keepalives_interval: 10, tcp_keepalives_count: 6 },
  tcp_user_timeout: 120_000,
}
// What the owner of a server, a database or a role has set for people would be ours too. Days are counted and answers are read in these
// forms alone; a statement is to see what others have committed; and a lock is held, or waited for, for as long as its session lives.
const ownWays = {
  ...{ datestyle: 'ISO', intervalstyle: 'postgres', timezone: "'UTC'", extra_float_digits: 1, standard_conforming_strings: 'on' },
  ...{ array_nulls: 'on', transform_null_equals: 'off' },
  default_transaction_isolation: "'read committed'",
  ...{ lock_timeout: 0, idle_session_timeout: 0, idle_in_transaction_session_timeout: 0 },
}
// What is told as written is on a disk; who waits for standbys besides goes on waiting for them.
const onDisk = `SELECT CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', false) END`
// Of Postgres 17 and newer.
const noTransactionTimeout = `SELECT CASE WHEN current_setting('transaction_timeout', true) <> '0' THEN set_config('transaction_timeout', '0', false) END`
// A statement of a process that was killed would be worked on to its end, with its locks held: the server looks whether anybody is there
// to take the answer. Not on every system can it look.
const lookForUs = `DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '5000', false); EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$`
export const connectMs = 10_000
const endMs = 1_000

/** An idle connection that was dropped on its way (a firewall, a NAT, a lost machine) ends within half a minute, and before the server's end of it. */
export const sessionConfig = (url: string, name: string) => ({
  ...{ connectionString: url, application_name: name },
  ...{ keepAlive: true, keepAliveInitialDelayMillis: 15_000 },
})

/** Said by every connection itself: PgBouncer leaves out what one is begun with. */
export async function introduce(
  client: pg.ClientBase,
  url: string,
  o: {
    readonly settings?: Readonly<Record<string, string | number>>
    readonly withinMs: number
    readonly tickMs?: number | undefined
    /** A copy that follows will do. */
    readonly mayFollow?: boolean | undefined
  },
): Promise<void> {
  const settings = Object.entries({ ...ownWays, ...o.settings, ...noticeDead }).map(([name, value]) => `SET ${name} = ${value}`)
  const text = [onDisk, ...settings, noTransactionTimeout, lookForUs, askSession].join('; ')
  const said = await client.query({ text, query_timeout: o.withinMs } as pg.QueryConfig)
  const { rows } = (said as unknown as pg.QueryResult<Asked>[]).at(-1)!
  const { session, follows } = rows[0]!
  // An address that is moved may lead to a standby for a while: locks taken there are nobody's, and what was opened there would stay.
  if (follows && o.mayFollow !== true) throw isStandby()
  const timeline = follows ? null : await readTimeline(client, o.withinMs)
  if (timeline !== null && noteTimeline(url, timeline)) endOlder(url, timeline)
  endWhenSilent(client, { url, session, timeline, tickMs: o.tickMs })
}

const isStandby = () =>
  new TollgateError(
    'database_unavailable',
    'This Postgres is a standby, where nothing can be written: DATABASE_URL is to lead to the one that it follows.',
    { retryable: true },
  )

/** For what lives as long as it does: locks, a worker's life. Its 'end' says that all of it is over. */
export async function openSession(
  url: string,
  name: string,
  o: { readonly tickMs?: number; readonly mayFollow?: boolean } = {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...sessionConfig(url, name), connectionTimeoutMillis: connectMs })
  client.on('error', () => undefined) // 'end' follows
  await client.connect()
  try {
    await introduce(client, url, { ...o, withinMs: connectMs })
  } catch (error) {
    void endSession(client)
    throw error
  }
  return client
}

/** Where nobody hears the farewell, nobody waits for its answer. */
export async function endSession(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  const late = setTimeout(() => stream.destroy(), endMs)
  await client.end().catch(() => undefined)
  clearTimeout(late)
}
