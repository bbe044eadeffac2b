// Fields put together: sections and lists of an answer, the type of what a formula must tell, and the check that it told just that.
import Type, { type TSchema } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import type { Json } from './define.ts'
import { type Field, type OptionalField, optional, type Unit } from './field.ts'

/** Sections may nest; a member is a field or a section. */
export type Fields = { readonly [name: string]: Field | Fields }

/** What a formula tells for these fields: unrounded. */
export type Told<F> =
  F extends Field<infer T>
    ? T
    : { readonly [N in keyof F as F[N] extends OptionalField ? never : N]: Told<F[N]> } & {
        readonly [N in keyof F as F[N] extends OptionalField ? N : never]?: Told<F[N]> | undefined
      }

type WithoutDates<T> = T extends Date
  ? never
  : T extends readonly (infer I)[]
    ? readonly WithoutDates<I>[]
    : T extends object
      ? { readonly [N in keyof T]: WithoutDates<T[N]> }
      : T

/** These fields as they stand in a stored answer, for what cuts it to a question. */
export type Stored<F> = WithoutDates<Told<F>>

type UnitOfName<N> = { [U in Unit]: N extends `${string}_${U}` ? U : never }[Unit]

/** The fields themselves where each is of the unit its name ends in; else a text that says what is wrong. */
export type UnitsAsNamed<F> = {
  readonly [N in keyof F]: F[N] extends Field<any, infer U>
    ? [UnitOfName<N>] extends [never]
      ? F[N]
      : U extends UnitOfName<N>
        ? F[N]
        : `${N & string} is named in ${UnitOfName<N>}: make it with ${UnitOfName<N>}(...) or name it otherwise`
    : F[N] extends Fields
      ? UnitsAsNamed<F[N]>
      : F[N]
}

/** An answer's fields in a file of their own. */
export const fields = <const F extends Fields>(named: F & UnitsAsNamed<F>): F => named

const isField = (one: Field | Fields): one is Field => typeof one.tidy === 'function'

/** Fields as one field: a section with a description of its own, or one that may be missing as a whole. */
export function section<const F extends Fields>(fields: F & UnitsAsNamed<F>, description?: string): Field<Told<F>, undefined> {
  const members = membersOf(fields as Fields)
  const properties = Object.fromEntries([...members].map(([name, field]) => [name, field.schema]))
  return {
    schema: Type.Object(properties, description === undefined ? {} : { description }),
    unit: undefined,
    tidy: (value, at) => tidyMembers(members, value as Readonly<Record<string, unknown>>, at),
  }
}

/** Each of these left out where it is not told, or was not asked for. */
export function optionalFields<const F extends Fields>(
  fields: F & UnitsAsNamed<F>,
): { readonly [N in keyof F]: OptionalField<Told<F[N]>, F[N] extends Field<any, infer U> ? U : undefined> } {
  return Object.fromEntries(Object.entries(fields as Fields).map(([name, one]) => [name, optional(asField(one))])) as never
}

const asField = (one: Field | Fields): Field => (isField(one) ? one : section(one as Fields & UnitsAsNamed<Fields>))

interface ListOptions {
  readonly description?: string
  readonly minItems?: number
  readonly maxItems?: number
}

/** Any number of the same; told longer than `maxItems`, the rest is cut off. */
export function list<const F extends Field | Fields>(
  item: F & (F extends Field ? unknown : UnitsAsNamed<F>),
  options: ListOptions | string = {},
): Field<readonly Told<F>[], undefined> {
  const field = asField(item as Field | Fields)
  const { maxItems, ...rest } = typeof options === 'string' ? { description: options } : options
  return {
    schema: Type.Array(field.schema as TSchema, { ...rest, ...(maxItems === undefined ? {} : { maxItems }) }),
    unit: undefined,
    tidy: (values, at) => values.slice(0, maxItems).map((value, i) => field.tidy(value, `${at}/${i}`)),
  }
}

type Members = ReadonlyMap<string, Field>

// A service's fields are written once and its rows made a thousand times.
const knownMembers = new WeakMap<Fields, Members>()

function membersOf(fields: Fields): Members {
  const known = knownMembers.get(fields)
  if (known !== undefined) return known
  const members = new Map(Object.entries(fields).map(([name, one]) => [name, asField(one)]))
  knownMembers.set(fields, members)
  return members
}

function tidyMembers(members: Members, value: Readonly<Record<string, unknown>>, at: string): { readonly [name: string]: Json } {
  for (const name of Object.keys(value))
    if (!members.has(name) && value[name] !== undefined)
      refuse(`the formula tells ${at}/${name}, which no field names; there are ${[...members.keys()].join(', ')}`)
  const tidied: { [name: string]: Json } = {}
  for (const [name, field] of members) {
    const one = value[name]
    if (one !== undefined) tidied[name] = field.tidy(one, `${at}/${name}`)
    else if (field.isOptional !== true)
      refuse(`the formula does not tell ${at}/${name}; make the field optional, or tell null where it may be missing`)
  }
  return tidied
}

function refuse(message: string): never {
  throw new TollgateError('definition_invalid', message)
}

/** The schemas of an answer's sections by name. */
export const schemasOf = (fields: Fields): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, asField(one).schema]))

export const tidyAnswer = (fields: Fields, told: object, at: string): { readonly [name: string]: Json } =>
  tidyMembers(membersOf(fields), told as Readonly<Record<string, unknown>>, at)
