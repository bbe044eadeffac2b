// What an input kind is: how a value is written, what its canonical form (the row key) is, and when it is refused.
import Type, { type Static, type TInteger, type TNumber, type TSchema, type TString } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { findMeant, nearest } from './nearest.ts'

/** The parameter a value was sent as, and the moment it was sent. */
export interface Asked {
  readonly name: string
  readonly now: Date
}

export interface InputKind<S extends TSchema = TSchema> {
  readonly kind: string
  readonly schema: S
  readonly example: Static<S>
  /** Other parameter names that clients send such a value under. */
  readonly otherNames: readonly string[]
  /** The canonical form; throws input_invalid (400) for what is malformed, input_unusable (422) for what is unknown. */
  parse(given: unknown, asked: Asked): Static<S>
}

export const malformed = ({ name }: Asked, wanted: string): TollgateError =>
  new TollgateError('input_invalid', `${name} must be ${wanted}`)

/** `known`: the names there are, of which those that look most like it are suggested. */
export function unusable({ name }: Asked, given: string, why: string, known: readonly string[] = []): TollgateError {
  const meant = findMeant(given, known)
  const hint = meant === null ? '' : `; did you mean ${meant}?`
  const suggestions = meant === null ? [] : nearest(given, known)
  return new TollgateError('input_unusable', `${name}: ${JSON.stringify(given.slice(0, 60))} ${why}${hint}`, { suggestions })
}

/** The members of a list, each refused by what it says itself. */
export function parseEach<T>(list: string, asked: Asked, parse: (part: string, asked: Asked) => T): T[] {
  const parts = list.split(',')
  const named = (part: string): Asked =>
    parts.length === 1 ? asked : { ...asked, name: `${asked.name}: ${JSON.stringify(part.slice(0, 60))}` }
  return parts.map((part) => parse(part, named(part)))
}

export interface TextKind {
  readonly kind: string
  /** How the value is written, in words that fit behind "must be". */
  readonly wanted: string
  readonly pattern?: string
  readonly leastLength?: number
  readonly mostLength: number
  readonly example: string
  readonly description: string
  readonly otherNames?: readonly string[]
  canonical?(text: string, asked: Asked): string
}

export function defineText(options: TextKind): InputKind<TString> {
  const { kind, wanted, leastLength = 1, mostLength, example, description, otherNames = [] } = options
  const shape = options.pattern === undefined ? null : new RegExp(options.pattern, 'u')
  return {
    kind,
    example,
    otherNames,
    schema: Type.String({
      minLength: leastLength,
      maxLength: mostLength,
      ...(options.pattern === undefined ? {} : { pattern: options.pattern }),
      description,
      examples: [example],
    }),
    parse(given, asked) {
      const text = typeof given === 'string' ? given.normalize('NFC').trim() : ''
      // Lengths as JSON Schema counts them: by character, not by UTF-16 unit.
      const length = [...text].length
      const fits = length >= leastLength && length <= mostLength && !/\p{Cc}|\p{Cs}/u.test(text) && (shape?.test(text) ?? true)
      if (!fits) throw malformed(asked, wanted)
      return options.canonical?.(text, asked) ?? text
    },
  }
}

export interface NumberKind {
  readonly kind: string
  readonly least: number
  readonly most: number
  readonly example: number
  readonly description: string
  readonly otherNames?: readonly string[]
}

// With an exponent too, as programs write what is large or small.
const number = /^[+-]?(\d{1,15}(\.\d{1,12})?|\.\d{1,12})(e[+-]?\d{1,2})?$/i

export function defineInteger(options: NumberKind): InputKind<TInteger> {
  return { ...defineBetween(options, 'a whole number'), schema: Type.Integer(limitsOf(options)) }
}

export function defineNumber(options: NumberKind): InputKind<TNumber> {
  return { ...defineBetween(options, 'a number'), schema: Type.Number(limitsOf(options)) }
}

const limitsOf = ({ least, most, description }: NumberKind) => ({ minimum: least, maximum: most, description })

function defineBetween(options: NumberKind, what: 'a number' | 'a whole number'): Omit<InputKind<TNumber>, 'schema'> {
  const { kind, least, most, example, otherNames = [] } = options
  return {
    kind,
    example,
    otherNames,
    parse(given, asked) {
      const text = typeof given === 'string' ? given.trim() : typeof given === 'number' ? String(given) : ''
      const value = number.test(text) ? Number(text) : Number.NaN
      const isWhole = what === 'a number' || Number.isInteger(value)
      if (!isWhole || !(value >= least && value <= most)) throw malformed(asked, `${what} from ${least} to ${most}`)
      return value === 0 ? 0 : value // never -0
    },
  }
}
