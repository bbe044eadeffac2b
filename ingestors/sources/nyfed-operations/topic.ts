// What the New York Fed's overnight operations took in and lent out, one fact an operation.
import Type from 'typebox'
import { dailySeries, movesDaily } from '../../shapes/topics.ts'

export const repoOperations = dailySeries(
  'nyfed.repo-operations.v1',
  {
    id: 'nyfed-operations',
    name: 'New York Fed repo and reverse repo operations',
    url: 'https://www.newyorkfed.org/markets/desk-operations/repo',
    licence: 'reuse with attribution',
    attribution: 'Federal Reserve Bank of New York',
  },
  {
    id: Type.String({ pattern: '^[A-Z]{2} [0-9]{6} [0-9]+$', description: 'kind, MMDDYY and the number of the day' }),
    kind: Type.String({ enum: ['repo', 'reverse_repo'] }),
    accepted_usd: Type.Number({ minimum: 0 }),
  },
  { key: (value) => value.id, moves: { ...movesDaily, of: 'any' } },
)
