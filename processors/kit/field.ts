// One field of an answer, named once: its schema, its unit, its digits, and the type of what a formula must tell.
import Type, { type Static, type TSchema } from 'typebox'
import { round } from '../formula/index.ts'
import type { Json } from './define.ts'

/** A member whose name ends in one of these must be a field of that unit. */
export type Unit = 'pct' | 'bp' | 'pp' | 'usd' | 'days'

declare const told: unique symbol

export interface Field<T = any, U extends Unit | undefined = Unit | undefined> {
  readonly schema: TSchema
  readonly unit: U
  /** Left out where the formula tells undefined. */
  readonly isOptional?: boolean
  /** What is told as it is sold: rounded, dated, its members in their declared order. `at` names it in a refusal. */
  tidy(value: T, at: string): Json
  readonly [told]?: T
}

export interface OptionalField<T = any, U extends Unit | undefined = Unit | undefined> extends Field<T, U> {
  readonly isOptional: true
}

interface NumberOptions<U extends Unit | undefined = undefined> {
  readonly minimum?: number
  readonly maximum?: number
  readonly unit?: U
}

const described = (description: string | undefined) => (description === undefined ? {} : { description })

function figure<T extends number | null, U extends Unit | undefined>(schema: TSchema, unit: U, digits?: number): Field<T, U> {
  return { schema, unit, tidy: (value) => (value === null || digits === undefined ? value : round(value, digits)) }
}

/** A number, or null where it is not known. Without digits it is told as it is. */
export function number<U extends Unit | undefined = undefined>(
  description?: string,
  digits?: number,
  { unit, ...limits }: NumberOptions<U> = {},
): Field<number | null, U> {
  return figure(Type.Union([Type.Number(limits), Type.Null()], described(description)), unit as U, digits)
}

/** From -100 to 100, which is said where anything is. */
export const score = (description?: string) =>
  number(description === undefined ? undefined : `-100 to 100; ${description}`, 1, { minimum: -100, maximum: 100 })
/** A part of one: 0 to 1. */
export const share = (description?: string, digits?: number) => number(description, digits, { minimum: 0, maximum: 1 })

const ofUnit =
  <U extends Unit>(unit: U) =>
  (description?: string, digits?: number, limits: { readonly minimum?: number; readonly maximum?: number } = {}) =>
    number(description, digits, { ...limits, unit })

export const pct = ofUnit('pct')
export const bp = ofUnit('bp')
export const pp = ofUnit('pp')
export const usd = ofUnit('usd')
export const days = ofUnit('days')

/** A whole number that is always known. */
export function count<U extends Unit | undefined = undefined>(
  description?: string,
  { unit, ...limits }: NumberOptions<U> = {},
): Field<number, U> {
  return figure(Type.Integer({ ...limits, ...described(description) }), unit as U)
}

function plain<S extends TSchema>(schema: S): Field<Static<S>, undefined> {
  return { schema, unit: undefined, tidy: (value) => value as Json }
}

/** Whatever a schema says, told as it is: for what no other field fits. */
export const schema = plain

export const flag = (description?: string) => plain(Type.Boolean(described(description)))
export const text = (description?: string) => plain(Type.String(described(description)))

/** One word of a list; the formula may tell no other. */
export function word<const L extends string>(words: readonly L[], description?: string): Field<L, undefined> {
  return plain(Type.String({ enum: [...words], ...described(description) })) as Field<L, undefined>
}

const dated = (options: object, length: number): ((description?: string) => Field<Date | string, undefined>) => {
  return (description) => ({
    schema: Type.String({ ...options, ...described(description) }),
    unit: undefined,
    tidy: (value) => (value instanceof Date ? value.toISOString().slice(0, length) : value),
  })
}

/** Told as a Date or as its text. */
export const day = dated({ format: 'date' }, 10)
export const month = dated({ pattern: '^\\d{4}-\\d{2}$' }, 7)
export const moment = dated({ format: 'date-time' }, 24)

/** The same, or null where it is not known. */
export function maybe<T, U extends Unit | undefined>(field: Field<T, U>, about?: string): Field<T | null, U> {
  const { description: own, ...rest } = field.schema as TSchema & { description?: string }
  const description = about ?? own
  const inner = copyOf(field.schema, rest)
  return {
    schema: Type.Union([inner, Type.Null()], described(description)),
    unit: field.unit,
    tidy: (value, at) => (value === null ? null : field.tidy(value, at)),
  }
}

/** A number that is always known, where `number` may be null. */
export function known<T, U extends Unit | undefined>(field: Field<T, U>): Field<NonNullable<T>, U> {
  const { anyOf, description } = field.schema as TSchema & { anyOf: readonly TSchema[]; description?: string }
  return {
    schema: copyOf(anyOf[0]!, { ...anyOf[0], ...described(description) }),
    unit: field.unit,
    tidy: (value, at) => field.tidy(value as T, at),
  }
}

/** Any number of the same by names that are not known beforehand. */
export function dictionary<T>(field: Field<T>, description?: string): Field<Readonly<Record<string, T>>, undefined> {
  return {
    schema: Type.Record(Type.String(), field.schema, described(description)),
    unit: undefined,
    tidy: (values, at) =>
      Object.fromEntries(Object.entries(values).map(([name, one]) => [name, field.tidy(one, `${at}/${name}`)])),
  }
}

/** Left out of the answer where undefined is told. */
export function optional<T, U extends Unit | undefined>(field: Field<T, U>): OptionalField<T, U> {
  return { ...field, schema: Type.Optional(field.schema), isOptional: true }
}

// Typebox hides what kind a schema is from plain copies.
function copyOf(of: TSchema, members: object): TSchema {
  const hidden = Object.entries(Object.getOwnPropertyDescriptors(of)).filter(([, { enumerable }]) => enumerable !== true)
  return Object.defineProperties({ ...members }, Object.fromEntries(hidden)) as TSchema
}
