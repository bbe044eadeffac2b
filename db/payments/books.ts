// What is read from the ledger and tidied in it apart from serving: receipts, totals, open rows, rows past their use.
import type { Pool } from '../client.ts'
import { forgetAnswers } from './forget.ts'
import { type RecentCharge, readRecentCharges } from './recent-charges.ts'
import { isAbandoned, isOwnerless, type PaidAt, type PaymentRow, readRow, rowColumns, underWay } from './row.ts'

export type PaymentTotal = {
  readonly state: string
  readonly network: string
  readonly symbol: string
  readonly decimals: number
  readonly count: number
  readonly amount: bigint
}

export interface PaymentBooks {
  /** One, unless somebody has sent several payments in at once. */
  byTransaction(run: string, transaction: string): Promise<PaymentRow[]>
  /** Rows whose settlement may have been sent and that nobody works on. */
  open(run: string, limit: number): Promise<PaymentRow[]>
  /**
   * Rows under way on a demo chain that is gone with the process that ran it: nobody can ask it any more, nothing of it is owed to
   * anybody. Tells how many there were.
   */
  endGone(run: string): Promise<number>
  /** The chain shows payments elsewhere than they were first seen: it was reorganised. */
  move(moved: readonly (PaidAt & { readonly id: string })[]): Promise<void>
  recentCharges(run: string, network: string, seconds: number): AsyncIterable<RecentCharge[]>
  /** The chain shows it nowhere any more: it is open again, and to nobody's answer but its payer's. */
  takeBack(id: string, transaction: string): Promise<void>
  between(run: string, since: Date, until: Date): Promise<PaymentRow[]>
  /** From sums kept beside the table and a count of what is under way: costs the same however many payments there are. */
  totals(run: string): Promise<PaymentTotal[]>
  /**
   * Answers are kept as long as a retry may ask for them, a stream's until its updates are used; the ledger's facts for ever. What
   * was never charged is no such fact, however long its payer would have allowed it to be.
   */
  forgetAnswers(olderThanSeconds: number): Promise<number>
}

export function createPaymentBooks(pool: Pool): PaymentBooks {
  const select = async (where: string, values: unknown[]): Promise<PaymentRow[]> => {
    const { rows } = await pool.query(`SELECT ${rowColumns}, ${isAbandoned} AS abandoned FROM payment p WHERE ${where}`, values)
    return rows.map(readRow)
  }
  return {
    byTransaction: (run, transaction) =>
      select(`run = $1 AND transaction = $2 AND state IN ('settled', 'owed') ORDER BY log_index LIMIT 20`, [run, transaction]),
    open: (run, limit) =>
      select(`run = $1 AND state IN ('verified', 'served', 'pending') AND ${isAbandoned} ORDER BY lease_until LIMIT $2`, [
        run,
        limit,
      ]),
    async endGone(run) {
      const { rowCount } = await pool.query(
        `UPDATE payment p SET state = 'released', identifier = NULL, reason = 'chain_gone', lease_until = now()
         WHERE p.run <> $1 AND p.run LIKE 'devnet-%' AND p.state IN ('verified', 'served', 'pending') AND ${isOwnerless}`,
        [run],
      )
      return rowCount ?? 0
    },
    async move(moved) {
      const isCharged = `state IN ('settled', 'owed')`
      // One may have moved to where another was: all leave their places before any takes its new one.
      await pool.query(`UPDATE payment SET log_index = NULL WHERE id = ANY ($1::bigint[]) AND ${isCharged}`, [
        moved.map(({ id }) => id),
      ])
      for (const { id, transaction, logIndex } of moved)
        await pool.query(`UPDATE payment SET transaction = $2, log_index = $3 WHERE id = $1 AND ${isCharged}`, [
          id,
          transaction,
          logIndex,
        ])
    },
    recentCharges: (run, network, seconds) => readRecentCharges(pool, { run, network, seconds }),
    async takeBack(id, transaction) {
      await pool.query(
        `UPDATE payment SET state = 'pending', reason = 'reorganised', log_index = NULL, settled_at = NULL, lease_until = now()
         WHERE id = $1 AND transaction = $2 AND state IN ('settled', 'owed')`,
        [id, transaction],
      )
    },
    between: (run, since, until) => select('run = $1 AND claimed_at >= $2 AND claimed_at < $3 ORDER BY id', [run, since, until]),
    async totals(run) {
      const { rows } = await pool.query(
        `SELECT state, network, symbol, decimals, sum(count)::float8 AS count, sum(amount)::text AS amount
         FROM (
           SELECT state, network, symbol, decimals, count, amount FROM payment_total WHERE run = $1
           UNION ALL SELECT state, network, symbol, decimals, 1, amount FROM payment WHERE run = $1 AND state IN ${underWay}
         ) AS kept GROUP BY state, network, symbol, decimals HAVING sum(count) <> 0 ORDER BY state, network`,
        [run],
      )
      return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
    },
    forgetAnswers: (olderThanSeconds) => forgetAnswers(pool, olderThanSeconds),
  }
}
