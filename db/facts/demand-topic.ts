// The record that says: somebody asked for a key that is not there yet, or is no longer fresh.
import Type from 'typebox'
import { defineTopic } from '../log/topic.ts'

export const demands = defineTopic({
  name: 'demand.v1',
  origin: { id: 'caller', name: 'What callers asked for', url: '', licence: '', attribution: '' },
  schema: Type.Object({
    source: Type.String({ minLength: 1, maxLength: 60 }),
    key: Type.String({ minLength: 1, maxLength: 300 }),
    requested_at: Type.String({ format: 'date-time' }),
  }),
  partitions: 4,
  retention: { days: 7 },
  key: (value) => `${value.source} ${value.key}`,
  observedAt: (value) => new Date(value.requested_at),
  revision: (value) => BigInt(Date.parse(value.requested_at)),
})
