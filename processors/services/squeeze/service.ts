// Short squeezes: how much of a listed company's float is sold short, how long buying it back would take, and whether something has begun.
import { failedDeliveries } from '../../../ingestors/sources/sec-fails/topic.ts'
import { ownershipOf } from '../../families/ownership.ts'
import { perTicker } from '../../families/per-ticker.ts'
import { pricedFields, pricesOf } from '../../families/prices.ts'
import * as kit from '../../kit/index.ts'
import { computeSqueeze, risk } from './signal.ts'

const { count, day, flag, known, list, maybe, number, pct, text, word } = kit

export default kit.defineSignalService({
  label: 'squeeze',
  title: 'Short squeezes',
  description: 'Short interest of listed US securities against their float and volume, failed deliveries and price, as one risk.',
  version: '3',
  tags: ['equities', 'short-interest'],
  // Only what has a short position has a row.
  rows: { byKey: ({ key }) => key },
  facts: (key) => ({
    ...ownershipOf(key, { shorts: 740 }),
    fails: kit.mapped(kit.all(failedDeliveries, { key, days: 800 }), (facts) =>
      facts.flatMap(({ value }) => value.days.map(({ date, fails }) => ({ at: new Date(`${date}T00:00:00Z`), value: fails }))),
    ),
    prices: pricesOf(key),
    ...ownershipOf(key, { holdings: 120, insiders: 400 }),
  }),
  route: kit.signalRoute({
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
    disclaimer:
      'Short interest is half-monthly and days old; the borrow figure is a proxy, not a lender’s. A description, not advice.',
    notTold: [
      'short sales of single days (FINRA Reg SHO)',
      'what borrowing costs and how much is lent',
      'open calls: see options/flow',
    ],
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
        ...pricedFields,
      },
      history: list({ date: day(), shares: known(number()) }, 'short interest since the last split, oldest first'),
    },
  }),
  signal: computeSqueeze,
})
