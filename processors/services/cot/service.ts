// Futures positioning: what speculators, commercials and small traders hold in one market.

import { plusDays } from '../../../base/calendar/days.ts'
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { commitments, releaseOf } from '../../../ingestors/sources/cftc-cot/topic.ts'
import { round } from '../../formula/index.ts'
import { market, marketOfCode } from '../../inputs/market.ts'
import type { Fact } from '../../kit/define.ts'
import {
  all,
  count,
  day,
  defineSignalService,
  freshnessAt,
  given,
  list,
  moment,
  mustTake,
  number,
  pct,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { computeCot, labels, type Report } from './signal.ts'

type Commitment = ValueOf<typeof commitments>

const surelyDays = 10

export default defineSignalService({
  label: 'cot',
  title: 'Positioning',
  description: 'Commitments of Traders for 35 futures markets: net positions, crowding index and trend, as one signal a market.',
  version: '2',
  tags: ['futures', 'positioning'],
  rows: { byKey: ({ key: code }) => (marketOfCode(code) === undefined ? null : code) },
  facts: (code) => ({ market: given(marketOfCode(code)), weeks: all(commitments, { key: code, days: 5 * 366 }) }),
  route: signalRoute({
    path: '/cot',
    price: '0.05',
    summary: 'Futures positioning of one market: speculators, commercials, crowding and trend from the CFTC reports',
    tags: ['futures', 'positioning', 'cot', 'commodities', 'fx'],
    takes: { market: mustTake(market) },
    example: { market: 'gold' },
    // As sure as it says while its week lasts, a holiday's included; a report that does not come makes it less so, by the clock.
    age: (body, now) => ({ confidence: round(body.signal.confidence * freshnessAt(body.signal.as_of, now, surelyDays), 2) }),
    // Ten days lie between two reports where a holiday puts the second off to a Monday, as Thanksgiving does.
    fresh: { days: 10, hours: 6 },
    sold: { days: 12 },
    labels,
    answer: {
      market: {
        alias: text(),
        code: text('CFTC contract market code'),
        name: text(),
        exchange: text(),
      },
      basis: word(['managed_money', 'leveraged_funds', 'non_commercial'], 'whose positions count as speculative here'),
      positioning: {
        report_date: day('the Tuesday the positions are of'),
        open_interest: count('open interest, futures only, contracts'),
        spec_long: count('speculators long, contracts'),
        spec_short: count('speculators short, contracts'),
        spec_net: count('speculators long minus short, contracts'),
        spec_net_pct_oi: number('speculators net, percent of open interest', 1),
        commercial_net: count('commercials long minus short, contracts'),
        small_net: count('non-reportable long minus short, contracts'),
      },
      change: {
        spec_net_1w: number('contracts since one report earlier'),
        spec_net_4w: number('contracts since four reports earlier'),
        oi_1w: number('open interest since one report earlier, contracts'),
      },
      index: {
        cot_index_52w: number('speculators net between its least (0) and greatest (100) of 52 weeks', 1, {
          minimum: 0,
          maximum: 100,
        }),
        cot_index_156w: number('the same over 156 weeks', 1, { minimum: 0, maximum: 100 }),
        z_156w: number('standard deviations of speculators net from its 156-week mean'),
        commercial_index: number('commercials net between its 156-week extremes', 1, { minimum: 0, maximum: 100 }),
      },
      concentration: {
        top4_long_pct: pct('open interest held long by the four largest traders', undefined, { minimum: 0, maximum: 100 }),
        top4_short_pct: pct('open interest held short by the four largest traders', undefined, { minimum: 0, maximum: 100 }),
      },
      history: list(
        { date: day(), spec_net: count('contracts'), cot_index: number('156-week index', 1, { minimum: 0, maximum: 100 }) },
        { maxItems: 52 },
      ),
      published_at: moment('scheduled publication of this report'),
      next_release: moment('scheduled publication of the next report'),
    },
  }),
  signal({ market: followed, weeks }, now, code) {
    if (followed === undefined || weeks.length === 0) throw new TollgateError('not_enough_data', `no report of ${code}`)
    const { alias, name, exchange, group } = followed
    const isToldApart = ({ value }: (typeof weeks)[number]) => value.funds !== null
    const hasFunds = isToldApart(weeks.at(-1)!) && weeks.filter(isToldApart).length >= 0.9 * weeks.length
    const basis: 'non_commercial' | 'managed_money' | 'leveraged_funds' = !hasFunds
      ? 'non_commercial'
      : group === 'physical'
        ? 'managed_money'
        : 'leveraged_funds'
    return {
      ...computeCot(readReports(weeks, hasFunds), name, now),
      market: { alias, code, name, exchange },
      basis,
      published_at: now,
      next_release: releaseOf(plusDays(weeks.at(-1)!.value.report_date, 7)),
    }
  },
})

// One group of traders all along: a week in which the funds were not reported apart is left out, not filled from another group.
function readReports(facts: readonly Fact<Commitment>[], hasFunds: boolean): Report[] {
  return facts.flatMap(({ value }) => {
    const speculators = hasFunds ? value.funds : value.noncommercial
    if (speculators === null) return []
    return [
      {
        at: new Date(`${value.report_date}T00:00:00Z`),
        openInterest: value.open_interest,
        specLong: speculators.long,
        specShort: speculators.short,
        commercialNet: value.commercial.long - value.commercial.short,
        smallNet: value.small.long - value.small.short,
        top4LongPct: value.top4_long_pct,
        top4ShortPct: value.top4_short_pct,
      },
    ]
  })
}
