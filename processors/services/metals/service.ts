// Metals: prices, trend, positioning and drivers; one report for all, and one for each metal.
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
const futures = { gold: '088691', copper: '085692' } as const
const offered = ['gold', ...Object.keys(base)] as [string, ...string[]]
const unsold = 'has no source whose terms let it be sold'
const metal = defineCommodity(offered, {
  kind: 'metal',
  refused: { silver: unsold, platinum: unsold, palladium: unsold },
})

const selections: readonly Selection[] = [
  { topic: goldFixings, days: elevenYears },
  { topic: fredObservations, keys: [...Object.values(base), 'DTWEXBGS', 'DCOILWTICO', 'CFNAIMA3'], days: elevenYears },
  { topic: treasuryYields, keys: ['real'], days: elevenYears },
  { topic: commitments, keys: Object.values(futures), days: 1_200 },
]

const route = defineRoute({
  method: 'GET',
  path: '/report',
  price: '0.05',
  serve: 'precomputed',
  summary: 'Metals report: gold daily, copper, aluminum, nickel and zinc monthly, with trend, positioning, ratios and drivers',
  tags: ['metals', 'gold', 'commodities'],
  ...takeInputs({ metal: optional(metal) }),
  output: metalsAnswer,
  example: { input: {}, output: undefined },
  key: (input) => input.metal ?? all,
  maxAgeSeconds: 5 * dayS,
  hardMaxAgeSeconds: 40 * dayS,
})

export default defineService({
  label: 'metals',
  title: 'Metals',
  description: 'Gold and base metals: price, trend, speculative positioning and what drives them, as one signal.',
  version: '1',
  tags: ['metals', 'commodities'],
  reads: [goldFixings, fredObservations, treasuryYields, commitments],
  routes: [route],
  affected: (records) => (records.some((record) => isSelected(record, selections)) ? [all, ...offered] : []),
  selects: () => selections,
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
