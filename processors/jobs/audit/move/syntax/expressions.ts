// Expressions by precedence: operands and operators in a loop, so that a long sum is no deep recursion.
import { ownValue } from '../../../../../base/own-value.ts'
import type { Expr } from '../tree.ts'
import { readBlock, readControl, readLambda, startsControl } from './control.ts'
import {
  type Cursor,
  countChain,
  deeper,
  eat,
  expect,
  fail,
  is,
  lastLine,
  listUntil,
  peek,
  take,
  touches,
  word,
} from './cursor.ts'
import { readPath, readType, readTypeArgs } from './types.ts'

const levels: Readonly<Record<string, number>> = {
  '==>': 1,
  '<==>': 1,
  '||': 2,
  '&&': 3,
  ...{ '==': 4, '!=': 4, '<': 4, '>': 4, '<=': 4, '>=': 4 },
  '..': 5,
  '|': 6,
  '^': 7,
  '&': 8,
  '<<': 9,
  '>>': 9,
  ...{ '+': 10, '-': 10, '*': 11, '/': 11, '%': 11 },
}
/** Tokens that are looked at to tell a list of types from a comparison. */
const mostAhead = 200
const assigning = new Set(['=', '+=', '-=', '*=', '/=', '%=', '|=', '&=', '^=', '<<=', '>>='])

export function readExpression(cursor: Cursor): Expr {
  return deeper(cursor, () => {
    const { line } = peek(cursor)
    if (is(cursor, '|') || is(cursor, '||')) return readLambda(cursor)
    if ((is(cursor, 'move') || is(cursor, 'copy')) && (is(cursor, '|', 1) || is(cursor, '||', 1))) {
      take(cursor)
      return readLambda(cursor)
    }
    const left = readBinary(cursor, 0)
    const { text: op, length } = operatorAt(cursor)
    if (!assigning.has(op)) return left
    cursor.at += length
    const right = readExpression(cursor)
    return { kind: 'assign', op, left, right, line, end: lastLine(cursor) }
  })
}

/** ">" is a token of its own for the sake of types; here it is joined with what touches it. */
function operatorAt(cursor: Cursor): { text: string; length: number } {
  const { kind, text } = peek(cursor)
  if (kind !== 'sign') return { text: '', length: 0 }
  if (text !== '>') return { text, length: 1 }
  const joined = (ahead: number, sign: string) => is(cursor, sign, ahead) && touches(cursor, ahead)
  if (joined(1, '>')) return joined(2, '=') ? { text: '>>=', length: 3 } : { text: '>>', length: 2 }
  return joined(1, '=') ? { text: '>=', length: 2 } : { text: '>', length: 1 }
}

function readBinary(cursor: Cursor, lowest: number): Expr {
  const { line } = peek(cursor)
  let left = readUnary(cursor)
  for (let count = 0; ; count++) {
    const { text: op, length } = operatorAt(cursor)
    const level = ownValue(levels, op)
    if (level === undefined || level < lowest) return left
    countChain(cursor, count)
    cursor.at += length
    if (op === '..' && !startsOperand(cursor)) return left
    const right = deeper(cursor, () => readBinary(cursor, level + 1))
    left = { kind: 'binary', op, left, right, line, end: lastLine(cursor) }
  }
}

const startsOperand = (cursor: Cursor): boolean => !['{', ')', '}', ']', ';', ','].includes(peek(cursor).text)

function readUnary(cursor: Cursor): Expr {
  return deeper(cursor, () => {
    const value = readPrefixed(cursor)
    return readCasts(cursor, value)
  })
}

function readCasts(cursor: Cursor, from: Expr): Expr {
  let value = from
  for (let count = 0; ; count++) {
    countChain(cursor, count)
    if (eat(cursor, 'as')) value = { kind: 'cast', value, type: readType(cursor), line: value.line, end: lastLine(cursor) }
    else if (eat(cursor, 'is')) {
      const type = readType(cursor)
      while (eat(cursor, '|')) readType(cursor)
      value = { kind: 'is', value, type, line: value.line, end: lastLine(cursor) }
    } else return value
  }
}

function readPrefixed(cursor: Cursor): Expr {
  const { text, line, kind } = peek(cursor)
  if (kind === 'sign' && (text === '!' || text === '*' || text === '-')) {
    take(cursor)
    return { kind: 'unary', op: text, value: readOperand(cursor), line, end: lastLine(cursor) }
  }
  if (kind === 'sign' && (text === '&' || text === '&&')) {
    take(cursor)
    const isMut = eat(cursor, 'mut')
    return { kind: 'borrow', isMut, value: readOperand(cursor), line, end: lastLine(cursor) }
  }
  if (kind === 'word' && (text === 'move' || text === 'copy') && peek(cursor, 1).kind === 'word' && !is(cursor, 'as', 1)) {
    take(cursor)
    return { kind: 'unary', op: text, value: readOperand(cursor), line, end: lastLine(cursor) }
  }
  if (startsControl(cursor)) {
    const found = readControl(cursor)
    // Only what ends in a block may go on, as in "if (a) { b } else { c } + 1".
    return cursor.tokens[cursor.at - 1]!.text === '}' ? readParts(cursor, found) : found
  }
  return readParts(cursor, readPrimary(cursor))
}

const readOperand = (cursor: Cursor): Expr => deeper(cursor, () => readPrefixed(cursor))

function readParts(cursor: Cursor, from: Expr): Expr {
  let on = from
  const { line } = from
  for (let count = 0; ; count++) {
    countChain(cursor, count)
    if (is(cursor, '.') && peek(cursor, 1).kind !== 'end') on = readMember(cursor, on)
    else if (is(cursor, '[') && on.kind !== 'loop' && on.kind !== 'if') {
      take(cursor)
      const [index = fail(cursor, 'an index')] = listUntil(cursor, ']', () => readExpression(cursor))
      on = { kind: 'index', on, index, line, end: lastLine(cursor) }
    } else if (is(cursor, '(') && touches(cursor) && [')', ']'].includes(cursor.tokens[cursor.at - 1]!.text)) {
      take(cursor)
      const args = listUntil(cursor, ')', () => readExpression(cursor))
      on = { kind: 'apply', callee: on, args, line, end: lastLine(cursor) }
    } else return on
  }
}

/** "a<b>" is a list of types where it closes over nothing but types; "a<b" is a comparison that lacks its blanks. */
function startsTypeArgs(cursor: Cursor): boolean {
  if (!is(cursor, '<') || (!touches(cursor) && !is(cursor, '::', -1))) return false
  let open = 0
  let inside = 0
  for (let ahead = 0; ahead < mostAhead; ahead++) {
    const { kind, text } = peek(cursor, ahead)
    if (kind === 'word' || kind === 'number') continue
    if (text === '<') open++
    else if (text === '>') open--
    else if (text === '(') inside++
    else if (text === ')') inside--
    else if (!['::', ',', '&', '|', '||', '->', '@', '+'].includes(text)) return false
    if (inside < 0) return false
    if (open === 0) return true
  }
  return false
}

function readMember(cursor: Cursor, on: Expr): Expr {
  const { line } = on
  expect(cursor, '.')
  if (peek(cursor).kind === 'number') return { kind: 'field', on, name: take(cursor).text, line, end: lastLine(cursor) }
  const name = word(cursor, 'a field or a method')
  const isMacro = is(cursor, '!') && touches(cursor) && (is(cursor, '(', 1) || is(cursor, '<', 1))
  if (isMacro) take(cursor)
  if (is(cursor, '::') && is(cursor, '<', 1)) take(cursor)
  const typeArgs = startsTypeArgs(cursor) ? readTypeArgs(cursor) : []
  if (!is(cursor, '(')) return { kind: 'field', on, name, line, end: lastLine(cursor) }
  take(cursor)
  const args = listUntil(cursor, ')', () => readExpression(cursor))
  return { kind: 'method', on, name, typeArgs, args, isMacro, line, end: lastLine(cursor) }
}

function readPrimary(cursor: Cursor): Expr {
  const { kind, text, line } = peek(cursor)
  if (kind === 'number' && !is(cursor, '::', 1))
    return { kind: 'literal', of: 'number', text: take(cursor).text, line, end: line }
  if (kind === 'text') return { kind: 'literal', of: 'text', text: take(cursor).text, line, end: line }
  if (text === 'true' || text === 'false') return { kind: 'literal', of: 'bool', text: take(cursor).text, line, end: line }
  if (text === '@' && kind === 'sign') {
    take(cursor)
    return { kind: 'literal', of: 'address', text: readPath(cursor).join('::'), line, end: line }
  }
  if (text === '{') return readBlock(cursor)
  if (text === '(') return readBracketed(cursor)
  if (kind === 'word' || kind === 'number') return readNamed(cursor)
  return fail(cursor, 'an expression')
}

function readBracketed(cursor: Cursor): Expr {
  const { line } = expect(cursor, '(')
  const items = listUntil(cursor, ')', () => {
    const value = readExpression(cursor)
    return eat(cursor, ':') ? annotated(value) : value
  })
  return items.length === 1 ? items[0]! : { kind: 'list', of: 'tuple', items, line, end: lastLine(cursor) }

  function annotated(value: Expr): Expr {
    return { kind: 'cast', value, type: readType(cursor), line: value.line, end: lastLine(cursor) }
  }
}

function readNamed(cursor: Cursor): Expr {
  const { line } = peek(cursor)
  const path = readPath(cursor)
  const isMacro = is(cursor, '!') && touches(cursor) && (is(cursor, '(', 1) || is(cursor, '<', 1))
  if (isMacro) take(cursor)
  if (is(cursor, '::') && is(cursor, '<', 1)) take(cursor)
  let typeArgs = startsTypeArgs(cursor) ? readTypeArgs(cursor) : []
  // A variant of a generic enum.
  while (is(cursor, '::') && peek(cursor, 1).kind === 'word') {
    take(cursor)
    path.push(word(cursor))
    if (is(cursor, '<') && touches(cursor)) typeArgs = readTypeArgs(cursor)
  }
  if (eat(cursor, '(')) {
    const args = listUntil(cursor, ')', () => readExpression(cursor))
    return { kind: 'call', path, typeArgs, args, isMacro, line, end: lastLine(cursor) }
  }
  if (is(cursor, '{') && isPack(cursor)) {
    take(cursor)
    const fields = listUntil(cursor, '}', () => readField(cursor))
    return { kind: 'pack', path, typeArgs, fields, line, end: lastLine(cursor) }
  }
  if (path.length === 1 && path[0] === 'vector' && is(cursor, '[')) {
    take(cursor)
    const items = listUntil(cursor, ']', () => readExpression(cursor))
    return { kind: 'list', of: 'vector', items, line, end: lastLine(cursor) }
  }
  return { kind: 'name', path, typeArgs, line, end: lastLine(cursor) }
}

// In specifications a name may stand before a block.
const isPack = (cursor: Cursor): boolean =>
  is(cursor, '}', 1) ||
  is(cursor, '..', 1) ||
  ((peek(cursor, 1).kind === 'word' || peek(cursor, 1).kind === 'number') &&
    (is(cursor, ':', 2) || is(cursor, ',', 2) || is(cursor, '}', 2)))

function readField(cursor: Cursor): { name: string; value: Expr } {
  const { line, kind } = peek(cursor)
  const name = kind === 'number' ? take(cursor).text : word(cursor, 'a field')
  if (eat(cursor, ':')) return { name, value: readExpression(cursor) }
  return { name, value: { kind: 'name', path: [name], typeArgs: [], line, end: line } }
}
