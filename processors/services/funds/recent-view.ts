// What managers have already said of a later quarter than the newest whole one, each against what it held then.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { institutionalHoldings } from '../../../ingestors/sources/sec-13f/topic.ts'
import type { recentPositions } from '../../../ingestors/sources/sec-13f-live/topic.ts'
import { round } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

type Holdings = ValueOf<typeof institutionalHoldings>
type Recent = ValueOf<typeof recentPositions>

const mostShown = 25

/** null: nothing was reported of a later quarter. */
export function recentView(newest: Holdings, reported: readonly Recent[]) {
  const later = reported.filter(({ period }) => period > newest.period)
  const period = later.reduce((last, one) => (one.period > last ? one.period : last), '')
  if (period === '') return null
  const positions = [
    ...Map.groupBy(
      later.filter((one) => one.period === period),
      (one) => one.manager_cik,
    ).values(),
  ].map(sumFilings)
  const before = new Map([...newest.top, ...newest.opened.largest].map(({ cik, shares }) => [cik, shares]))
  const compared = positions.filter(({ cik }) => (before.get(cik) ?? 0) > 0)
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
  const change = (shares: number, then: number) => (then > 0 ? round(100 * (shares / then - 1), 3) : null)
  return {
    period,
    managers: positions.length,
    shares: sum(positions.map(({ shares }) => shares)),
    value_usd: sum(positions.map(({ value_usd }) => value_usd)),
    compared: {
      managers: compared.length,
      delta_shares_pct: change(sum(compared.map(({ shares }) => shares)), sum(compared.map(({ cik }) => before.get(cik)!))),
    },
    largest: positions
      .toSorted(mostFirst('shares', 'cik'))
      .slice(0, mostShown)
      .map((one) => ({ ...one, delta_shares_pct: change(one.shares, before.get(one.cik) ?? 0) })),
  }
}

/** The last filing that says everything anew, and what was added after it. */
function sumFilings(filings: readonly Recent[]) {
  const order = (one: Recent) => `${one.filed_at} ${one.accession}`
  const inOrder = filings.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
  const from = Math.max(
    0,
    inOrder.findLastIndex(({ is_addition }) => !is_addition),
  )
  const counted = inOrder.slice(from)
  const last = counted.at(-1)!
  return {
    name: last.manager,
    cik: last.manager_cik,
    shares: counted.reduce((sum, { shares }) => sum + shares, 0),
    value_usd: counted.reduce((sum, { value_usd }) => sum + value_usd, 0),
    filed_at: last.filed_at,
  }
}
