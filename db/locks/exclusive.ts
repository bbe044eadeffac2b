// Work that two processes must not do at the same time: whoever has the lock does it, the other lets it be.
import { type Pool, withConnection } from '../client.ts'

const lockName = "hashtextextended('exclusive:' || $1, 0)"

/** False when somebody else is at it. The lock is a connection's own: it ends with its process. */
export async function tryExclusive(pool: Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  return withConnection(pool, async (connection) => {
    const { rows } = await connection.query<{ ok: boolean }>(`SELECT pg_try_advisory_lock(${lockName}) AS ok`, [name])
    if (!rows[0]!.ok) return false
    try {
      await work()
    } finally {
      await connection.query(`SELECT pg_advisory_unlock(${lockName})`, [name])
    }
    return true
  })
}
