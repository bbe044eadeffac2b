// What was done last about a bill of the US Congress, one fact a bill and day: a second action and another title revise it.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const billActions = dailySeries(
  'congress.bill-actions.v1',
  {
    id: 'congress-bills',
    name: 'Congress.gov',
    url: 'https://api.congress.gov/',
    licence: 'public domain',
    attribution: 'Library of Congress',
  },
  {
    bill: Type.String({ pattern: '^\\d{2,3}/[a-z]{1,7}/\\d{1,5}$' }),
    chamber: Type.String({ enum: ['house', 'senate'] }),
    title: Type.String({ minLength: 1 }),
    action: Type.String({ minLength: 1 }),
    url: Type.String(),
  },
  { key: (value) => value.bill, description: 'of the action', moves: { days: 20, of: 'any' }, keptDays: 800 },
)
