// Puts input kinds together into what one route takes: its schema, and the reading of a request into canonical values.
import Type, { type Static, type TObject, type TOptional, type TSchema } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { type Asked, type InputKind, unusable } from './kind.ts'
import { checkNames, createProblems, wellNamed } from './problems.ts'

interface Field<S extends TSchema = TSchema, R extends boolean = boolean> {
  readonly kind: InputKind<S>
  readonly isRequired: R
  readonly fallback?: Static<S>
  readonly example?: Static<S>
  readonly otherNames: readonly string[]
}

interface FieldOptions<V = unknown> {
  /** In place of the kind's, where this route knows others. */
  readonly example?: V
  /** In place of the names the kind has. */
  readonly otherNames?: readonly string[]
}

type Fields = Readonly<Record<string, Field<any, boolean>>>
type Properties<F extends Fields> = {
  [N in keyof F]: F[N] extends Field<infer S, infer R> ? (R extends true ? S : TOptional<S>) : never
}

export interface Taken<I extends TSchema> {
  readonly input: I
  /** What a caller sent as canonical values; throws all that is wrong with it at once. */
  read(given: Readonly<Record<string, unknown>>, now: Date): Static<I>
}

export const required = <S extends TSchema>(kind: InputKind<S>, options: FieldOptions<Static<S>> = {}): Field<S, true> => ({
  kind,
  isRequired: true,
  otherNames: options.otherNames ?? kind.otherNames,
  ...(options.example === undefined ? {} : { example: options.example }),
})

/** Left out, it has the fallback's value, or none. */
export function optional<S extends TSchema>(
  kind: InputKind<S>,
  options: FieldOptions<Static<S>> & { readonly fallback?: Static<S> } = {},
): Field<S, false> {
  const { fallback, example, otherNames = kind.otherNames } = options
  const told = { ...(fallback === undefined ? {} : { fallback }), ...(example === undefined ? {} : { example }) }
  return { kind, isRequired: false, otherNames, ...told }
}

/** `shown`: the call that a route's documents show; its values are the inputs' examples. */
export function takeInputs<F extends Fields>(
  taking: F,
  shown: Readonly<Record<string, unknown>> = {},
): Taken<TObject<Properties<F>>> {
  const entries = Object.entries(taking).map(([name, field]): [string, Field] => [
    name,
    { ...field, example: shown[name] ?? field.example ?? field.kind.example },
  ])
  const fields: Fields = Object.fromEntries(entries)
  const properties = Object.fromEntries(entries.map(([name, field]) => [name, describe(name, field, fields)]))
  const ranges = entries.flatMap(([least]) => {
    const most = least.replace(/^min_/, 'max_')
    return most !== least && most in fields ? [[least, most] as const] : []
  })
  const taken = entries.flatMap(([name]) => [name, ...otherNamesOf(name, fields)])
  return {
    input: Type.Object(properties) as unknown as TObject<Properties<F>>,
    read(all, now) {
      const problems = createProblems()
      checkNames(all, taken, problems)
      const given = wellNamed(all, taken)
      const input: Record<string, unknown> = {}
      for (const [name, field] of entries) {
        const asked = { name, now }
        const names = [name, ...otherNamesOf(name, fields)]
        const value = problems.try(() => onlyValue(given, names, field, asked))
        if (value !== undefined) input[name] = value
        // What was sent and refused is not missing too.
        else if (names.some((one) => Object.hasOwn(all, one))) continue
        else if (field.isRequired) problems.add(`${name} is required, such as ${name}=${example(field)}`)
        else if (field.fallback !== undefined) input[name] = field.kind.parse(field.fallback, asked)
      }
      for (const [least, most] of ranges)
        problems.try(() => {
          if (Number(input[least]) > Number(input[most]))
            throw unusable({ name: least, now }, String(input[least]), `is more than ${most} ${input[most]}`)
        })
      problems.throwAny()
      return input as Static<TObject<Properties<F>>>
    },
  }
}

const example = (field: Field): string => encodeURIComponent(String(field.example))

// A name that this route takes as itself, or that an earlier input has, is not another input's.
function otherNamesOf(name: string, fields: Fields): string[] {
  const entries = Object.entries(fields)
  const earlier = entries.slice(0, Object.keys(fields).indexOf(name)).flatMap(([, field]) => field.otherNames)
  return fields[name]!.otherNames.filter((other) => !(other in fields) && !earlier.includes(other))
}

// One value under all the names it may have; two different ones are two questions.
function onlyValue(given: Readonly<Record<string, unknown>>, names: readonly string[], field: Field<any>, asked: Asked): unknown {
  let value: unknown
  let from = ''
  for (const name of names) {
    const sent = Object.hasOwn(given, name) ? given[name] : undefined
    if (sent === undefined) continue
    const parsed: unknown = field.kind.parse(sent, { ...asked, name })
    if (value !== undefined && parsed !== value)
      throw new TollgateError('input_invalid', `${from} and ${name} say different things`)
    value = parsed
    from = name
  }
  return value
}

function describe(name: string, field: Field<any>, fields: Fields): TSchema {
  const { schema } = field.kind
  const others = otherNamesOf(name, fields)
  const alias = others.length === 0 ? '' : `; also as ${others.join(', ')}`
  const described = withOptions(schema, {
    description: `${(schema as { description?: string }).description ?? ''}${alias}`,
    ...('examples' in schema ? { examples: [field.example] } : {}),
    ...(field.fallback === undefined ? {} : { default: field.fallback }),
  })
  return field.isRequired ? described : Type.Optional(described)
}

// A copy that keeps what the schema library hides from plain copies.
const withOptions = (schema: TSchema, options: object): TSchema =>
  Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)), options) as TSchema
