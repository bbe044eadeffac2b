// A connection that holds a named lock: what is written through it is written by the holder, for the lock goes when the connection does.
import type { Connection, Database } from '../client.ts'

export interface Held {
  readonly connection: Connection
  /** Aborted when the connection is lost, and the lock with it. */
  readonly lost: AbortSignal
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  release(): void
}

/** Null where another process holds it. */
export async function holdNamed(database: Database, name: string): Promise<Held | null> {
  const connection = await database.pool.connect()
  const losing = new AbortController()
  const lose = (error?: Error) => losing.abort(error ?? new Error('the connection ended'))
  connection.on('error', lose)
  connection.on('end', lose)
  const release = () => {
    connection.off('error', lose)
    connection.off('end', lose)
    // Never back into the pool: the lock must not outlive its holder.
    connection.release(true)
  }
  try {
    const { rows } = await connection.query<{ ok: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('own:' || $1, 0)) AS ok",
      [name],
    )
    if (rows[0]!.ok) return { connection, lost: losing.signal, transaction: (work) => transact(connection, work), release }
  } catch (error) {
    release()
    throw error
  }
  release()
  return null
}

async function transact<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  await connection.query('BEGIN')
  try {
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  }
}
