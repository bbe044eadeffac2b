// Yes or no, in the ways clients write it.
import Type, { type TBoolean } from 'typebox'
import { type InputKind, malformed } from './kind.ts'

const words = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  ['yes', true],
  [false, false],
  ['false', false],
  ['0', false],
  ['no', false],
])

export function defineFlag(description: string): InputKind<TBoolean> {
  return {
    kind: 'flag',
    example: true,
    otherNames: [],
    schema: Type.Boolean({ description }),
    parse(given, asked) {
      const flag = words.get(typeof given === 'string' ? given.trim().toLowerCase() : given)
      if (flag === undefined) throw malformed(asked, 'true or false')
      return flag
    },
  }
}

export const flag = defineFlag('yes or no')
