// Federal grant opportunities, posted and forecast.
import Type, { type Static } from 'typebox'
import { shelvedList } from '../../shapes/shelved.ts'
import { orNull } from '../../shapes/topics.ts'

const grant = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,12}$' }),
  number: Type.String(),
  title: Type.String({ minLength: 1, maxLength: 200 }),
  agency: orNull(Type.String()),
  opened: orNull(Type.String({ format: 'date' })),
  closes: orNull(Type.String({ format: 'date' })),
  status: Type.String(),
})
export type Grant = Static<typeof grant>

export const grantNotices = shelvedList(
  'grants-gov.notices.v1',
  {
    id: 'grants-gov',
    name: 'Grants.gov',
    url: 'https://www.grants.gov/',
    licence: 'public domain',
    attribution: 'Grants.gov, U.S. Department of Health and Human Services',
  },
  grant,
  4,
)
