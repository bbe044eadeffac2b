// Liquidations of perpetual positions over venues: who is forced out, the largest, and whether a flush is over.
import { TollgateError } from '../../../base/errors.ts'
import {
  liquidationDays,
  liquidationGaps,
  liquidationMinutes,
  listenedCoins,
} from '../../../ingestors/sources/liquidations/topic.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin, listCoins } from '../../inputs/coins.ts'
import {
  all,
  count,
  defineRoutesService,
  type InputOf,
  known,
  list,
  mapped,
  maybe,
  mayTake,
  moment,
  number,
  optionalFields,
  pct,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { windows } from './signal.ts'
import { captures, computeLiq, flushLabels, sideLabel, sideLabels, sizeLabel, sizeLabels, sizeScore } from './tell.ts'

const venues = Object.keys(captures) as [string, ...string[]]
const window = defineChoice('window', ['1h', '15m', '4h', '24h'], { description: 'how far back' })
const venue = defineChoice('venue', venues, { description: 'one venue only' })
const minUsd = defineMoney({ most: 1e9, description: 'leave out what is smaller, US dollars', otherNames: ['min_size'] })
const takes = {
  window: mayTake(window, { fallback: '1h' }),
  coin: mayTake(coin),
  venue: mayTake(venue),
  limit: mayTake(defineLimit({ most: 100 })),
}
const takesBiggest = { ...takes, min_usd: mayTake(minUsd, { fallback: 50_000 }) }
// Unless more are asked for.
const usualCoins = 50
const common = {
  price: '0.10',
  key: (input: { window?: string | undefined }) => input.window ?? '1h',
  fresh: { minutes: 2 },
  sold: { hours: 1 },
  historySeconds: 60,
} as const

const amounts = { long_usd: known(usd('of longs', 0)), short_usd: known(usd('of shorts', 0)), count: count() }
const skew = known(number('-1 only shorts to 1 only longs', 3))
const byVenue = list({
  venue: word(venues),
  ...amounts,
  skew,
  listened_share_pct: known(pct('of the window that its feed was heard', 1)),
  capture: word(['complete', 'sampled', 'partial'], 'what of its liquidations its public feed tells; nothing is scaled up'),
})
// In the row alone: what a caller's coin is looked up in.
const ofRow = optionalFields({ known_coins: list(text()) })
const intensity = number(
  'deviations of the logarithm from the same windows of a month, of all coins and venues; null before there are 30',
  2,
)

interface Sided {
  readonly long_usd: number
  readonly short_usd: number
  readonly count: number
  readonly skew: number
}

/** A coin that no venue lists is 422; one that they list and that was quiet is answered so. */
const refuseStrange = (asked: string | undefined, known: readonly string[]) =>
  listCoins(
    asked,
    known.map((coin) => ({ coin })),
  )

/** Of one coin or venue: the verdict is about that one, at the intensity of the whole. */
function cutTotals({ known_coins = [], ...body }: any, input: InputOf<typeof takes>): object {
  refuseStrange(input.coin, known_coins)
  const rows: Record<string, readonly (Sided & { readonly coin?: string; readonly venue?: string })[]> = {
    by_coin: body.by_coin.filter((row: { coin: string }) => input.coin === undefined || row.coin === input.coin),
    by_venue: body.by_venue.filter((row: { venue: string }) => input.venue === undefined || row.venue === input.venue),
  }
  const cut = { ...body, ...rows, by_coin: rows.by_coin!.slice(0, input.limit ?? usualCoins) }
  const asked = input.coin ?? input.venue
  if (asked === undefined) return cut
  const one = (input.coin === undefined ? rows.by_venue : rows.by_coin)![0] ?? { long_usd: 0, short_usd: 0, count: 0, skew: 0 }
  const total = one.long_usd + one.short_usd
  const label = sideLabel(total, one.skew, windows[(input.window ?? '1h') as keyof typeof windows] / 60)
  const z = body.totals.intensity_z
  const score = -Math.round(1_000 * one.skew * (z === null ? 0.5 : Math.min(1, Math.max(0, z / 3)))) / 10 + 0
  const summary = `${asked}: ${(total / 1e6).toFixed(2)} m USD forced closed in ${input.window ?? '1h'}, ${Math.round(50 + 50 * one.skew)} % of it longs (${label}).`
  const { long_usd, short_usd, count } = one
  // What is usual is known of all together, and is not the measure of one.
  const totals = { ...body.totals, long_usd, short_usd, count, total_usd: total, skew: one.skew, usual_usd: null }
  return {
    ...cut,
    totals,
    signal: { ...body.signal, label, score, direction: score >= 20 ? 'bullish' : score <= -20 ? 'bearish' : 'neutral', summary },
  }
}

/** Of one coin or venue: the verdict is about the largest of that one, which no month's maxima rank. */
function cutBiggest({ known_coins = [], ...body }: any, input: InputOf<typeof takesBiggest>): object {
  refuseStrange(input.coin, known_coins)
  const ofOne = body.events.filter(
    (event: { coin: string; venue: string }) =>
      (input.coin === undefined || event.coin === input.coin) && (input.venue === undefined || event.venue === input.venue),
  )
  const events = ofOne.filter((event: { usd: number }) => event.usd >= (input.min_usd ?? 0)).slice(0, input.limit ?? 25)
  if (input.coin === undefined && input.venue === undefined) return { ...body, events }
  const [largest] = ofOne
  const asked = [input.coin, input.venue].filter((one) => one !== undefined).join(' on ')
  const summary =
    largest === undefined
      ? `${asked}: none of the ${body.events.length} largest forced closings in ${input.window ?? '1h'}.`
      : `${asked}: largest in ${input.window ?? '1h'} ${Math.round(largest.usd / 1e3)} k USD of ${largest.coin} ${largest.side} on ${largest.venue}; ${events.length} listed.`
  const score = Math.round(10 * sizeScore(largest?.usd ?? 0)) / 10
  const signal = { ...body.signal, label: sizeLabel(largest?.usd ?? 0, 0), score, summary }
  return { ...body, signal, largest_rank_pct: null, events }
}

function onlyOne(input: InputOf<typeof takes>) {
  if (input.coin === undefined || input.venue === undefined) return input
  throw new TollgateError('input_unusable', 'coin, venue: ask for a coin or for a venue, or /biggest for the events of both')
}

export default defineRoutesService({
  label: 'liq',
  title: 'Liquidations',
  description:
    'Forced closings of perpetual positions across venues, live: who is hit, how hard, the largest, and whether it is over.',
  version: '3',
  tags: ['crypto', 'derivatives', 'liquidations'],
  rows: { one: 'all' },
  facts: {
    minutes: mapped(all(liquidationMinutes, { days: 1 }), (facts) =>
      facts.map(({ value, observedAt }) => ({ ...value, at: observedAt.getTime() })),
    ),
    days: all(liquidationDays, { days: 31 }),
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
        by_coin: list({ coin: text(), ...amounts, skew, price_move_pct: pct('from the first to the last closing', 2) }),
        bins: list({ from: moment(), ...amounts }, 'of all coins and venues'),
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
      takes: { window: takes.window },
      labels: flushLabels,
      answer: {
        components: {
          skew,
          intensity_z: intensity,
          last_5m_to_peak_ratio: number('0.25 and less is over', 3),
          total_usd: known(usd(undefined, 0)),
          usual_usd: usd(undefined, 0),
          top_coin: maybe(text()),
          top_coin_move_pct: pct('from its first to its last closing', 2),
        },
        by_venue: byVenue,
      },
    }),
  },
  signal: ({ minutes, days, gaps }, now) =>
    computeLiq(
      {
        minutes,
        gaps,
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
