// Deaths in organised violence by country, as the Uppsala programme counts them month by month: verified, and weeks late.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const deaths = Type.Integer({ minimum: 0 })

export const conflictDeaths = defineTopic({
  name: 'ucdp.conflict-deaths.v1',
  origin: {
    id: 'ucdp-candidate',
    name: 'UCDP Candidate Events Dataset',
    url: 'https://ucdp.uu.se/downloads/',
    licence: 'CC BY 4.0',
    attribution: 'Uppsala Conflict Data Program, Uppsala University',
  },
  schema: Type.Object({
    country: Type.String({ minLength: 2, maxLength: 80 }),
    through: Type.String({ format: 'date', description: 'the last day of any event in the release' }),
    covered_days: Type.Integer({ minimum: 1, maximum: 90 }),
    events: deaths,
    best: deaths,
    low: deaths,
    high: deaths,
    civilians: deaths,
    places: Type.Array(
      Type.Object({
        name: Type.String(),
        lat: Type.Number({ minimum: -90, maximum: 90 }),
        lon: Type.Number({ minimum: -180, maximum: 180 }),
        best: deaths,
      }),
    ),
    vintage,
  }),
  // A month's events come about the twentieth of the next one; countries come and go.
  moves: { days: 31, toldAfterDays: 30, of: 'any' },
  retention: { days: 800 },
  key: ({ country }) => country,
  observedAt: ({ through }) => new Date(`${through}T00:00:00Z`),
  ...revisedByVintage,
})
