// Requests to repurpose a text: by the hash of the stored text, or by the page it is on.
import Type from 'typebox'
import { defineRequests } from '../request-topic.ts'
import { mostItems } from './limits.ts'
import { formatNames } from './task-shape.ts'

export const repurposeRequests = defineRequests({
  name: 'repurpose.requested.v1',
  origin: { name: 'The caller’s own text or the page they named', licence: 'the caller’s or the publisher’s' },
  asked: {
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    url: Type.Optional(Type.String({ maxLength: 2_048 })),
    formats: Type.Array(Type.Enum([...formatNames]), { minItems: 1, maxItems: 6 }),
    max_items: Type.Integer({ minimum: 1, maximum: mostItems }),
    keep_quotes: Type.Boolean(),
    language: Type.Union([Type.String({ maxLength: 35 }), Type.Null()]),
    tone: Type.Enum(['neutral', 'casual', 'expert']),
    audience: Type.Union([Type.String({ maxLength: 120 }), Type.Null()]),
    mode: Type.Enum(['auto', 'extractive', 'llm']),
  },
})
