// What is read from the ledger and tidied in it apart from serving: receipts, totals, open rows, rows past their use.
import type { Pool } from '../client.ts'
import { forgetAnswers } from './forget.ts'
import { type RecentCharge, readRecentCharges } from './recent-charges.ts'
import {
  isAbandoned,
  isOwnerless,
  type PaidAt,
  type PaymentRow,
  readRow,
  rowColumns,
  rowColumnsWithoutAnswer,
  underWay,
} from './row.ts'

export type PaymentTotal = {
  readonly state: string
  readonly network: string
  readonly symbol: string
  readonly decimals: number
  readonly count: number
  readonly amount: bigint
}

export interface Recipient {
  readonly network: string
  readonly asset: string
  readonly payTo: string
}
export interface RecipientCount extends Recipient {
  readonly symbol: string
  readonly decimals: number
  readonly states: Readonly<Record<string, number>>
}

const countedAtOnce = 2_000

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
  /**
   * The same for whoever counts, of one recipient and page by page: their answers stay in the database, and only of what is under way
   * it is asked who works on it.
   */
  countable(run: string, recipient: Recipient, since: Date, until: Date): AsyncGenerator<PaymentRow[]>
  /** Who was paid in that time, in what, and how many payments are in which state. */
  recipients(run: string, since: Date, until: Date): Promise<RecipientCount[]>
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
    async *countable(run, { network, asset, payTo }, since, until) {
      let [from, last] = [since, '0']
      for (;;) {
        const { rows } = await pool.query(
          `SELECT ${rowColumnsWithoutAnswer}, CASE WHEN p.state IN ${underWay} THEN ${isAbandoned} ELSE false END AS abandoned
           FROM payment p WHERE p.run = $1 AND p.network = $2 AND p.asset = $3 AND p.pay_to = $4
             AND p.claimed_at >= $5 AND (p.claimed_at, p.id) > ($5, $6::bigint) AND p.claimed_at < $7
           ORDER BY p.claimed_at, p.id LIMIT ${countedAtOnce}`,
          [run, network, asset, payTo, from, last, until],
        )
        const page = rows.map(readRow)
        if (page.length > 0) yield page
        if (page.length < countedAtOnce) return
        ;[from, last] = [page.at(-1)!.claimedAt, page.at(-1)!.id]
      }
    },
    async recipients(run, since, until) {
      const { rows } = await pool.query<RecipientCount>(
        `SELECT network, asset, pay_to AS "payTo", symbol, decimals, json_object_agg(state, count ORDER BY state) AS states FROM (
           SELECT network, asset, pay_to, symbol, decimals, state, count(*)::int AS count FROM payment
           WHERE run = $1 AND claimed_at >= $2 AND claimed_at < $3 GROUP BY 1, 2, 3, 4, 5, 6) AS counted
         GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3`,
        [run, since, until],
      )
      return rows
    },
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
