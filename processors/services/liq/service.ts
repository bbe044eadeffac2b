// Liquidations of perpetual positions over venues: who is forced out, the largest, and whether a flush is over.
import { hyperliquidOi } from '../../../ingestors/sources/hyperliquid-oi/topic.ts'
import {
  liquidationDays,
  liquidationGaps,
  liquidationMinutes,
  listenedCoins,
} from '../../../ingestors/sources/liquidations/topic.ts'
import {
  all,
  count,
  defineRoutesService,
  known,
  list,
  mapped,
  maybe,
  moment,
  number,
  optionalFields,
  pct,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { cutBiggest, cutSignal, cutTotals, onlyOne, takes, takesBiggest, venues } from './cut.ts'
import { computeLiq, flushLabels, sideLabels, sizeLabels } from './tell.ts'

const common = {
  price: '0.10',
  key: (input: { window?: string | undefined }) => input.window ?? '1h',
  fresh: { minutes: 2 },
  sold: { hours: 1 },
  historySeconds: 60,
} as const

const amounts = { long_usd: known(usd('of longs', 0)), short_usd: known(usd('of shorts', 0)), count: count() }
const skew = number('-1 only shorts to 1 only longs; null where nothing was closed', 3)
const ofVenue = {
  venue: word(venues),
  ...amounts,
  skew,
  listened_share_pct: known(pct('of the window that its feed was heard', 1)),
  capture: word(['complete', 'sampled', 'partial'], 'what of its liquidations its public feed tells; nothing is scaled up'),
}
const ofAllCoins = 'of all coins, also where one is asked for'
const onAllVenues = 'on all venues, also where one is asked for'
const byVenue = list(ofVenue, ofAllCoins)
const ofCoin = {
  coin: text(),
  ...amounts,
  skew,
  price_move_pct: pct('from the first to the last closing whose price is a fill; null where fewer than two are', 2),
}
const lastToPeak = number('of the last five minutes to the busiest five: 0.25 and less is over', 3)
const oiChange = 'of Hyperliquid’s open interest, by coins, over the window, or an hour where that is longer'
// In the row alone: what a caller's coin is looked up in.
const ofRow = optionalFields({ known_coins: list(text()) })
const intensity = number(
  'deviations of the logarithm from the same windows of a month, of all coins and venues; null before there are 30',
  2,
)

export default defineRoutesService({
  label: 'liq',
  title: 'Liquidations',
  description:
    'Forced closings of perpetual positions across venues, live: who is hit, how hard, the largest, and whether it is over.',
  version: '8',
  tags: ['crypto', 'derivatives', 'liquidations'],
  rows: { one: 'all' },
  facts: {
    minutes: mapped(all(liquidationMinutes, { days: 1 }), (facts) =>
      facts.map(({ value, observedAt }) => ({ ...value, at: observedAt.getTime() })),
    ),
    days: all(liquidationDays, { days: 31 }),
    openInterest: mapped(all(hyperliquidOi, { days: 2 }), (facts) =>
      facts.map(({ value }) => ({ at: Date.parse(value.at), markets: value.markets })),
    ),
    gaps: mapped(all(liquidationGaps, { days: 2 }), (facts) =>
      facts.map(({ value }) => ({
        venue: value.venue,
        from: new Date(value.from),
        to: value.to === null ? null : new Date(value.to),
        reason: value.reason,
      })),
    ),
  },
  routes: {
    liquidations: signalRoute({
      ...common,
      path: '/liquidations',
      summary: 'Forced closings by side, coin and venue in a window, against a month of such windows; venue coverage told',
      takes,
      refine: onlyOne,
      shape: cutTotals,
      labels: sideLabels,
      answer: {
        totals: {
          ...amounts,
          total_usd: known(usd(undefined, 0)),
          skew,
          usual_usd: usd('the median of such windows in a month, of all coins and venues; null where one is asked for', 0),
          intensity_z: intensity,
        },
        ...ofRow,
        by_venue: byVenue,
        by_coin: list(ofCoin, onAllVenues),
        bins: list(
          { from: moment(), ...amounts },
          'of all coins and venues; a minute each in 15m and 1h, three in 4h, fifteen in 24h; what was not listened to has none',
        ),
      },
    }),
    biggest: signalRoute({
      ...common,
      path: '/biggest',
      summary: 'The largest forced closings of a window with venue, side, price and size, ranked against a month of daily maxima',
      takes: takesBiggest,
      shape: cutBiggest,
      range: [0, 100],
      labels: sizeLabels,
      answer: {
        ...ofRow,
        largest_rank_pct: pct(
          'percentile among the largest of each day of a month; null before there are ten, and where one coin or venue is asked for',
          1,
        ),
        events: list({
          at: moment(),
          venue: word(venues),
          coin: text(),
          side: word(['long', 'short'], 'the position that was closed'),
          coins: known(number()),
          price_usd: known(usd()),
          price_kind: word(['fill', 'bankruptcy'], 'bankruptcy: the price at which nothing was left, not that of the fill'),
          usd: known(number('US dollars', 0)),
        }),
      },
    }),
    signal: signalRoute({
      ...common,
      path: '/signal',
      summary: 'Is a long flush or a short squeeze running or exhausted: skew, intensity and how far the last minutes fell off',
      takes,
      refine: onlyOne,
      shape: cutSignal,
      labels: flushLabels,
      answer: {
        components: {
          skew,
          intensity_z: intensity,
          last_5m_to_peak_ratio: lastToPeak,
          total_usd: known(usd(undefined, 0)),
          usual_usd: usd('null where one coin or venue is asked for', 0),
          oi_change_pct: pct(`${oiChange}; of all coins at the prices before; null where a venue is asked for`, 2),
          top_coin: maybe(text()),
          top_coin_move_pct: pct('from its first to its last closing whose price is a fill', 2),
        },
        ...ofRow,
        by_venue: list({ ...ofVenue, last_5m_to_peak_ratio: lastToPeak }, ofAllCoins),
        by_coin: list({ ...ofCoin, last_5m_to_peak_ratio: lastToPeak, oi_change_pct: pct(oiChange, 2) }, onAllVenues),
      },
    }),
  },
  signal: ({ minutes, days, gaps, openInterest }, now) =>
    computeLiq(
      {
        minutes,
        gaps,
        openInterest,
        bins: days.flatMap(({ value, observedAt }) =>
          value.bins.map((bin) => ({ ...bin, venue: value.venue, at: observedAt.getTime() + bin.slot * 300_000 })),
        ),
        largestByDay: days.map(({ value, observedAt }) => ({
          venue: value.venue,
          day: Math.floor(observedAt.getTime() / 86_400_000),
          usd: value.largest_usd,
        })),
      },
      now,
      listenedCoins,
    ),
})
