// Supply chains: world pressure, chokepoints, freight, stocks and orders as one signal.
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { supplyPressure } from '../../../ingestors/sources/nyfed-gscpi/topic.ts'
import { chokepoints, transits } from '../../../ingestors/sources/portwatch/topic.ts'
import { statuses } from '../../formula/passages.ts'
import { defineChoice } from '../../inputs/choice.ts'
import {
  day,
  defineSignalService,
  list,
  maybe,
  mayTake,
  month,
  number,
  optionalFields,
  pct,
  series,
  seriesOf,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { computeSupply, pressure } from './signal.ts'

const fred = seriesOf(fredObservations, ({ value }) => value, { days: 4_018 })

const focus = defineChoice('focus', ['all', 'shipping', 'inventories'], {
  description: 'the sections told: shipping (chokepoints and freight), inventories (stocks and orders), or all',
})
const sections = { shipping: ['chokepoints', 'freight', 'bottlenecks'], inventories: ['inventories', 'orders'] } as const

/** The sections of what was not asked for. */
function hidden(asked: string | undefined): readonly string[] {
  return asked === 'shipping' ? sections.inventories : asked === 'inventories' ? sections.shipping : []
}

export default defineSignalService({
  label: 'supply',
  title: 'Supply chains',
  description: 'How strained world supply chains are, and where: chokepoints, freight, stocks and orders.',
  version: '2',
  tags: ['supply-chain', 'macro'],
  rows: { one: 'world' },
  facts: {
    gscpi: series(supplyPressure, ({ deviations }) => deviations),
    passages: chokepoints.map((key) => ({
      name: key,
      ships: series(transits, ({ ships }) => ships, { key, days: 400 }),
      capacity: series(transits, ({ capacity_tonnes }) => capacity_tonnes, { key, days: 400 }),
    })),
    stocksToSales: fred('ISRATIO'),
    unfilledM: fred('AMTMUO'),
    shipmentsM: fred('AMTMVS'),
    trucking: fred('WPU3012'),
    deepSea: fred('PCU483111483111'),
  },
  route: signalRoute({
    path: '/report',
    price: '0.05',
    summary: 'Supply chain pressure: world index, chokepoint transits, freight prices, inventories and unfilled orders',
    tags: ['supply-chain', 'shipping', 'trade', 'macro'],
    takes: { focus: mayTake(focus) },
    shape: (body, input) =>
      Object.fromEntries(Object.entries(body).filter(([section]) => !hidden(input.focus).includes(section))),
    fresh: { days: 16 },
    sold: { days: 45 },
    range: [0, 100],
    labels: pressure,
    answer: {
      gscpi: {
        value_sd: number('Global Supply Chain Pressure Index, standard deviations from its mean', 2),
        chg_1m: number('change over a month', 2),
        pctile: number('percentile since 1997', 1),
        month: maybe(month()),
      },
      ...optionalFields({
        chokepoints: list({
          name: text(),
          transits_7d: number('ships in the newest seven days'),
          vs_1y_pct: pct('against the same weekdays a year earlier', 1),
          capacity_vs_1y_pct: pct('the same for deadweight capacity', 1),
          status: maybe(word(statuses)),
          week_to: maybe(day()),
        }),
        freight: {
          trucking_ppi_yoy_pct: pct('US producer prices of truck freight over 12 months', 1),
          deep_sea_ppi_yoy_pct: pct('US producer prices of deep sea freight over 12 months', 1),
        },
        inventories: {
          isratio: number('US business inventories to sales', 2),
          z: number('robust deviations from its ten-year median', 2),
        },
        orders: { unfilled_to_shipments: number("US manufacturers' unfilled orders, months of shipments", 2) },
        bottlenecks: list(text(), 'chokepoints a quarter or more below last year'),
      }),
    },
  }),
  signal: computeSupply,
})
