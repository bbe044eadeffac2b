// What a route's schema says of each of its figures, in the shape of the answer: for whoever reads "ebp" and wonders.
import { isRecord, type Told } from './view/shapes.ts'

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

// The verdict and where an answer comes from are shown in words of their own.
const ownWords = new Set(['signal', 'meta'])

export function toldByAnswer(schema: object): Told | undefined {
  const told = toldBy(schema as Schema)
  if (told?.of === undefined) return undefined
  return { of: Object.fromEntries(Object.entries(told.of).filter(([name]) => !ownWords.has(name))) }
}

function toldBy(schema: Schema): Told | undefined {
  const parts = [schema, ...(schema.anyOf ?? [])].flatMap((one) => (one.items === undefined ? [one] : [one, one.items]))
  const says = schema.description ?? parts.find(({ description }) => description !== undefined)?.description
  const named = parts
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .flatMap(([name, one]) => {
      const told = toldBy(one)
      return told === undefined ? [] : [[name, told] as const]
    })
  const [other] = parts.flatMap(({ additionalProperties, patternProperties = {} }) => [
    ...(isRecord(additionalProperties) ? [additionalProperties as Schema] : []),
    ...Object.values(patternProperties),
  ])
  const any = other === undefined ? undefined : toldBy(other)
  if (says === undefined && named.length === 0 && any === undefined) return undefined
  return {
    ...(says === undefined ? {} : { says }),
    ...(named.length === 0 ? {} : { of: Object.fromEntries(named) }),
    ...(any === undefined ? {} : { any }),
  }
}
