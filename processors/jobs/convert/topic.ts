// Requests to convert a document: by the hash of stored bytes, or by a URL that the worker fetches.
import Type from 'typebox'
import { defineRequests } from '../request-topic.ts'
import { ConvertOptions } from './schema.ts'

export const documentRequests = defineRequests({
  name: 'doc.requested.v1',
  origin: { name: 'The caller’s own document', licence: 'the caller’s' },
  asked: {
    route: Type.Enum(['/convert', '/report', '/preview', '/preview-file']),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    /** Where the bytes lie that nobody keeps once they are read. */
    passing: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    url: Type.Optional(Type.String({ maxLength: 2_048 })),
    options: ConvertOptions,
  },
})
