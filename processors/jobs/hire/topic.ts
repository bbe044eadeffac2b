// Requests to do a task: its words and the plan that was made of them before anybody paid.
import Type from 'typebox'
import { defineRequests } from '../request-topic.ts'
import { mostCandidates, mostTask } from './limits.ts'

const step = { route: Type.String({ maxLength: 80 }), price: Type.String({ maxLength: 10 }) }

export const hireRequests = defineRequests({
  name: 'hire.requested.v1',
  origin: { name: 'The caller’s own task', licence: 'the caller’s' },
  asked: {
    task: Type.String({ maxLength: 2 * mostTask }),
    steps: Type.Array(Type.Object({ ...step, input: Type.Record(Type.String(), Type.String({ maxLength: 2_048 })) }), {
      minItems: 1,
      maxItems: mostCandidates,
    }),
    left_out: Type.Array(Type.Object({ ...step, why: Type.String({ maxLength: 200 }) })),
    unasked: Type.Optional(Type.Array(Type.String({ maxLength: 2_048 }), { maxItems: 40 })),
    mode: Type.Enum(['auto', 'deterministic', 'llm']),
  },
})
