// Requests to audit source: by the hash of stored bytes, or by where it is published.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { languages } from './task-shape.ts'

export const auditRequests = defineTopic({
  name: 'audit.requested.v1',
  origin: { id: 'caller', name: 'The caller’s own source', url: '', licence: 'the caller’s', attribution: '' },
  schema: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 200 }),
    requested_at: Type.String({ format: 'date-time' }),
    caller: Type.Optional(Type.String({ maxLength: 64 })),
    service: Type.Enum(['audit_a', 'audit_b', 'audit_c']),
    language: Type.Enum([...languages]),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    address: Type.Optional(Type.String({ pattern: '^0x[0-9a-f]{40}$' })),
    chain_id: Type.Optional(Type.Integer({ minimum: 1 })),
    github_url: Type.Optional(Type.String({ maxLength: 300 })),
    include_info: Type.Boolean(),
    focus: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 }),
  }),
  partitions: 4,
  retention: { days: 7 },
  key: (request) => request.key,
  observedAt: (request) => new Date(request.requested_at),
  revision: (request) => BigInt(Date.parse(request.requested_at)),
})
