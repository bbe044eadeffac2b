// Requests to read a page: its URL and how the text is wanted.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { ReadInput } from './answer.ts'

export const readRequests = defineTopic({
  name: 'read.requested.v1',
  origin: { id: 'caller', name: 'The page the caller named', url: '', licence: 'the publisher’s', attribution: '' },
  schema: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 200 }),
    requested_at: Type.String({ format: 'date-time' }),
    caller: Type.Optional(Type.String({ maxLength: 64 })),
    ...ReadInput.properties,
  }),
  partitions: 4,
  retention: { days: 7 },
  key: (request) => request.key,
  observedAt: (request) => new Date(request.requested_at),
  revision: (request) => BigInt(Date.parse(request.requested_at)),
})
