// Attributes such as #[test_only]: the words in them, passed over.
import { type Cursor, expect, fail, is, take } from './cursor.ts'

export function skipAttributes(cursor: Cursor): string[] {
  const names: string[] = []
  while (is(cursor, '#')) {
    expect(cursor, '#')
    expect(cursor, '[')
    for (let open = 1; open > 0; ) {
      const { kind, text } = take(cursor)
      if (kind === 'end') fail(cursor, '"]"')
      if (kind === 'sign' && (text === '[' || text === '(')) open++
      else if (kind === 'sign' && (text === ']' || text === ')')) open--
      else if (kind === 'word') names.push(text)
    }
  }
  return names
}
