// The OECD's composite leading indicators: what tends to turn half a year before output does; 100 is the long trend.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'
import { areas } from './areas.ts'

export const leadingIndicators = monthlySeries(
  'oecd.leading-indicators.v1',
  {
    id: 'oecd-cli',
    name: 'OECD composite leading indicators',
    url: 'https://www.oecd.org/en/data/indicators/composite-leading-indicator-cli.html',
    licence: 'CC BY 4.0',
    attribution: 'OECD',
  },
  {
    area: Type.String({ enum: [...areas], description: 'ISO 3166-1 alpha-3, or a group of countries' }),
    index: Type.Number({ minimum: 50, maximum: 150, description: 'amplitude adjusted, 100 is the long trend' }),
  },
  { key: (value) => value.area, description: 'the first day of its month' },
)
