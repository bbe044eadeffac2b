// Federal contract awards as a sample: the newest, and the largest of the last two years.
import Type, { type Static } from 'typebox'
import { shelvedList } from '../../shapes/shelved.ts'
import { orNull } from '../../shapes/topics.ts'

const award = Type.Object({
  id: Type.String({ minLength: 3 }),
  piid: Type.String(),
  recipient: Type.String({ minLength: 1 }),
  agency: orNull(Type.String()),
  naics: orNull(Type.String({ pattern: '^[0-9]{6}$' })),
  amount_usd: Type.Number(),
  began: orNull(Type.String({ format: 'date' })),
  ends: orNull(Type.String({ format: 'date' })),
})
export type Award = Static<typeof award>

export const contractAwards = shelvedList(
  'usaspending.awards.v1',
  {
    id: 'usaspending-awards',
    name: 'USAspending.gov, contract awards',
    url: 'https://www.usaspending.gov/',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury, USAspending.gov',
  },
  award,
  4,
)
