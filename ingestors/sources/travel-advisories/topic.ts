// What the United States tells its travellers of each country: a level from 1 to 4.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

export const travelAdvisories = snapshots(
  'state.travel-advisories.v1',
  {
    id: 'travel-advisories',
    name: 'US Department of State, travel advisories',
    url: 'https://travel.state.gov/',
    licence: 'public domain',
    attribution: 'U.S. Department of State',
  },
  {
    advisories: Type.Array(
      Type.Object({
        iso2: Type.String({ pattern: '^[A-Z]{2}$' }),
        level: Type.Integer({ minimum: 1, maximum: 4 }),
        title: Type.String({ minLength: 1 }),
        url: Type.String(),
        updated: Type.String({ format: 'date' }),
      }),
      { minItems: 1 },
    ),
  },
  { keptDays: 30 },
)
