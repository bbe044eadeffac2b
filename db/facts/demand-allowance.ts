// How many fetches one payer may still cause at one source: a token bucket a pair, shared by all processes.
import type { Queryable } from '../client.ts'

export interface Allowance {
  readonly burst: number
  readonly perMinute: number
}

/** Takes one fetch; where none is left, the seconds until there is. */
export async function takeAllowance(
  database: Queryable,
  source: string,
  payer: string,
  { burst, perMinute }: Allowance,
): Promise<number | null> {
  const left =
    'least($3::double precision, a.tokens + $4::double precision / 60 * greatest(0, extract(epoch FROM clock_timestamp() - a.taken_at)))'
  const { rowCount } = await database.query({
    name: 'demand-allowance',
    text: `INSERT INTO demand_allowance AS a (source, payer, tokens, taken_at)
        VALUES ($1, $2, $3::double precision - 1, clock_timestamp())
      ON CONFLICT (source, payer) DO UPDATE SET tokens = ${left} - 1, taken_at = clock_timestamp() WHERE ${left} >= 1`,
    values: [source, payer, burst, perMinute],
  })
  return rowCount === 1 ? null : Math.ceil(60 / perMinute)
}

/** An allowance nobody has taken from for so long is full again, as one that is not there. */
export async function forgetAllowances(database: Queryable, takenBefore: Date, limit: number): Promise<number> {
  const { rowCount } = await database.query(
    `DELETE FROM demand_allowance WHERE taken_at < $1 AND (source, payer) IN (
       SELECT source, payer FROM demand_allowance WHERE taken_at < $1 LIMIT $2)`,
    [takenBefore, limit],
  )
  return rowCount ?? 0
}
