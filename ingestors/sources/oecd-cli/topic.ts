// The OECD's composite leading indicators: what tends to turn half a year before output does; 100 is the long trend.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'
import { areas } from './areas.ts'

export const leadingIndicators = defineTopic({
  name: 'oecd.leading-indicators.v1',
  origin: {
    id: 'oecd-cli',
    name: 'OECD composite leading indicators',
    url: 'https://www.oecd.org/en/data/indicators/composite-leading-indicator-cli.html',
    licence: 'CC BY 4.0',
    attribution: 'OECD',
  },
  schema: Type.Object({
    area: Type.String({ enum: [...areas], description: 'ISO 3166-1 alpha-3, or a group of countries' }),
    month: Type.String({ format: 'date', description: 'the first day of its month' }),
    index: Type.Number({ minimum: 50, maximum: 150, description: 'amplitude adjusted, 100 is the long trend' }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.area,
  observedAt: (value) => new Date(`${value.month}T00:00:00Z`),
  ...revisedByVintage,
})
