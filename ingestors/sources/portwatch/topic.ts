// Ships counted daily through the straits and canals that world trade depends on.
import Type from 'typebox'
import { dailySeries, movesWeekly } from '../../shapes/topics.ts'

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

export const transits = dailySeries(
  'portwatch.transits.v1',
  {
    id: 'portwatch',
    name: 'PortWatch daily chokepoint transits',
    url: 'https://portwatch.imf.org/',
    licence: 'reuse with attribution',
    attribution: 'International Monetary Fund, PortWatch',
  },
  {
    chokepoint: Type.String({ enum: [...chokepoints] }),
    ships: Type.Integer({ minimum: 0 }),
    capacity_tonnes: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  },
  { key: (value) => value.chokepoint, keptDays: 3_650, moves: movesWeekly },
)
