// Requests to audit source: by the hash of stored bytes, or by where it is published.
import Type from 'typebox'
import { defineRequests } from '../request-topic.ts'
import { languages } from './task-shape.ts'

export const auditRequests = defineRequests({
  name: 'audit.requested.v1',
  origin: { name: 'The caller’s own source', licence: 'the caller’s' },
  asked: {
    service: Type.Enum(['audit_a', 'audit_b', 'audit_c']),
    language: Type.Enum([...languages]),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    address: Type.Optional(Type.String({ pattern: '^0x[0-9a-f]{40}$' })),
    chain_id: Type.Optional(Type.Integer({ minimum: 1 })),
    github_url: Type.Optional(Type.String({ maxLength: 300 })),
    include_info: Type.Boolean(),
    focus: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 }),
  },
})
