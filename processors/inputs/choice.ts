// An option of a route, one word of a few: another word is malformed (400), as the schema's enum says.
import Type, { type TString } from 'typebox'
import { type InputKind, malformed } from './kind.ts'

export function defineChoice(
  kind: string,
  words: readonly [string, ...string[]],
  options: { readonly description: string; readonly otherNames?: readonly string[] },
): InputKind<TString> {
  const { description, otherNames = [] } = options
  return {
    kind,
    example: words[0],
    otherNames,
    schema: Type.String({ enum: [...words], description }),
    parse(given, asked) {
      const word = typeof given === 'string' ? given.trim().toLowerCase() : ''
      if (!words.includes(word)) throw malformed(asked, `one of ${words.join(', ')}`)
      return word
    },
  }
}
