// The screening answer, field by field, and what may be asked.
import Type, { type Static } from 'typebox'
import { answerSchema, signalSchema } from '../../kit/answer.ts'

const text = Type.Union([Type.String(), Type.Null()])
const part = Type.Number({ minimum: 0, maximum: 1 })
const labels = ['match', 'probable', 'possible', 'clear', 'clear_partial', 'pulse'] as const
const count = Type.Integer({ minimum: 0 })
const maybeCount = Type.Union([count, Type.Null()], { description: 'null: the list does not date its entries' })

export const screenAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  mode: Type.String({ enum: ['screen', 'list_pulse'] }),
  decision: Type.Union([Type.String({ enum: ['block', 'review', 'pass'] }), Type.Null()]),
  query: Type.Union([
    Type.Object({
      normalised: text,
      tokens: Type.Array(Type.String()),
      address: text,
      id: text,
      country: text,
      lists: Type.Array(Type.String()),
    }),
    Type.Null(),
  ]),
  gaps: Type.Array(Type.String(), { description: 'why this is not a full screening; while there is one, nobody is "clear"' }),
  hits: Type.Array(
    Type.Object({
      score: part,
      band: Type.String({ enum: ['match', 'probable', 'possible'] }),
      list: Type.String(),
      list_id: Type.String({ description: "the list's own number of the entry" }),
      entity_id: Type.String({ description: 'unique over all lists' }),
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
      source_url: Type.String({ description: 'where to verify it' }),
      why: Type.Object({ basis: Type.String(), token: part, cover: part, whole: part, adjustments: Type.Array(Type.String()) }),
    }),
  ),
  lists: Type.Array(
    Type.Object({
      id: Type.String(),
      records: count,
      published_at: text,
      loaded_at: text,
      age_hours: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description: 'since it was last read whole' }),
      added_7d: maybeCount,
      added_30d: maybeCount,
      set_aside: Type.Object(
        { entries: count, names: count, identifiers: count, details: count },
        { description: 'what of it could not be read; only details leave it whole' },
      ),
    }),
    { description: 'the lists there are, and when each was last read whole' },
  ),
  counts: Type.Object({
    records: count,
    lists_loaded: count,
    lists_known: count,
    hits: count,
    by_band: Type.Object({ match: count, probable: count, possible: count }),
    added_7d: Type.Integer({ minimum: 0, description: 'on the lists that date their entries' }),
    added_30d: Type.Integer({ minimum: 0, description: 'on the lists that date their entries' }),
  }),
  newest_programs: Type.Array(Type.Object({ list: Type.String(), program: Type.String(), added_30d: count }), {
    description: 'programmes by designations of the last 30 days, most first',
  }),
})

export type ListsBody = Omit<Static<typeof screenAnswer>, 'meta'>
