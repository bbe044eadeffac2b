// What was done last about a bill of the US Congress, one fact a bill and action.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

export const billActions = defineTopic({
  name: 'congress.bill-actions.v1',
  origin: {
    id: 'congress-bills',
    name: 'Congress.gov',
    url: 'https://api.congress.gov/',
    licence: 'public domain',
    attribution: 'Library of Congress',
  },
  schema: Type.Object({
    bill: Type.String({ pattern: '^\\d{2,3}/[a-z]{1,7}/\\d{1,5}$' }),
    chamber: Type.String({ enum: ['house', 'senate'] }),
    title: Type.String({ minLength: 1 }),
    date: Type.String({ format: 'date', description: 'of the action' }),
    action: Type.String({ minLength: 1 }),
    url: Type.String(),
    vintage,
  }),
  moves: { days: 20, of: 'any' },
  retention: { days: 800 },
  key: (value) => value.bill,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  // One day may see two actions, and a title changes.
  ...revisedByVintage,
})
