// The connection to Postgres: one pool that outlives a server restart, transactions, and one ear.
import pg from 'pg'
import type { Logger } from 'pino'
import { createEar, type Heard } from './ear.ts'
import { introduce, sessionConfig } from './session.ts'
import { types } from './times.ts'

export type Pool = pg.Pool
export type Connection = pg.PoolClient
export type Queryable = Pick<pg.Pool, 'query'>

export interface Database {
  readonly pool: Pool
  readonly url: string
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Calls back on every NOTIFY and after every reconnect (payload null): a hint to look, never the only way to learn. */
  listen(channel: string, heard: Heard): Promise<() => Promise<void>>
  close(): Promise<void>
}

// A plan cached while a table was empty scans the whole of it when it no longer is; planning anew costs a tenth of a millisecond.
const planAnew = { plan_cache_mode: 'force_custom_plan' }
// Where planning costs more than the work: kept plans stay good whatever the tables hold, since only indexes are left to them.
const keepPlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  readonly logger: Logger
  readonly name?: string
  /** How long work waits for a free connection before it fails: a caller is told soon, a processor has time. */
  readonly patienceMs?: number
  /** For few statements said very often, each of which finds its rows by index. */
  readonly keepsPlans?: boolean
  /** A commit does not wait for the disk: should the database crash, the newest may be gone. */
  readonly isLazy?: boolean
  /** A copy that follows, for what only reads. */
  readonly isReplica?: boolean
  /** For so long a connection is used: a new one goes where the address leads by then. */
  readonly renewedSeconds?: number
  /** How often its connections are listened to; a test has less time. */
  readonly tickMs?: number
}

export function createDatabase(options: DatabaseOptions): Database {
  const { url, logger } = options
  const plans = options.keepsPlans ? keepPlans : planAnew
  const settings = { ...plans, ...(options.isLazy && { synchronous_commit: 'off' }) }
  const connection = { ...sessionConfig(url, options.name ?? 'tollgate'), types }
  const { patienceMs = 5_000 } = options
  const prepare = (client: pg.ClientBase): Promise<void> =>
    introduce(client, url, { settings, withinMs: patienceMs, tickMs: options.tickMs, mayFollow: options.isReplica })
  const pool = new pg.Pool({
    ...connection,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 30_000,
    max: options.poolSize,
    ...(options.renewedSeconds !== undefined && { maxLifetimeSeconds: options.renewedSeconds }),
    // The pool waits for it.
    onConnect: prepare,
  })
  // A server that shuts down may say so behind an answer, in one piece: whoever waits for this connection has it by then and does not
  // listen yet. An error that nobody hears ends the program; of this one the next statement tells.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (error) => logger.warn({ err: error.message }, 'an idle database connection was lost'))
  const ear = createEar({ config: { ...connection, connectionTimeoutMillis: patienceMs }, prepare, logger })
  return {
    pool,
    url,
    transaction: (work) => runTransaction(pool, work),
    listen: ear.listen,
    async close() {
      await ear.close()
      await pool.end()
    },
  }
}

/** A connection of one's own for a piece of work; one that breaks meanwhile never goes back to the pool. */
export async function withConnection<T>(
  pool: Pool,
  work: (connection: Connection, discard: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect()
  let broken: Error | undefined
  const discard = (error: Error) => {
    broken = error
  }
  connection.on('error', discard)
  try {
    return await work(connection, discard)
  } finally {
    connection.off('error', discard)
    connection.release(broken)
  }
}

const runTransaction = <T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> =>
  withConnection(pool, async (connection, discard) => {
    try {
      await connection.query('BEGIN')
      const result = await work(connection)
      await connection.query('COMMIT')
      return result
    } catch (error) {
      await connection.query('ROLLBACK').catch(discard)
      throw error
    }
  })
