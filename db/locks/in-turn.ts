// Work that every process would do at the same moment and only one may: the others wait, and find it done.
import { type Pool, withConnection } from '../client.ts'

export function inTurn<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  return withConnection(pool, async (connection) => {
    const key = `in-turn:${name}`
    await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [key])
    try {
      return await work()
    } finally {
      // The lock is the connection's: where that is lost, so is the lock.
      await connection.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(() => undefined)
    }
  })
}
