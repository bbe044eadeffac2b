// Day-ahead prices of those European zones whose prices are free to pass on.
import { dayAheadTopic } from '../../shapes/day-ahead-price.ts'

export type { DayAheadPrice } from '../../shapes/day-ahead-price.ts'

export const energyChartsPrices = dayAheadTopic('energycharts.prices.v1', {
  id: 'energy-charts',
  name: 'Energy-Charts',
  url: 'https://www.energy-charts.info/',
  licence: 'CC BY 4.0',
  attribution: 'Bundesnetzagentur | SMARD.de, through Energy-Charts (Fraunhofer ISE)',
})
