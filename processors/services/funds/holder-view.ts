// The view of a listed company: which managers hold it, how that changed, and whose stakes are large enough to be told at once.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { institutionalHoldings } from '../../../ingestors/sources/sec-13f/topic.ts'
import type { recentPositions } from '../../../ingestors/sources/sec-13f-live/topic.ts'
import type { largeStakes } from '../../../ingestors/sources/sec-schedule13/topic.ts'
import { composite, round, roundOrNull, say } from '../../formula/index.ts'
import { verdict } from '../../kit/verdict.ts'
import { recentView } from './recent-view.ts'
import { changesOf, holderLabelOf, holderParts, quarterOf } from './signal.ts'

type Holdings = ValueOf<typeof institutionalHoldings>
type Stake = ValueOf<typeof largeStakes>

export interface HolderFacts {
  readonly holdings: readonly Holdings[]
  readonly stakes: readonly Stake[]
  readonly recent: readonly ValueOf<typeof recentPositions>[]
}

const dayMs = 86_400_000
const mostStakes = 25
const quartersShown = 8
const disclaimer =
  'Form 13F is filed up to 45 days after a quarter, by managers of more than 100 million dollars, and tells of long positions only.'

/** null: nothing is known of its holders. */
export function holderView(key: string, { holdings, stakes, recent }: HolderFacts, now: Date) {
  const quarters = [...new Map(holdings.map((one) => [one.period, one])).values()].sort((a, b) => (a.period < b.period ? 1 : -1))
  const [newest] = quarters
  if (newest === undefined) return null
  const quarter = quarterOf(newest)
  const outstanding = newest.outstanding?.shares ?? null
  // Without weight: only the percentages of the company need it.
  const counted = { id: 'shares outstanding', weight: 0, score: outstanding === null ? null : 0 }
  const mix = composite([...holderParts(quarter, new Date(newest.received_until)), counted], now)
  const label = holderLabelOf(Math.min(100, Math.max(-100, mix.score)))
  const { delta_shares_pct: delta, holders_delta_pct: moved } = changesOf(quarter)
  const pctOf = (shares: number) => (outstanding === null ? null : round((100 * shares) / outstanding, 3))
  const top10 = newest.top.slice(0, 10).reduce((sum, { shares }) => sum + shares, 0)
  const lagDays = Math.round((Date.parse(newest.received_until) - Date.parse(newest.period)) / dayMs)
  const held = pctOf(newest.now.shares)
  const summary =
    `${newest.name.slice(0, 60)} (${key}), quarter to ${newest.period}: ${label}; ${newest.now.holders} managers` +
    `${held === null ? '' : ` hold ${round(held, 1)} %`}, shares ${say(delta, 2, ' %')}; ` +
    `${quarter.opened} came, ${quarter.closed} went (${say(moved, 2, ' %')}).`
  const body = {
    signal: verdict({ mix, label, summary, now }),
    company: {
      ticker: key,
      name: newest.name,
      cik: newest.cik,
      cusip: newest.cusips[0]!,
      shares_outstanding: outstanding,
      outstanding_as_of: newest.outstanding?.as_of ?? null,
    },
    ownership: {
      period: newest.period,
      received_until: newest.received_until,
      lag_days: lagDays,
      ...newest.now,
      pct_outstanding: held,
      top10_pct: newest.now.shares === 0 ? null : round((100 * top10) / newest.now.shares, 2),
      delta_shares_pct: roundOrNull(delta, 3),
      delta_holders: newest.now.holders - newest.before.holders,
      new_count: quarter.opened,
      closed_count: quarter.closed,
      split_ratio: roundOrNull(newest.split_ratio, 4),
      principal_usd: newest.principal_usd,
    },
    top_holders: newest.top.map((one) => ({
      ...describe(one),
      pct_outstanding: pctOf(one.shares),
      delta_shares_pct: one.shares_before ? round(100 * (one.shares / one.shares_before - 1), 3) : null,
    })),
    new: newest.opened.largest.map(describe),
    closed: newest.closed.largest.map(({ name, cik, shares_before }) => ({ name, cik, shares_before: shares_before ?? 0 })),
    recent: recentView(newest, recent),
    options: { puts: newest.puts, calls: newest.calls },
    activists: newestOfEach(stakes).slice(0, mostStakes).map(describeStake),
    history: historyOf(quarters).slice(0, quartersShown),
  }
  const detail = { report_period: newest.period, received_until: newest.received_until, lag_days: lagDays }
  return { body, coverage: { ...mix.coverage, detail }, disclaimer }
}

const describe = ({ name, cik, shares, value_usd }: Holdings['top'][number]) => ({ name, cik, shares, value_usd })

/** An amendment says everything anew: of each filer the last word holds. */
function newestOfEach(stakes: readonly Stake[]): Stake[] {
  const order = (one: Stake) => `${one.filed_at} ${one.accession}`
  const last = new Map(stakes.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map((one) => [one.filer_cik, one]))
  return [...last.values()].sort((a, b) => (order(a) < order(b) ? 1 : -1))
}

const describeStake = (stake: Stake) => ({
  filer: stake.filers[0]!,
  form: stake.form,
  pct: stake.pct,
  shares: stake.shares,
  date: stake.filed_at,
  event_date: stake.event_date,
  joint_filers: stake.filers.length - 1,
  url: stake.url,
})

/** The oldest set also tells of the quarter before its own. */
function historyOf(quarters: readonly Holdings[]) {
  const before = quarters.at(-1)!.before
  const told = quarters.map(({ period, now }) => ({ period, ...now }))
  return before.holders === 0 ? told : [...told, { ...before, shares: round(before.shares, 0) }]
}
