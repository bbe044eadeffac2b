// Whether this machine and the database agree on the time: payments run out and answers grow old by the one, leases by the other.
import type { Pool } from './client.ts'

/** More than time servers leave between two machines. */
const mostSecondsApart = 5

export const areApart = (secondsAhead: number): boolean => Math.abs(secondsAhead) > mostSecondsApart

/** How many seconds this machine's clock is ahead of the database's, for certain: what the question's way may explain is left out. */
export async function clockAhead(pool: Pick<Pool, 'query'>): Promise<number> {
  const [askedAt, startedAt] = [Date.now(), performance.now()]
  const { rows } = await pool.query<{ ms: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms')
  const there = Number(rows[0]!.ms)
  // It was answered at some moment between these two.
  const [least, most] = [askedAt - there, askedAt + (performance.now() - startedAt) - there]
  return Math.round(least > 0 ? least : most < 0 ? most : 0) / 1_000
}
