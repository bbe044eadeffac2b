// What was sold, for its operator: payments, payers and income of one run of a chain, by route, by day, or by payer.
import type { Pool } from '../client.ts'

export interface SalesLine {
  readonly day: string | null
  readonly route: string | null
  readonly payer: string | null
  readonly payments: number
  readonly payers: number
  /** In dollars, exact. */
  readonly income: string
}

export interface SalesOf {
  readonly run: string
  readonly days: number
}

const isSold = `state IN ('settled', 'owed')`
const day = `to_char(claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
const groupings = {
  nothing: { columns: `NULL AS day, NULL AS route, NULL AS payer`, groups: '', order: '1' },
  day: { columns: `${day} AS day, NULL AS route, NULL AS payer`, groups: 'GROUP BY 1', order: '1 DESC' },
  route: { columns: `NULL AS day, route, NULL AS payer`, groups: 'GROUP BY 2', order: '6 DESC, 2' },
  dayAndRoute: { columns: `${day} AS day, route, NULL AS payer`, groups: 'GROUP BY 1, 2', order: '1 DESC, 6 DESC, 2' },
  payer: { columns: `NULL AS day, NULL AS route, payer`, groups: 'GROUP BY 3', order: '6 DESC, 3' },
} as const

export type SalesBy = keyof typeof groupings

const mostLines = 20_000

export async function readSales(pool: Pool, { run, days }: SalesOf, by: SalesBy, most = mostLines): Promise<SalesLine[]> {
  const { columns, groups, order } = groupings[by]
  const { rows } = await pool.query(
    `SELECT ${columns}, count(*)::float8 AS payments, count(DISTINCT payer)::float8 AS payers,
            coalesce(sum(amount::numeric / 10::numeric ^ decimals), 0) AS income
     FROM payment WHERE run = $1 AND ${isSold} AND claimed_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - make_interval(days => $2 - 1)
     ${groups} ORDER BY ${order} LIMIT $3`,
    [run, days, most],
  )
  return rows.map((row) => ({ ...row, income: withoutZeros(String(row.income)) }))
}

/** How many payments were charged in the last hour. */
export async function countLastHour(pool: Pool, run: string): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::float8 AS payments FROM payment WHERE run = $1 AND ${isSold} AND claimed_at >= now() - interval '1 hour'`,
    [run],
  )
  return rows[0].payments
}

function withoutZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal
  let end = decimal.length
  while (decimal[end - 1] === '0') end -= 1
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}
