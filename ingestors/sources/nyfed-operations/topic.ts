// What the New York Fed's overnight operations took in and lent out, one fact an operation.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const repoOperations = defineTopic({
  name: 'nyfed.repo-operations.v1',
  origin: {
    id: 'nyfed-operations',
    name: 'New York Fed repo and reverse repo operations',
    url: 'https://www.newyorkfed.org/markets/desk-operations/repo',
    licence: 'reuse with attribution',
    attribution: 'Federal Reserve Bank of New York',
  },
  schema: Type.Object({
    id: Type.String({ pattern: '^[A-Z]{2} [0-9]{6} [0-9]+$', description: 'kind, MMDDYY and the number of the day' }),
    kind: Type.String({ enum: ['repo', 'reverse_repo'] }),
    date: Type.String({ format: 'date' }),
    accepted_usd: Type.Number({ minimum: 0 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.id,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
