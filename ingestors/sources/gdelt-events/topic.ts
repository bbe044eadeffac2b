// A quarter of an hour of the world's news as events, counted by country and by place: what media report, not what is verified.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

const count = Type.Integer({ minimum: 0 })

export const eventQuarters = snapshots(
  'gdelt.event-quarters.v1',
  {
    id: 'gdelt-events',
    name: 'The GDELT Project, events',
    url: 'https://www.gdeltproject.org/',
    licence: 'free for any use with credit',
    attribution: 'The GDELT Project (https://www.gdeltproject.org/)',
  },
  {
    countries: Type.Array(
      Type.Object({
        iso2: Type.String({ pattern: '^[A-Z]{2}$' }),
        events: count,
        /** Sums of ln(1 + mentions): a thousand reports of one event are not a thousand events. */
        weight: Type.Number({ minimum: 0 }),
        conflict_events: count,
        conflict_weight: Type.Number({ minimum: 0 }),
        tone: Type.Number({ minimum: -100, maximum: 100 }),
        types: Type.Array(Type.Object({ code: Type.String({ pattern: '^(18|19|20)$' }), n: count })),
      }),
    ),
    places: Type.Array(
      Type.Object({
        lat: Type.Number({ minimum: -90, maximum: 90 }),
        lon: Type.Number({ minimum: -180, maximum: 180 }),
        name: Type.String(),
        events: count,
      }),
    ),
  },
  { key: 'world', keptDays: 35 },
)
