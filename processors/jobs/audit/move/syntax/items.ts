// What a module holds: structs, enums, functions, constants and uses; specifications are passed over.
import type { ConstItem, FunctionItem, Param, StructItem, TypeParam, UseItem, Visibility } from '../tree.ts'
import { skipAttributes } from './attributes.ts'
import { readBlock } from './control.ts'
import { type Cursor, eat, expect, fail, is, lastLine, listUntil, peek, skipBraces, take, word } from './cursor.ts'
import { readAbilities, readPath, readType, readTypeParams } from './types.ts'

export type Head = { attributes: readonly string[]; line: number }

export function readUse(cursor: Cursor): UseItem[] {
  expect(cursor, 'use')
  if (eat(cursor, 'fun')) {
    readPath(cursor)
    expect(cursor, 'as')
    readPath(cursor)
    eat(cursor, '.') && word(cursor)
    expect(cursor, ';')
    return []
  }
  const uses = readUsed(cursor, [])
  expect(cursor, ';')
  return uses
}

function readUsed(cursor: Cursor, before: readonly string[]): UseItem[] {
  const path = [...before, ...readPath(cursor)]
  if (eat(cursor, '::')) {
    expect(cursor, '{')
    return listUntil(cursor, '}', () => readUsed(cursor, path)).flat()
  }
  const own = path.at(-1) === 'Self' ? path.slice(0, -1) : path
  return [{ path: own, alias: eat(cursor, 'as') ? word(cursor) : own.at(-1)! }]
}

export function readStruct(cursor: Cursor, { attributes, line }: Head, isEnum: boolean): StructItem {
  const name = word(cursor)
  const typeParams = readTypeParams(cursor)
  let abilities = eat(cursor, 'has') ? readAbilities(cursor, ',', '+') : []
  const isPositional = is(cursor, '(')
  const fields = isEnum ? readVariants(cursor) : readFields(cursor)
  if (eat(cursor, 'has')) abilities = [...abilities, ...readAbilities(cursor, ',', '+')]
  eat(cursor, ';')
  return { name, isEnum, isPositional, abilities, typeParams, fields, attributes, line, end: lastLine(cursor) }
}

function readFields(cursor: Cursor): Param[] {
  if (eat(cursor, '(')) {
    let place = 0
    return listUntil(cursor, ')', () => ({ name: String(place++), type: readType(cursor) }))
  }
  if (!eat(cursor, '{')) return []
  return listUntil(cursor, '}', () => {
    skipAttributes(cursor)
    const name = word(cursor, 'a field')
    expect(cursor, ':')
    return { name, type: readType(cursor) }
  })
}

function readVariants(cursor: Cursor): Param[] {
  const fields: Param[] = []
  expect(cursor, '{')
  while (!eat(cursor, '}')) {
    skipAttributes(cursor)
    word(cursor, 'a variant')
    fields.push(...readFields(cursor))
    if (!eat(cursor, ',') && cursor.tokens[cursor.at - 1]!.text !== '}' && !is(cursor, '}')) expect(cursor, ',')
  }
  return fields
}

export type Modifiers = { visibility: Visibility; isEntry: boolean; isInline: boolean; isMacro: boolean }

export function readModifiers(cursor: Cursor): Modifiers {
  const found: Modifiers = { visibility: 'private', isEntry: false, isInline: false, isMacro: false }
  for (;;) {
    if (eat(cursor, 'public')) found.visibility = eat(cursor, '(') ? readReach(cursor, found) : 'public'
    else if (
      (is(cursor, 'package') || is(cursor, 'friend')) &&
      ['fun', 'entry', 'inline', 'struct', 'enum', 'native'].includes(peek(cursor, 1).text)
    )
      found.visibility = take(cursor).text as Visibility
    else if (eat(cursor, 'entry')) found.isEntry = true
    else if (eat(cursor, 'inline')) found.isInline = true
    else if (eat(cursor, 'macro')) found.isMacro = true
    else if (!eat(cursor, 'native') && !eat(cursor, 'phantom')) return found
  }
}

function readReach(cursor: Cursor, found: Modifiers): Visibility {
  const reach = word(cursor, 'friend or package')
  while (!eat(cursor, ')')) take(cursor).kind === 'end' && expect(cursor, ')')
  if (reach === 'script') found.isEntry = true
  return reach === 'package' ? 'package' : reach === 'script' ? 'public' : 'friend'
}

export function readFunction(cursor: Cursor, { attributes, line }: Head, modifiers: Modifiers): FunctionItem {
  const name = word(cursor)
  const typeParams: TypeParam[] = readTypeParams(cursor)
  expect(cursor, '(')
  const params = listUntil(cursor, ')', () => {
    skipAttributes(cursor)
    eat(cursor, 'mut')
    const param = word(cursor, 'a parameter')
    expect(cursor, ':')
    return { name: param, type: readType(cursor) }
  })
  const result = eat(cursor, ':') ? readType(cursor) : null
  const acquires = readAcquires(cursor)
  const body = eat(cursor, ';') ? null : readBlock(cursor)
  return { name, ...modifiers, attributes, typeParams, params, result, acquires, body, line, end: lastLine(cursor) }
}

// acquires R, S; and access specifiers: reads *, !writes a::b::R(@0x1).
function readAcquires(cursor: Cursor): string[] {
  const found: string[] = []
  while (!is(cursor, '{') && !is(cursor, ';')) {
    const { kind, text } = take(cursor)
    if (kind === 'end') fail(cursor, 'a body')
    if (kind === 'word' && !['acquires', 'reads', 'writes', 'pure'].includes(text)) found.push(text)
  }
  return found
}

export function readConst(cursor: Cursor, line: number): ConstItem {
  const name = word(cursor)
  const type = eat(cursor, ':') ? readType(cursor) : ({ kind: 'path', path: ['u64'], args: [] } as const)
  expect(cursor, '=')
  const value = cursor.expression(cursor)
  expect(cursor, ';')
  return { name, type, value, line, end: lastLine(cursor) }
}

/** A specification ends with its block, or with ";" before any. */
export function skipSpec(cursor: Cursor): void {
  while (!is(cursor, '{')) {
    if (eat(cursor, ';')) return
    if (take(cursor).kind === 'end') fail(cursor, '"{"')
  }
  skipBraces(cursor)
  if (is(cursor, 'proof') && is(cursor, '{', 1)) skipBraces(cursor)
}
