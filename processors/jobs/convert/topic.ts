// Requests to convert a document: by the hash of stored bytes, or by a URL that the worker fetches.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { ConvertOptions } from './schema.ts'

export const documentRequests = defineTopic({
  name: 'doc.requested.v1',
  origin: { id: 'caller', name: 'The caller’s own document', url: '', licence: 'the caller’s', attribution: '' },
  schema: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 200 }),
    requested_at: Type.String({ format: 'date-time' }),
    caller: Type.Optional(Type.String({ maxLength: 64 })),
    route: Type.Enum(['/convert', '/report', '/preview']),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    url: Type.Optional(Type.String({ maxLength: 2_048 })),
    options: ConvertOptions,
  }),
  partitions: 4,
  retention: { days: 7 },
  key: (request) => request.key,
  observedAt: (request) => new Date(request.requested_at),
  // The same document may be asked for again within the same instant; each asking is a record of its own.
  revision: (request) => BigInt(Date.parse(request.requested_at)),
})
