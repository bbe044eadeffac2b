// Postgres counts a timeline on whenever a standby takes over. Of the servers behind one address the newest is meant: what still leads to
// an older one would go on writing there, and hold locks that are nobody's any more.
import type pg from 'pg'
import { TollgateError } from '../base/errors.ts'

export interface Timeline {
  /** The same for all servers that have had this data. */
  readonly system: string
  readonly timeline: number
}

const askTimeline = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
  ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline`

/** By the address and the data. */
const newest = new Map<string, number>()

/** Null where a server does not tell, as some hosts' do not. */
export async function readTimeline(client: pg.ClientBase, withinMs: number): Promise<Timeline | null> {
  try {
    const { rows } = await client.query<Timeline>({ text: askTimeline, query_timeout: withinMs } as pg.QueryConfig)
    return rows[0]!
  } catch (error) {
    if ((error as { severity?: string }).severity === 'ERROR') return null
    throw error
  }
}

/** Throws where a newer one has been seen; true where this is the first connection to one that has taken over. */
export function noteTimeline(url: string, { system, timeline }: Timeline): boolean {
  const name = `${url} ${system}`
  const known = newest.get(name) ?? timeline
  if (timeline < known)
    throw new TollgateError(
      'database_unavailable',
      'Another Postgres has taken over from this one. Should it be meant all the same, as after a restore, start the gateway anew.',
      { retryable: true },
    )
  newest.set(name, timeline)
  return timeline > known
}

export function isOlder(one: Timeline | null, than: Timeline): boolean {
  return one !== null && one.system === than.system && one.timeline < than.timeline
}
