// Updates that a stream's payments bought: each is used once, by one connection at a time, and sent again for nothing if it was lost.
import type { Queryable } from './client.ts'

export interface StreamCredit {
  readonly paymentId: string
  readonly name: string
  readonly bought: number
}

export interface StreamCredits {
  /** Opens the credit, or takes it over from the connection that had it; tells how many updates are left. */
  hold(credit: StreamCredit, holder: string): Promise<number>
  /** Uses one update for a row version, none for one it was used for before; null when there is none or somebody else holds it. */
  use(paymentId: string, holder: string, version: number): Promise<number | null>
}

/** Credits nobody can use any more: used up, or bought so long ago that nobody comes back for them. */
export async function dropCredits(
  database: Queryable,
  before: { readonly usedUp: Date; readonly any: Date },
  limit: number,
): Promise<number> {
  const isOver = '(created_at < $2 OR (created_at < $1 AND used >= bought))'
  const { rowCount } = await database.query(
    `DELETE FROM stream_credit WHERE ${isOver} AND payment_id IN (SELECT payment_id FROM stream_credit WHERE ${isOver} LIMIT $3)`,
    [before.usedUp, before.any, limit],
  )
  return rowCount ?? 0
}

export function createStreamCredits(database: Queryable): StreamCredits {
  return {
    async hold({ paymentId, name, bought }, holder) {
      const { rows } = await database.query<{ left: number }>(
        `INSERT INTO stream_credit AS c (payment_id, name, bought, holder) VALUES ($1, $2, $3, $4)
         ON CONFLICT (payment_id) DO UPDATE SET holder = excluded.holder RETURNING bought - used AS left`,
        [paymentId, name, bought, holder],
      )
      return rows[0]!.left
    },
    async use(paymentId, holder, version) {
      const { rows } = await database.query<{ left: number }>(
        `UPDATE stream_credit SET used = used + (last_event < $3)::int, last_event = greatest(last_event, $3)
         WHERE payment_id = $1 AND holder = $2 AND (last_event >= $3 OR used < bought) RETURNING bought - used AS left`,
        [paymentId, holder, version],
      )
      return rows[0]?.left ?? null
    },
  }
}
