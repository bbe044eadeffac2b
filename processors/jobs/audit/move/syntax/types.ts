// Types, type parameters and abilities.
import type { Type, TypeParam } from '../tree.ts'
import { type Cursor, deeper, eat, expect, fail, is, listUntil, peek, take, touches, word } from './cursor.ts'

/** a::b::C, 0x1::a, @named::a; the first part may be a number. */
export function readPath(cursor: Cursor): string[] {
  eat(cursor, '@')
  const path = [peek(cursor).kind === 'number' ? take(cursor).text : word(cursor)]
  while (is(cursor, '::') && peek(cursor, 1).kind === 'word') {
    take(cursor)
    path.push(word(cursor))
  }
  return path
}

export function readTypeArgs(cursor: Cursor): Type[] {
  expect(cursor, '<')
  return listUntil(cursor, '>', () => readType(cursor))
}

export function readType(cursor: Cursor): Type {
  return deeper(cursor, () => readOne(cursor))
}

const number = /^[ui]\d+$/

function readOne(cursor: Cursor): Type {
  if (eat(cursor, '&')) {
    const isMut = eat(cursor, 'mut')
    return { kind: 'ref', isMut, to: readType(cursor) }
  }
  if (eat(cursor, '&&')) return { kind: 'ref', isMut: false, to: readType(cursor) }
  if (eat(cursor, '(')) {
    const items = listUntil(cursor, ')', () => readType(cursor))
    return items.length === 1 ? items[0]! : { kind: 'tuple', items }
  }
  if (is(cursor, '|') || is(cursor, '||')) return readFunction(cursor)
  const path = readPath(cursor)
  // `x as u64 < y` compares; what is no number may stand apart from its arguments.
  const args = is(cursor, '<') && (touches(cursor) || !number.test(path.at(-1)!)) ? readTypeArgs(cursor) : []
  return { kind: 'path', path, args }
}

function readFunction(cursor: Cursor): Type {
  const params = take(cursor).text === '||' ? [] : listUntil(cursor, '|', () => readParamType(cursor))
  eat(cursor, '->')
  const result = startsType(cursor) ? readType(cursor) : null
  if (eat(cursor, 'has')) readAbilities(cursor, '+', ',')
  return { kind: 'function', params, result }
}

// Some name what the function is given.
function readParamType(cursor: Cursor): Type {
  if (peek(cursor).kind === 'word' && is(cursor, ':', 1)) cursor.at += 2
  return readType(cursor)
}

function startsType(cursor: Cursor): boolean {
  const { kind, text } = peek(cursor)
  if (kind === 'word') return text !== 'has' && text !== 'acquires'
  return kind === 'number' || ['&', '(', '|', '@'].includes(text)
}

export function readAbilities(cursor: Cursor, ...between: string[]): string[] {
  const found: string[] = []
  const known = ['copy', 'drop', 'store', 'key']
  for (;;) {
    if (!known.includes(peek(cursor).text)) return found.length > 0 ? found : fail(cursor, 'an ability')
    found.push(take(cursor).text)
    const sign = between.find((one) => is(cursor, one))
    if (sign === undefined || !known.includes(peek(cursor, 1).text)) return found
    take(cursor)
  }
}

export function readTypeParams(cursor: Cursor): TypeParam[] {
  if (!eat(cursor, '<')) return []
  return listUntil(cursor, '>', () => {
    const isPhantom = eat(cursor, 'phantom')
    const name = word(cursor)
    const abilities = eat(cursor, ':') ? readAbilities(cursor, '+') : []
    return { name, abilities, isPhantom }
  })
}
