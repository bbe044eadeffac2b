// The shape every answer shares: the signal first, the route's own sections, and meta last.
import Type, { type TProperties, type TSchema } from 'typebox'

/** As JSON Schema 2020-12 and OpenAPI 3.1 write it; the library's own is of an earlier draft, which they refuse. */
export function tuple(items: readonly TSchema[]) {
  return Type.Unsafe<readonly unknown[]>({
    type: 'array',
    prefixItems: items,
    items: false,
    minItems: items.length,
    maxItems: items.length,
  })
}

/** `of`: what the verdict is about, where the question does not say it. */
export function signalSchema(labels: readonly string[], range: readonly [number, number], of?: string) {
  const about = of === undefined ? '' : `, ${of}`
  return Type.Object({
    label: Type.String({ enum: [...labels], description: `the verdict in one word${about}` }),
    score: Type.Number({ minimum: range[0], maximum: range[1], ...(of === undefined ? {} : { description: of }) }),
    score_range: tuple([Type.Literal(range[0]), Type.Literal(range[1])]),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    direction: Type.Optional(Type.String({ enum: ['bullish', 'bearish', 'neutral', 'up', 'down', 'flat'] })),
    as_of: Type.String({ format: 'date-time', description: 'the newest input observation' }),
    summary: Type.String({ maxLength: 240 }),
    same_without: Type.Optional(
      Type.Array(Type.String(), {
        description: 'inputs that were asked and change nothing here: this is the verdict of all, only the sections are cut',
      }),
    ),
  })
}

const coverage = Type.Object({
  inputs_used: Type.Integer({ minimum: 0 }),
  inputs_expected: Type.Integer({ minimum: 0 }),
  missing: Type.Array(Type.String()),
  stale: Type.Array(
    Type.Object({
      id: Type.String(),
      observed_at: Type.String({ format: 'date-time' }),
      age_days: Type.Number(),
      max_age_days: Type.Number(),
    }),
  ),
  detail: Type.Optional(Type.Unknown()),
  late: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), observed_at: Type.String({ format: 'date-time' }), age_days: Type.Integer() }), {
      description: 'series whose newest time has not moved for twice as long as it should; confidence is lowered for each',
    }),
  ),
  unproven: Type.Optional(
    Type.Array(Type.String(), { description: 'sources the shape of whose answers was never seen; confidence is lowered' }),
  ),
  set_aside: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), entries: Type.Integer({ minimum: 1 }) }), {
      description: 'entries of the newest poll that could not be read and are not in this answer',
    }),
  ),
})

const source = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  licence: Type.String(),
  attribution: Type.String(),
  observed_at: Type.String({ format: 'date-time' }),
})

export const metaSchema = Type.Object({
  as_of: Type.String({ format: 'date-time' }),
  computed_at: Type.String({ format: 'date-time' }),
  stale: Type.Boolean({ description: 'true when the newest input is older than this route promises' }),
  age_seconds: Type.Integer({ minimum: 0 }),
  world: Type.String({
    enum: ['demo', 'recorded', 'live'],
    description: 'demo answers are made of sample data and worth nothing; recorded ones of what upstreams sent at another time',
  }),
  formula: Type.String(),
  provenance: Type.Object({
    row: Type.Integer(),
    inputs_hash: Type.String(),
    inputs: Type.Array(
      Type.Object({
        topic: Type.String(),
        partition: Type.Integer(),
        offset: Type.String(),
        facts: Type.Integer(),
        every: Type.Optional(
          Type.Boolean({ description: 'every fact of this partition up to the offset was read, not only those counted' }),
        ),
      }),
    ),
  }),
  coverage,
  sources: Type.Array(source),
  disclaimer: Type.Optional(Type.String()),
})

export function answerSchema<P extends TProperties>(signal: ReturnType<typeof signalSchema>, sections: P) {
  return Type.Object({ signal, ...sections, meta: metaSchema })
}
