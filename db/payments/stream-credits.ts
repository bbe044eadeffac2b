// Updates that a stream's payments bought: each body is sold once, counted once, and kept as it was sold in case it was lost.
import type { Queryable } from '../client.ts'
import { currentPlace } from '../rows/changed-rows.ts'

export interface StreamCredit {
  readonly paymentId: string
  readonly name: string
  readonly bought: number
}

/** A credit in the hands of one connection. */
export interface HeldCredit {
  readonly paymentId: string
  readonly left: number
  /** Rows written by earlier transactions are of the time before the purchase. */
  readonly since: bigint
  /** The versions whose bodies it was used for. */
  readonly delivered: readonly number[]
}

export interface StreamCredits {
  /** Opens the credit, or takes it over from the connection that had it. */
  hold(credit: StreamCredit, holder: string): Promise<HeldCredit>
  /** The body as this credit was used for it; null where somebody else holds the credit. */
  findDelivered(paymentId: string, holder: string, version: number): Promise<{ body: string; left: number } | null>
  /** Uses one update for a version and tells what is left; null when there is none or somebody else holds it. */
  use(paymentId: string, holder: string, version: number, body: string): Promise<number | null>
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
  // Apart from it: processes of earlier releases drop credits and know nothing of bodies.
  await database.query(
    'DELETE FROM stream_delivery d WHERE NOT EXISTS (SELECT 1 FROM stream_credit c WHERE c.payment_id = d.payment_id)',
  )
  return rowCount ?? 0
}

export function createStreamCredits(database: Queryable): StreamCredits {
  return {
    async hold({ paymentId, name, bought }, holder) {
      const { writtenIn: now } = await currentPlace(database)
      // In a database that was restored elsewhere transactions are counted anew, and the purchase would lie ahead of all of them.
      const { rows } = await database.query<{ left: number; since: string }>(
        `INSERT INTO stream_credit AS c (payment_id, name, bought, holder, since)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (payment_id) DO UPDATE SET holder = excluded.holder, since = least(c.since, excluded.since)
         RETURNING bought - used AS left, since`,
        [paymentId, name, bought, holder, now],
      )
      // After that: whoever held it before can add nothing any more.
      const delivered = await database.query<{ version: string }>('SELECT version FROM stream_delivery WHERE payment_id = $1', [
        paymentId,
      ])
      const { left, since } = rows[0]!
      return { paymentId, left, since: BigInt(since), delivered: delivered.rows.map(({ version }) => Number(version)) }
    },
    async findDelivered(paymentId, holder, version) {
      const { rows } = await database.query<{ body: string; left: number }>(
        `SELECT d.body, c.bought - c.used AS left FROM stream_delivery d JOIN stream_credit c USING (payment_id)
         WHERE d.payment_id = $1 AND d.version = $3 AND c.holder = $2`,
        [paymentId, holder, version],
      )
      return rows[0] ?? null
    },
    async use(paymentId, holder, version, body) {
      const { rows } = await database.query<{ left: number }>(
        `WITH taken AS (
           UPDATE stream_credit SET used = used + 1 WHERE payment_id = $1 AND holder = $2 AND used < bought
           RETURNING payment_id, bought - used AS left
         ), kept AS (INSERT INTO stream_delivery (payment_id, version, body) SELECT payment_id, $3, $4 FROM taken)
         SELECT "left" FROM taken`,
        [paymentId, holder, version, body],
      )
      return rows[0]?.left ?? null
    },
  }
}
