// Day-ahead prices of those European zones whose prices are free to pass on.
import { defineTopic } from '../../../db/log/topic.ts'
import { dayAheadPrice } from '../../shapes/day-ahead-price.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export type { DayAheadPrice } from '../../shapes/day-ahead-price.ts'

export const energyChartsPrices = defineTopic({
  name: 'energycharts.prices.v1',
  origin: {
    id: 'energy-charts',
    name: 'Energy-Charts',
    url: 'https://www.energy-charts.info/',
    licence: 'CC BY 4.0',
    attribution: 'Bundesnetzagentur | SMARD.de, through Energy-Charts (Fraunhofer ISE)',
  },
  schema: dayAheadPrice,
  retention: { days: 40 },
  key: (value) => value.zone,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
