// What was charged a moment ago, without its answers: for those who look whether the chain still says so.
import type { Queryable } from '../client.ts'
import type { PaymentRow } from './row.ts'

export type RecentCharge = Pick<
  PaymentRow,
  'id' | 'network' | 'asset' | 'payer' | 'nonce' | 'payTo' | 'amount' | 'logIndex' | 'claimedAt'
> & { readonly transaction: string; readonly settledAt: Date }

// Between a claim and its charge; more only where a chain was away, and then `npm run ledger` looks.
const longestWaitSeconds = 900
const atOnce = 2_000

/** Those charged within the last seconds, page by page. */
export async function* readRecentCharges(
  pool: Queryable,
  { run, network, seconds }: { run: string; network: string; seconds: number },
): AsyncGenerator<RecentCharge[]> {
  for (let after = '0'; ; ) {
    const { rows } = await pool.query<RecentCharge & { amount: string | bigint }>(
      `SELECT id, network, asset, payer, nonce, pay_to AS "payTo", amount, transaction, log_index AS "logIndex",
         claimed_at AS "claimedAt", settled_at AS "settledAt"
       FROM payment
       WHERE run = $1 AND network = $2 AND state IN ('settled', 'owed') AND transaction IS NOT NULL
         AND settled_at > now() - make_interval(secs => $3) AND claimed_at > now() - make_interval(secs => $3 + $4) AND id > $5
       ORDER BY id LIMIT $6`,
      [run, network, seconds, longestWaitSeconds, after, atOnce],
    )
    if (rows.length > 0) yield rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
    if (rows.length < atOnce) return
    after = rows.at(-1)!.id
  }
}
