// The short-term energy outlook as it was made in a month: each series with its past, its newest estimates and its forecast together.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

export const outlook = defineTopic({
  name: 'eia.outlook.v1',
  origin: {
    id: 'eia-steo',
    name: 'EIA Short-Term Energy Outlook',
    url: 'https://www.eia.gov/outlooks/steo/',
    licence: 'public domain',
    attribution: 'U.S. Energy Information Administration',
  },
  schema: Type.Object({
    series: Type.String({ pattern: '^[A-Z0-9]{3,20}$' }),
    read_in: Type.String({
      format: 'date',
      description: 'the first day of the month the forecast was made in; from that month on it is a forecast',
    }),
    figures: Type.Array(Type.Object({ month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }), value: Type.Number() }), {
      minItems: 1,
    }),
    vintage,
  }),
  // Of a month from its first day on; the next is out by the middle of the month after.
  moves: { days: 46 },
  retention: { days: 3_700 },
  key: ({ series }) => series,
  observedAt: ({ read_in }) => new Date(`${read_in}T00:00:00Z`),
  ...revisedByVintage,
})
