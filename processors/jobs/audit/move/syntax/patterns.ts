// What stands left of "=" in a let, and in the arms of a match: only the names that it binds matter.
import type { Pattern } from '../tree.ts'
import { type Cursor, deeper, eat, expect, is, listUntil, peek, take, touches, word } from './cursor.ts'
import { readPath, readType, readTypeArgs } from './types.ts'

type Bound = { name: string; field: string | null }

export function readPattern(cursor: Cursor): Pattern {
  const names: Bound[] = []
  const path = readInto(cursor, names, null)
  while (eat(cursor, '|')) readInto(cursor, names, null)
  return { names, path }
}

function readInto(cursor: Cursor, names: Bound[], field: string | null): string[] | null {
  return deeper(cursor, () => {
    const { kind, text } = peek(cursor)
    if (text === '&' && kind === 'sign') {
      take(cursor)
      eat(cursor, 'mut')
      return readInto(cursor, names, field)
    }
    if (eat(cursor, '(')) {
      let place = 0
      listUntil(cursor, ')', () => {
        readAlternatives(cursor, names, String(place++))
        if (eat(cursor, ':')) readType(cursor)
      })
      return null
    }
    if (eat(cursor, '..') || kind === 'number' || kind === 'text' || text === '@' || text === 'true' || text === 'false') {
      readLiteral(cursor)
      return null
    }
    eat(cursor, 'mut')
    return readNamed(cursor, names, field)
  })
}

function readNamed(cursor: Cursor, names: Bound[], field: string | null): string[] | null {
  const path = readPath(cursor)
  if (eat(cursor, '@')) {
    names.push({ name: path[0]!, field })
    return readInto(cursor, names, field)
  }
  if (is(cursor, '<') && touches(cursor)) readTypeArgs(cursor)
  if (eat(cursor, '{')) {
    listUntil(cursor, '}', () => readField(cursor, names))
    return path
  }
  if (eat(cursor, '(')) {
    let place = 0
    listUntil(cursor, ')', () => readAlternatives(cursor, names, String(place++)))
    return path
  }
  if (path.length > 1) return path
  if (path[0] !== '_') names.push({ name: path[0]!, field })
  return null
}

function readField(cursor: Cursor, names: Bound[]): void {
  if (eat(cursor, '..')) return
  eat(cursor, 'mut')
  const name = peek(cursor).kind === 'number' ? take(cursor).text : word(cursor)
  if (eat(cursor, ':')) readAlternatives(cursor, names, name)
  else names.push({ name, field: name })
}

function readAlternatives(cursor: Cursor, names: Bound[], field: string): void {
  readInto(cursor, names, field)
  while (eat(cursor, '|')) readInto(cursor, names, field)
}

function readLiteral(cursor: Cursor): void {
  const { kind, text } = peek(cursor)
  if (text === '@' && kind === 'sign') {
    take(cursor)
    take(cursor)
  } else if (kind === 'number' || kind === 'text' || text === 'true' || text === 'false') take(cursor)
  if (is(cursor, '..')) {
    expect(cursor, '..')
    if (peek(cursor).kind === 'number') take(cursor)
  }
}
