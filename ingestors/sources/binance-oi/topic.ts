// Binance's open interest hour by hour: the longest history of it that anyone gives away, thirty days.
import { defineTopic } from '../../../db/log/topic.ts'
import { oiDay } from '../../shapes/oi-hours.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const binanceOi = defineTopic({
  name: 'binance.oi-days.v1',
  origin: {
    id: 'binance',
    name: 'Binance USD-M futures data',
    url: 'https://developers.binance.com/docs/derivatives/usds-margined-futures',
    licence: 'terms of use unclear for redistribution',
    attribution: 'Binance',
  },
  schema: oiDay,
  moves: { days: 1, toldAfterDays: 1, of: 'any' },
  retention: { days: 120 },
  key: (value) => value.coin,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
