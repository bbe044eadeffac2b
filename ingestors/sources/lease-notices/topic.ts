// Notices of lease sales in the Federal Register: what is proposed, offered and held, in the agencies' own words.
import Type from 'typebox'
import { datedOnce, orNull } from '../../shapes/topics.ts'

// Weeks may pass between two sales' notices.
const moves = { days: 30, of: 'any' } as const

export const leaseNotices = datedOnce(
  'federal-register.lease-notices.v1',
  {
    id: 'lease-notices',
    name: 'Federal Register',
    url: 'https://www.federalregister.gov/',
    licence: 'public domain',
    attribution: 'Office of the Federal Register',
  },
  'published',
  {
    document: Type.String({ pattern: '^[A-Z0-9-]{4,20}$' }),
    type: Type.String(),
    title: Type.String({ minLength: 1 }),
    abstract: orNull(Type.String()),
    agencies: Type.Array(Type.String()),
    url: Type.String(),
  },
  { key: ({ document }) => document, moves, keptDays: 800 },
)
