// Open federal contract notices: what is sought, by whom, until when, for whom it is set aside. No contact persons.
import Type, { type Static } from 'typebox'
import { shelvedList } from '../../shapes/shelved.ts'
import { orNull } from '../../shapes/topics.ts'

const notice = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  title: Type.String({ minLength: 1, maxLength: 200 }),
  number: orNull(Type.String()),
  agency: orNull(Type.String()),
  sub_tier: orNull(Type.String()),
  type: Type.String(),
  posted: Type.String({ format: 'date' }),
  due: orNull(Type.String({ format: 'date-time' })),
  naics: orNull(Type.String({ pattern: '^[0-9]{2,6}$' })),
  psc: orNull(Type.String()),
  set_aside: orNull(Type.String()),
  city: orNull(Type.String()),
  state: orNull(Type.String()),
  country: orNull(Type.String()),
})
export type Notice = Static<typeof notice>

export const samNotices = shelvedList(
  'sam.notices.v1',
  {
    id: 'sam-opportunities',
    name: 'SAM.gov Contract Opportunities',
    url: 'https://sam.gov/data-services',
    licence: 'public domain',
    attribution: 'General Services Administration, SAM.gov',
  },
  notice,
  4,
)
