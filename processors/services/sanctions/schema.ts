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
