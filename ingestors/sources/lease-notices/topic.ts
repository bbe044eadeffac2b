// Notices of lease sales in the Federal Register: what is proposed, offered and held, in the agencies' own words.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { orNull } from '../../shapes/topics.ts'

export const leaseNotices = defineTopic({
  name: 'federal-register.lease-notices.v1',
  origin: {
    id: 'lease-notices',
    name: 'Federal Register',
    url: 'https://www.federalregister.gov/',
    licence: 'public domain',
    attribution: 'Office of the Federal Register',
  },
  schema: Type.Object({
    document: Type.String({ pattern: '^[A-Z0-9-]{4,20}$' }),
    type: Type.String(),
    title: Type.String({ minLength: 1 }),
    abstract: orNull(Type.String()),
    agencies: Type.Array(Type.String()),
    published: Type.String({ format: 'date' }),
    url: Type.String(),
  }),
  // Weeks may pass between two sales' notices.
  moves: { days: 30, of: 'any' },
  retention: { days: 800 },
  key: ({ document }) => document,
  observedAt: ({ published }) => new Date(`${published}T00:00:00Z`),
})
