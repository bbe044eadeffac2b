// An option of a route, one whole number of a few: another one is malformed (400), as the schema's enum says.
import Type, { type TInteger } from 'typebox'
import { type InputKind, malformed } from './kind.ts'

export function defineNumberChoice(
  kind: string,
  numbers: readonly [number, ...number[]],
  options: { readonly description: string; readonly otherNames?: readonly string[] },
): InputKind<TInteger> {
  const { description, otherNames = [] } = options
  return {
    kind,
    example: numbers[0],
    otherNames,
    schema: Type.Integer({ enum: [...numbers], description }),
    parse(given, asked) {
      const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : ''
      const chosen = numbers.find((number) => String(number) === text)
      if (chosen === undefined) throw malformed(asked, `one of ${numbers.join(', ')}`)
      return chosen
    },
  }
}
