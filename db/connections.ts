// How many connections the server lets this program have, beside what a process takes: a small plan of a host has fewer than one.
import { TollgateError } from '../base/errors.ts'
import type { Pool } from './client.ts'

// Locks, ears, workers of each kind and probes, on connections of their own, and an API's ledger.
const besidesPools = 20

/** Callers have a pool, and the work in the background another. */
export const connectionsWanted = (poolSize: number): number => 2 * poolSize + besidesPools

/** All of the role's on this database together, by the server's, the role's and the database's own limits. */
export async function connectionsAllowed(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ allowed: number }>(`
    SELECT least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int,
      nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) AS allowed
    FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`)
  return rows[0]!.allowed
}

const howToHaveEnough = (poolSize: number): string =>
  `A process takes up to ${connectionsWanted(poolSize)} (2 × DATABASE_POOL_SIZE and ${besidesPools} more): set DATABASE_POOL_SIZE ` +
  `below its ${poolSize} (4 at least), or let the role, the database and the server (max_connections) have more.`

/** Null where there are enough for one process. */
export async function tooFewConnections(pool: Pick<Pool, 'query'>, poolSize: number): Promise<string | null> {
  const allowed = await connectionsAllowed(pool)
  if (allowed >= connectionsWanted(poolSize)) return null
  return `DATABASE_URL: Postgres lets this role have ${allowed} connections at once. ${howToHaveEnough(poolSize)}`
}

/** A start that got none says what to do; any other fault is told as it is. */
export function orNoneLeft(error: unknown, poolSize: number): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== '53300') return error
  const words = `DATABASE_URL: Postgres has no connection left for this process (${message}). ${howToHaveEnough(poolSize)}`
  return new TollgateError('database_unavailable', words, { cause: error })
}
