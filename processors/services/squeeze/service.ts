// Short squeezes: how much of a listed company's float is sold short, how long buying it back would take, and whether something has begun.

import { shortInterest } from '../../../ingestors/sources/finra-short-interest/topic.ts'
import { institutionalHoldings } from '../../../ingestors/sources/sec-13f/topic.ts'
import { failedDeliveries } from '../../../ingestors/sources/sec-fails/topic.ts'
import { insiderFilings } from '../../../ingestors/sources/sec-form4/topic.ts'
import { perTicker } from '../../families/per-ticker.ts'
import { pricesOf } from '../../families/prices.ts'
import { withNotTold } from '../../formula/not-told.ts'
import { priceBases } from '../../formula/share-prices.ts'
import {
  all,
  count,
  day,
  defineSignalService,
  flag,
  known,
  list,
  mapped,
  maybe,
  newest,
  number,
  pct,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { computeSqueeze, risk } from './signal.ts'

const disclaimer =
  'Short interest is half-monthly and days old; the borrow figure is a proxy, not a lender’s. A description, not advice.'

const notTold = [
  'short sales of single days (FINRA Reg SHO)',
  'what borrowing costs and how much is lent',
  'open calls: see options/flow',
]

export default defineSignalService({
  label: 'squeeze',
  title: 'Short squeezes',
  description: 'Short interest of listed US securities against their float and volume, failed deliveries and price, as one risk.',
  version: '3',
  tags: ['equities', 'short-interest'],
  // Only what has a short position has a row.
  rows: { byKey: ({ key }) => key },
  facts: (key) => ({
    positions: mapped(all(shortInterest, { key, days: 740 }), (facts) =>
      facts.map(({ observedAt, value }) => ({
        at: observedAt,
        short: value.short,
        before: value.short_before,
        averageVolume: value.average_volume,
        isSplit: value.is_split,
        name: value.name,
      })),
    ),
    fails: mapped(all(failedDeliveries, { key, days: 800 }), (facts) =>
      facts.flatMap(({ value }) => value.days.map(({ date, fails }) => ({ at: new Date(`${date}T00:00:00Z`), value: fails }))),
    ),
    prices: pricesOf(key),
    held: newest(institutionalHoldings, { key, days: 120 }),
    insiders: all(insiderFilings, { key, days: 400 }),
  }),
  route: signalRoute({
    path: '/squeeze',
    price: '0.05',
    summary:
      'Short squeeze risk of one listed US security: short interest of the float, days to cover, failed deliveries, trigger',
    tags: ['equities', 'short-interest', 'squeeze'],
    ...perTicker,
    closed: true,
    example: { ticker: 'AAPL' },
    fresh: { days: 32 },
    sold: { days: 50 },
    range: [0, 100],
    labels: risk,
    // Of many funds and foreign companies only the short positions are known.
    leastWeight: 0.3,
    answer: {
      ticker: text(),
      name: text(),
      short_interest: {
        shares: count('sold short and not bought back'),
        settlement_date: day('the positions are of this day'),
        pct_float: pct('of the float below', 2),
        pct_outstanding: pct(undefined, 2),
        chg_pct: pct('against the half-month before; null over a split', 2),
        days_to_cover: number('shares short over the mean day’s volume of the half-month, days; no floor, no cap', 2),
        average_volume: count('shares a day'),
        pctile_own: number('percentile among the half-months since the last split, at most two years', 1),
      },
      float: {
        shares: number('outstanding less what insiders last said they hold', 0),
        method: word(['outstanding_less_insiders', 'outstanding', 'unknown']),
        outstanding_as_of: maybe(day()),
        insider_pct: pct('by their newest filings of 400 days', 2),
        institutional_pct: pct('by 13F reports; may exceed 100 where shares are lent', 2),
        institutional_as_of: maybe(day()),
      },
      borrow_proxy: {
        utilisation_pct: pct('short shares to 35 % of what institutions hold', 1),
        method: word(['short_to_lendable_13f', 'unknown']),
      },
      fails: {
        shares: number('not delivered up to that day'),
        date: maybe(day()),
        pct_outstanding: pct(undefined, 4),
        pctile_own: number('percentile among the days known', 1),
      },
      trigger: {
        ret_5d_pct: pct('of the newest five prices', 2),
        above_20d_high: maybe(flag('the newest price is above the twenty before')),
        price_date: maybe(day()),
        price_source: word(priceBases),
      },
      history: list({ date: day(), shares: known(number()) }, 'short interest since the last split, oldest first'),
    },
  }),
  signal({ positions, fails, prices, held, insiders }, now, key) {
    const outstanding = held?.value.outstanding ?? null
    const last = new Map(
      insiders.flatMap(({ value }) => {
        const after = value.trades.at(-1)?.shares_after
        return after === undefined || after === null ? [] : [[value.owners[0]!.cik, after] as const]
      }),
    )
    const insiderShares = last.size === 0 ? null : [...last.values()].reduce((sum, one) => sum + one, 0)
    const told = computeSqueeze(
      {
        name: held?.value.name ?? positions.at(-1)?.name ?? key,
        positions,
        fails,
        prices,
        outstanding: outstanding === null ? null : { shares: outstanding.shares, asOf: new Date(outstanding.as_of) },
        insiderShares,
        institutions: held === undefined ? null : { shares: held.value.now.shares, asOf: held.observedAt },
      },
      now,
    )
    if (told === null) return []
    const { mix, label, summary, direction, newest: of, trigger, history } = told
    return {
      mix: withNotTold(mix, notTold),
      label,
      summary,
      direction,
      disclaimer,
      ticker: key,
      name: held?.value.name ?? of.name,
      short_interest: {
        shares: of.short,
        settlement_date: of.at,
        pct_float: told.pctFloat,
        pct_outstanding: told.pctOutstanding,
        chg_pct: told.change,
        days_to_cover: told.cover,
        average_volume: of.averageVolume,
        pctile_own: told.rank,
      },
      float: {
        shares: told.float,
        method: outstanding === null ? 'unknown' : insiderShares === null ? 'outstanding' : 'outstanding_less_insiders',
        outstanding_as_of: outstanding?.as_of ?? null,
        insider_pct: told.insiderPct,
        institutional_pct: told.institutionalPct,
        institutional_as_of: held?.value.period ?? null,
      },
      borrow_proxy: {
        utilisation_pct: told.utilisedPct,
        method: told.utilisedPct === null ? 'unknown' : 'short_to_lendable_13f',
      },
      fails: {
        shares: told.failed?.value ?? null,
        date: told.failed?.at ?? null,
        pct_outstanding: told.failedPct,
        pctile_own: told.failedRank,
      },
      trigger: {
        ret_5d_pct: trigger.ret5d,
        above_20d_high: trigger.aboveHigh,
        price_date: prices.points.at(-1)?.at ?? null,
        price_source: prices.basis,
      },
      history,
    }
  },
})
