// `meta=brief`, which every route takes in its query: an answer whose meta is left with what an agent decides by, without its long lists.
import Type, { type TSchema } from 'typebox'
import { TollgateError } from '../base/errors.ts'

const details = ['brief', 'full'] as const
export type MetaDetail = (typeof details)[number]

/** The same name for every route; none has an input that is called so. */
export const metaParameter = 'meta'

export const metaInput = Type.String({
  enum: [...details],
  default: 'full',
  description: 'brief leaves meta with age, world, coverage and row; the price is the same',
})

export const briefMeta = Type.Object({
  as_of: Type.String({ format: 'date-time' }),
  stale: Type.Boolean(),
  age_seconds: Type.Integer({ minimum: 0 }),
  world: Type.String({ enum: ['demo', 'recorded', 'live'] }),
  provenance: Type.Object({ row: Type.Integer({ description: 'GET /provenance/{row} has the rest, for nothing' }) }),
  coverage: Type.Object({ inputs_used: Type.Integer({ minimum: 0 }), inputs_expected: Type.Integer({ minimum: 0 }) }),
  disclaimer: Type.Optional(Type.String()),
})

/** Takes it out of a query: what is left are the route's own inputs. */
export function takeMetaDetail(query: unknown): MetaDetail {
  const given = (query ?? {}) as Record<string, unknown>
  if (!Object.hasOwn(given, metaParameter)) return 'full'
  const value = given[metaParameter]
  delete given[metaParameter]
  const found = details.find((detail) => detail === value)
  if (found !== undefined) return found
  if (Array.isArray(value))
    throw new TollgateError('input_invalid', `${metaParameter} is given ${value.length} times; send it once`)
  throw new TollgateError('input_invalid', `${metaParameter} must be ${details.join(' or ')}`)
}

/** What a route may answer with: its own schema, or the same with the brief meta. */
export function eitherMeta(output: TSchema): TSchema {
  const { properties } = output as { properties?: Readonly<Record<string, TSchema>> }
  const full = properties?.[metaParameter]
  if (full === undefined) return output
  return { ...output, properties: { ...properties, [metaParameter]: { anyOf: [full, briefMeta] } } } as TSchema
}
