// Supply chains: world pressure, chokepoints, freight, stocks and orders as one signal.
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { supplyPressure } from '../../../ingestors/sources/nyfed-gscpi/topic.ts'
import { chokepoints, transits } from '../../../ingestors/sources/portwatch/topic.ts'
import { affectsOne } from '../../affected.ts'
import { defineRoute, defineService, type Observations, type Selection } from '../../define.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { toPoints } from '../../points.ts'
import { verdict } from '../../verdict.ts'
import { supplyAnswer } from './schema.ts'
import { computeSupply, type SupplyInputs } from './signal.ts'

const key = 'world'
const dayS = 86_400

const selections: readonly Selection[] = [
  { topic: supplyPressure },
  { topic: transits, days: 400 },
  { topic: fredObservations, keys: ['ISRATIO', 'AMTMUO', 'AMTMVS', 'WPU3012', 'PCU483111483111'], days: 4_018 },
]

const focus = defineChoice('focus', ['all', 'shipping', 'inventories'], {
  description: 'the sections told: shipping (chokepoints and freight), inventories (stocks and orders), or all',
})
const sections = { shipping: ['chokepoints', 'freight', 'bottlenecks'], inventories: ['inventories', 'orders'] } as const

/** The sections of what was not asked for. */
function hidden(asked: string | undefined): readonly string[] {
  return asked === 'shipping' ? sections.inventories : asked === 'inventories' ? sections.shipping : []
}

const route = defineRoute({
  method: 'GET',
  path: '/report',
  price: '0.05',
  serve: 'precomputed',
  summary: 'Supply chain pressure: world index, chokepoint transits, freight prices, inventories and unfilled orders',
  tags: ['supply-chain', 'shipping', 'trade', 'macro'],
  ...takeInputs({ focus: optional(focus) }),
  output: supplyAnswer,
  example: { input: {}, output: undefined },
  key: () => key,
  shape: (body: Readonly<Record<string, unknown>>, input) =>
    Object.fromEntries(Object.entries(body).filter(([section]) => !hidden(input.focus).includes(section))),
  maxAgeSeconds: 16 * dayS,
  hardMaxAgeSeconds: 45 * dayS,
})

export default defineService({
  label: 'supply',
  title: 'Supply chains',
  description: 'How strained world supply chains are, and where: chokepoints, freight, stocks and orders.',
  version: '2',
  tags: ['supply-chain', 'macro'],
  reads: [supplyPressure, transits, fredObservations],
  routes: [route],
  affected: affectsOne(key, selections),
  selects: () => selections,
  compute(rowKey, seen, now) {
    const { mix, label, summary, ...found } = computeSupply(readInputs(seen), now)
    const turn = found.gscpi.chg_1m ?? 0
    const direction = turn > 0.1 ? 'up' : turn < -0.1 ? 'down' : 'flat'
    const signal = verdict({ mix, label, summary, now, range: [0, 100], direction })
    return [{ route: route.path, key: rowKey, body: { signal, ...found }, coverage: mix.coverage }]
  },
})

function readInputs(seen: Observations): SupplyInputs {
  const fred = (series: string) => toPoints(seen.of(fredObservations, series), ({ value }) => value)
  return {
    gscpi: toPoints(seen.of(supplyPressure), ({ deviations }) => deviations),
    passages: chokepoints.map((name) => ({
      name,
      ships: toPoints(seen.of(transits, name), ({ ships }) => ships),
      capacity: toPoints(seen.of(transits, name), ({ capacity_tonnes }) => capacity_tonnes),
    })),
    trucking: fred('WPU3012'),
    deepSea: fred('PCU483111483111'),
    stocksToSales: fred('ISRATIO'),
    unfilledM: fred('AMTMUO'),
    shipmentsM: fred('AMTMVS'),
  }
}
