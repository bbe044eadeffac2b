// Ships counted daily through the straits and canals that world trade depends on.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const chokepoints = [
  'Suez Canal',
  'Panama Canal',
  'Bab el-Mandeb Strait',
  'Strait of Hormuz',
  'Malacca Strait',
  'Cape of Good Hope',
  'Gibraltar Strait',
  'Bosporus Strait',
  'Taiwan Strait',
] as const

export const transits = defineTopic({
  name: 'portwatch.transits.v1',
  origin: {
    id: 'portwatch',
    name: 'PortWatch daily chokepoint transits',
    url: 'https://portwatch.imf.org/',
    licence: 'reuse with attribution',
    attribution: 'International Monetary Fund, PortWatch',
  },
  schema: Type.Object({
    chokepoint: Type.String({ enum: [...chokepoints] }),
    date: Type.String({ format: 'date' }),
    ships: Type.Integer({ minimum: 0 }),
    capacity_tonnes: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    vintage,
  }),
  retention: { days: 3_650 },
  key: (value) => value.chokepoint,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
