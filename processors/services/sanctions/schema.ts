// The screening answer, field by field, and what may be asked.
import Type, { type Static } from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'

const text = Type.Union([Type.String(), Type.Null()])
const part = Type.Number({ minimum: 0, maximum: 1 })
const labels = ['match', 'probable', 'possible', 'clear', 'clear_partial', 'lists'] as const

export const screenAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  mode: Type.String({ enum: ['screen', 'lists'] }),
  decision: Type.Union([Type.String({ enum: ['block', 'review', 'pass'] }), Type.Null()]),
  query: Type.Union([Type.Object({ normalised: text, address: text, id: text, lists: Type.Array(Type.String()) }), Type.Null()]),
  gaps: Type.Array(Type.String(), { description: 'why this is not a full screening; while there is one, nobody is "clear"' }),
  hits: Type.Array(
    Type.Object({
      score: part,
      band: Type.String({ enum: ['match', 'probable', 'possible'] }),
      list: Type.String(),
      list_id: Type.String(),
      name: Type.String(),
      matched_name: Type.String(),
      alias_quality: Type.String({ enum: ['strong', 'weak'] }),
      type: Type.String(),
      programs: Type.Array(Type.String()),
      birth_years: Type.Array(Type.Integer()),
      countries: Type.Array(Type.String()),
      addresses: Type.Array(Type.String()),
      remarks_excerpt: text,
      listed_on: text,
      why: Type.Object({ basis: Type.String(), token: part, cover: part, whole: part, adjustments: Type.Array(Type.String()) }),
    }),
  ),
  lists: Type.Array(Type.Object({ id: Type.String(), records: Type.Integer(), published_at: text, loaded_at: text }), {
    description: 'the lists there are, and when each was last read whole',
  }),
})

export type ListsBody = Omit<Static<typeof screenAnswer>, 'meta'>

const name = Type.String({ minLength: 2, maxLength: 200, description: 'a person, firm, ship or aircraft' })

export const screenInput = Type.Object({
  name: Type.Optional(name),
  q: Type.Optional(name),
  address: Type.Optional(Type.String({ minLength: 20, maxLength: 120, description: 'a wallet address, compared exactly' })),
  id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9 /.-]{4,40}$', description: 'passport, registration or IMO number' })),
  type: Type.Optional(
    Type.String({ enum: ['person', 'entity', 'vessel', 'aircraft', 'any'], description: 'what the name is of' }),
  ),
  dob: Type.Optional(Type.String({ pattern: '^\\d{4}(-\\d{2}-\\d{2})?$', description: 'year or date of birth' })),
  lists: Type.Optional(Type.String({ description: 'ofac_sdn, ofac_cons, us_csl, un, eu, uk; comma separated, all without it' })),
  threshold: Type.Optional(Type.Number({ minimum: 0.7, maximum: 1, description: 'least score of a hit, 0.85 without it' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'most hits, 10 without it' })),
})
