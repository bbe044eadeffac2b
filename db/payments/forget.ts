// Tidies the ledger: answers nobody may ask for any more, and claims that were never charged; a few at a time, by one process.
import type { Pool } from '../client.ts'
import { tryExclusive } from '../locks/exclusive.ts'

const atOnce = 2_000
const age = 'make_interval(secs => $1)'

/** Tells how many answers it took away; 0 where another process is at it. */
export async function forgetAnswers(pool: Pool, olderThanSeconds: number): Promise<number> {
  const inBatches = async (text: string): Promise<number> => {
    let total = 0
    for (;;) {
      const { rowCount } = await pool.query(text, [olderThanSeconds, atOnce])
      total += rowCount ?? 0
      if ((rowCount ?? 0) < atOnce) return total
    }
  }
  let forgotten = 0
  await tryExclusive(pool, 'payment answers', async () => {
    forgotten = await inBatches(
      `UPDATE payment SET answer = NULL WHERE id IN (
         SELECT id FROM payment p WHERE answer IS NOT NULL AND state = 'settled' AND settled_at < now() - ${age}
           AND NOT EXISTS (SELECT 1 FROM stream_credit c WHERE c.payment_id = p.id AND c.used < c.bought) ORDER BY settled_at LIMIT $2)`,
    )
    await inBatches(
      `DELETE FROM payment WHERE id IN (
         SELECT id FROM payment WHERE state IN ('claimed', 'released', 'failed') AND settled_at IS NULL AND claimed_at < now() - ${age} AND lease_until < now()
           AND ((state = 'released' AND NOT settle_tried) OR state = 'claimed'
             OR (state = 'failed' AND reason IS DISTINCT FROM 'settle_failed')) ORDER BY claimed_at LIMIT $2)`,
    )
    await pool.query('DELETE FROM payment_sign_in WHERE until < now()')
  })
  return forgotten
}
