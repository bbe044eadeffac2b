// Metals: prices, trend, positioning and drivers; one report for all, and one for each metal.
import { commitments } from '../../../ingestors/sources/cftc-cot/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import type { Point } from '../../formula/index.ts'
import { toPoints } from '../../formula/points.ts'
import { defineCommodity } from '../../inputs/commodity.ts'
import type { Observations, Selection } from '../../kit/define.ts'
import {
  count,
  day,
  defineSignalService,
  known,
  list,
  maybe,
  mayTake,
  month,
  number,
  pct,
  reading,
  score,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { base, monthlyPrices, names, priceSelections, pricesOf } from './prices.ts'
import { choosePrices, computeMetals, labels, ladder, type MetalsInputs } from './signal.ts'

const all = 'all'
const elevenYears = 4_018
// What is only shown needs no past.
const shownDays = 30
const futures = { gold: '088691', silver: '084691', copper: '085692', platinum: '076651', palladium: '075651' } as const
const metal = defineCommodity([...names], { kind: 'metal' })

const isBase = (name: string): boolean => (base as readonly string[]).includes(name)

/** Of one metal only what its own answer is made of. */
function selectionsOf(key: string): Selection[] {
  const wanted: readonly string[] = key === all ? names : [key]
  const codes = wanted.flatMap((name) => futures[name as keyof typeof futures] ?? [])
  // Oil stands beside gold, activity drives base metals, and what real yields did drives the precious ones.
  const series = ['DTWEXBGS', ...(wanted.includes('gold') ? ['DCOILWTICO'] : []), ...(wanted.some(isBase) ? ['CFNAIMA3'] : [])]
  return [
    ...priceSelections(wanted),
    { topic: fredObservations, keys: series, days: elevenYears },
    { topic: treasuryYields, keys: ['real'], days: wanted.every(isBase) ? shownDays : elevenYears },
    ...(codes.length > 0 ? [{ topic: commitments, keys: codes, days: 1_200 }] : []),
  ]
}

export default defineSignalService({
  label: 'metals',
  title: 'Metals',
  description: 'Precious and base metals: price, trend, speculative positioning and what drives them, as one signal.',
  version: '5',
  tags: ['metals', 'commodities'],
  rows: { list: [all, ...names] },
  facts: (key) => reading(selectionsOf(key), (seen) => (now: Date) => readInputs(seen, now)),
  route: signalRoute({
    path: '/report',
    price: '0.05',
    summary: 'Metals report: precious metals daily, base metals monthly, with trend, positioning, ratios and drivers',
    tags: ['metals', 'gold', 'commodities'],
    takes: { metal: mayTake(metal) },
    key: (input) => input.metal ?? all,
    closed: true,
    fresh: { days: 5 },
    sold: { days: 40 },
    labels: ladder,
    answer: {
      metals: list({
        name: text(),
        price: number('newest price', 2),
        unit: text(),
        price_date: maybe(day('a day, or the first day of the month a monthly average is of')),
        frequency: word(['daily', 'monthly']),
        source: text('which of the sources in meta the price is of'),
        age_days: count('from the day of the price, or the end of the month it is an average of, to as_of', {
          minimum: 0,
          unit: 'days',
        }),
        chg_1m_pct: pct('over one month'),
        chg_12m_pct: pct('over 12 months'),
        score: maybe(known(score())),
        label: maybe(word(labels)),
        cot_index: maybe(
          known(number(undefined, undefined, { minimum: 0, maximum: 100 })),
          'speculators net between their 156-week extremes; null where there is no US future',
        ),
      }),
      ratios: {
        gold_silver: number('ounces of silver an ounce of gold buys', 1),
        gold_silver_pctile: number('its percentile in what is known of ten years', 1),
        gold_oil: number('barrels of WTI an ounce of gold buys', 1),
        gold_oil_pctile: number('its percentile in ten years', 1),
        copper_gold: number('copper over gold by weight, both averages of the same month; four digits that count'),
        as_of: { gold_silver: maybe(day()), gold_oil: maybe(day()), copper_gold: maybe(month()) },
      },
      drivers: {
        real_10y_pct: pct('10-year real par yield', 2),
        broad_dollar_chg_3m_pct: pct('broad dollar index over three months'),
        as_of: { real_10y: maybe(day()), broad_dollar: maybe(day()) },
      },
    },
  }),
  signal: (inputsAt, now, key) => computeMetals(inputsAt(now), key === all ? names : [key], now),
})

function readInputs(seen: Observations, now: Date): MetalsInputs {
  const fred = (series: string) => toPoints(seen.of(fredObservations, series), ({ value }) => value)
  return {
    metals: names.map((name) => ({
      name,
      kind: isBase(name) ? 'base' : 'precious',
      unit: isBase(name) ? 'USD/t' : 'USD/oz',
      ...choosePrices(pricesOf(seen, name), now),
      positions: name in futures ? positionsOf(seen, futures[name as keyof typeof futures]) : [],
    })),
    monthlyGold: monthlyPrices(seen, 'gold'),
    realTenYear: toPoints(seen.of(treasuryYields, 'real'), ({ yields }) => yields['10y']),
    dollar: fred('DTWEXBGS'),
    activity: fred('CFNAIMA3'),
    oil: fred('DCOILWTICO'),
  }
}

function positionsOf(seen: Observations, code: string): Point[] {
  return seen
    .of(commitments, code)
    .flatMap(({ value: { report_date, funds } }) =>
      funds === null ? [] : [{ at: new Date(`${report_date}T00:00:00Z`), value: funds.long - funds.short }],
    )
}
