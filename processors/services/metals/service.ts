// Metals: prices, trend, positioning and drivers; one report for all, and one for each metal.
import { preciousPrices } from '../../../ingestors/sources/cbr-metals/topic.ts'
import { commitments } from '../../../ingestors/sources/cftc-cot/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { goldFixings } from '../../../ingestors/sources/nbp-gold/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { isSelected } from '../../affected.ts'
import { defineRoute, defineService, type Observations, type Selection } from '../../define.ts'
import { defineCommodity } from '../../inputs/commodity.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { toPoints } from '../../points.ts'
import { type Point, signedLabel } from '../../stats.ts'
import { verdict } from '../../verdict.ts'
import { metalsAnswer } from './schema.ts'
import { computeMetals, labels, type MetalSeries, type MetalsInputs, usdPerOunce } from './signal.ts'

const all = 'all'
const dayS = 86_400
const elevenYears = 4_018
const base = { copper: 'PCOPPUSDM', aluminum: 'PALUMUSDM', nickel: 'PNICKUSDM', zinc: 'PZINCUSDM' } as const
const futures = { gold: '088691', silver: '084691', copper: '085692', platinum: '076651', palladium: '075651' } as const
// Their source is off until an operator turns it on: then only the other metals have rows.
const priced = ['silver', 'platinum', 'palladium'] as const
const offered = ['gold', ...priced, ...Object.keys(base)] as [string, ...string[]]
const metal = defineCommodity(offered, { kind: 'metal' })

const isBase = (name: string): name is keyof typeof base => name in base
const isPriced = (name: string): boolean => (priced as readonly string[]).includes(name)

/** Of one metal only what its own answer is made of. */
function selectionsOf(key: string): Selection[] {
  const names = key === all ? offered : [key]
  const rubles = names.filter(isPriced).map((name) => `${name}_rub_per_gram`)
  const codes = names.flatMap((name) => futures[name as keyof typeof futures] ?? [])
  const series = [...names.filter(isBase).map((name) => base[name]), 'DTWEXBGS', 'DCOILWTICO', 'CFNAIMA3']
  return [
    ...(names.includes('gold') ? [{ topic: goldFixings, days: elevenYears }] : []),
    ...(rubles.length > 0 ? [{ topic: preciousPrices, keys: [...rubles, 'usd_rub'], days: elevenYears }] : []),
    { topic: fredObservations, keys: series, days: elevenYears },
    { topic: treasuryYields, keys: ['real'], days: elevenYears },
    ...(codes.length > 0 ? [{ topic: commitments, keys: codes, days: 1_200 }] : []),
  ]
}

const selections = new Map([all, ...offered].map((key) => [key, selectionsOf(key)]))

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
  version: '2',
  tags: ['metals', 'commodities'],
  reads: [goldFixings, preciousPrices, fredObservations, treasuryYields, commitments],
  routes: [route],
  affected: (records) =>
    [...selections].flatMap(([key, own]) => (records.some((record) => isSelected(record, own)) ? [key] : [])),
  selects: (key) => selections.get(key) ?? [],
  compute(key, seen, now) {
    const inputs = readInputs(seen)
    const chosen = { ...inputs, metals: inputs.metals.filter(({ name }) => key === all || name === key) }
    const { mix, summary, ...sections } = computeMetals(chosen, now)
    const signal = verdict({ mix, label: signedLabel(mix.score, labels), summary, now })
    return [{ route: route.path, key, body: { signal, ...sections }, coverage: mix.coverage }]
  },
})

function readInputs(seen: Observations): MetalsInputs {
  const fred = (series: string) => toPoints(seen.of(fredObservations, series), ({ value }) => value)
  const fixing = (series: string) => toPoints(seen.of(goldFixings, series), ({ value }) => value)
  const ruble = (series: string) => toPoints(seen.of(preciousPrices, series), ({ value }) => value)
  const metal = (
    name: string,
    prices: readonly Point[],
    more: Pick<MetalSeries, 'kind' | 'unit' | 'frequency'>,
  ): MetalSeries => ({
    name,
    prices,
    positions: name in futures ? positionsOf(seen, futures[name as keyof typeof futures]) : [],
    ...more,
  })
  return {
    metals: [
      metal('gold', usdPerOunce(fixing('gold_pln_per_gram'), fixing('usd_pln')), {
        kind: 'precious',
        unit: 'USD/oz',
        frequency: 'daily',
      }),
      ...priced.map((name) =>
        metal(name, usdPerOunce(ruble(`${name}_rub_per_gram`), ruble('usd_rub')), {
          kind: 'precious',
          unit: 'USD/oz',
          frequency: 'daily',
        }),
      ),
      ...Object.entries(base).map(([name, series]) =>
        metal(name, fred(series), { kind: 'base', unit: 'USD/t', frequency: 'monthly' }),
      ),
    ],
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
