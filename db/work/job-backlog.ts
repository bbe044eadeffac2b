// What is left of queued work: how many jobs of each kind wait or run, and for how long the first of them has waited.
import type { Queryable } from '../client.ts'

export interface JobBacklog {
  readonly kind: string
  readonly queued: number
  readonly running: number
  /** Of the queued one that was asked for first; 0 where none is. */
  readonly oldestWaitSeconds: number
}

// By kind and state, as the index has them: ended jobs are many and are not looked at.
export async function listJobBacklog(connection: Queryable, kinds: readonly string[]): Promise<JobBacklog[]> {
  const { rows } = await connection.query(
    `SELECT kind,
       (SELECT count(*)::int FROM job j WHERE j.kind = k.kind AND j.state = 'queued') AS queued,
       (SELECT count(*)::int FROM job j WHERE j.kind = k.kind AND j.state = 'running') AS running,
       coalesce((SELECT extract(epoch FROM now() - min(j.requested_at))::float8 FROM job j
         WHERE j.kind = k.kind AND j.state = 'queued'), 0) AS waited
     FROM unnest($1::text[]) AS k(kind)`,
    [kinds],
  )
  // Who asked has another clock than the database.
  return rows.map(({ waited, ...row }) => ({ ...row, oldestWaitSeconds: Math.max(0, waited) }))
}
