// Metals: prices, trend, positioning and drivers; one report for all, and one for each metal.
import { preciousPrices } from '../../../ingestors/sources/cbr-metals/topic.ts'
import { commitments } from '../../../ingestors/sources/cftc-cot/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { goldFixings } from '../../../ingestors/sources/nbp-gold/topic.ts'
import { bankMetals } from '../../../ingestors/sources/nbu-metals/topic.ts'
import { commodityPrices } from '../../../ingestors/sources/pink-sheet/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { isSelected } from '../../affected.ts'
import { defineRoute, defineService, type Observations, type Selection } from '../../define.ts'
import { defineCommodity } from '../../inputs/commodity.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { toPoints } from '../../points.ts'
import { type Point, signedLabel } from '../../stats.ts'
import { verdict } from '../../verdict.ts'
import { base, monthlyPrices, names, priceSelections, pricesOf } from './prices.ts'
import { metalsAnswer } from './schema.ts'
import { choosePrices, computeMetals, labels, type MetalsInputs } from './signal.ts'

const all = 'all'
const dayS = 86_400
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

const selections = new Map([all, ...names].map((key) => [key, selectionsOf(key)]))

const route = defineRoute({
  method: 'GET',
  path: '/report',
  price: '0.05',
  serve: 'precomputed',
  summary: 'Metals report: precious metals daily, base metals monthly, with trend, positioning, ratios and drivers',
  tags: ['metals', 'gold', 'commodities'],
  ...takeInputs({ metal: optional(metal) }),
  output: metalsAnswer,
  example: { input: {}, output: undefined },
  key: (input) => input.metal ?? all,
  closed: true,
  maxAgeSeconds: 5 * dayS,
  hardMaxAgeSeconds: 40 * dayS,
})

export default defineService({
  label: 'metals',
  title: 'Metals',
  description: 'Precious and base metals: price, trend, speculative positioning and what drives them, as one signal.',
  version: '3',
  tags: ['metals', 'commodities'],
  reads: [goldFixings, bankMetals, preciousPrices, commodityPrices, fredObservations, treasuryYields, commitments],
  routes: [route],
  affected: (records) =>
    [...selections].flatMap(([key, own]) => (records.some((record) => isSelected(record, own)) ? [key] : [])),
  selects: (key) => selections.get(key) ?? [],
  compute(key, seen, now) {
    const { mix, summary, ...sections } = computeMetals(readInputs(seen, now), key === all ? names : [key], now)
    const signal = verdict({ mix, label: signedLabel(mix.score, labels), summary, now })
    return [{ route: route.path, key, body: { signal, ...sections }, coverage: mix.coverage }]
  },
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
