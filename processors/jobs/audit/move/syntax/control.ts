// Blocks, statements, branches, loops and lambdas.
import type { Arm, Expr } from '../tree.ts'
import { skipAttributes } from './attributes.ts'
import { type Cursor, deeper, eat, expect, is, lastLine, listUntil, peek, skipBraces, take, word } from './cursor.ts'
import { readPattern } from './patterns.ts'
import { readAbilities, readType } from './types.ts'

const opening = new Set(['if', 'while', 'loop', 'for', 'match', 'return', 'abort', 'break', 'continue', 'spec'])
const afterWord: Readonly<Record<string, readonly string[]>> = {
  if: ['('],
  while: ['('],
  for: ['('],
  match: ['('],
  spec: ['{'],
}

export function startsControl(cursor: Cursor): boolean {
  const { kind, text } = peek(cursor)
  if (kind === 'label') return true
  if (kind !== 'word' || !opening.has(text)) return false
  const wanted = afterWord[text]
  return wanted === undefined ? !is(cursor, '::', 1) : wanted.includes(peek(cursor, 1).text)
}

export function readControl(cursor: Cursor): Expr {
  if (peek(cursor).kind === 'label') {
    take(cursor)
    eat(cursor, ':')
    return cursor.expression(cursor)
  }
  const { text, line } = take(cursor)
  switch (text) {
    case 'if':
      return readIf(cursor, line)
    case 'while':
    case 'loop':
    case 'for':
      return readLoop(cursor, text, line)
    case 'match':
      return readMatch(cursor, line)
    case 'spec':
      skipBraces(cursor)
      return { kind: 'spec', line, end: lastLine(cursor) }
    default:
      return readLeave(cursor, text as 'return' | 'abort' | 'break' | 'continue', line)
  }
}

function readTest(cursor: Cursor): Expr {
  expect(cursor, '(')
  const test = cursor.expression(cursor)
  expect(cursor, ')')
  return test
}

function readIf(cursor: Cursor, line: number): Expr {
  const test = readTest(cursor)
  const then = cursor.expression(cursor)
  // What ends a statement may stand before "else" in old code.
  const otherwise = eat(cursor, 'else') ? cursor.expression(cursor) : null
  return { kind: 'if', test, then, otherwise, line, end: lastLine(cursor) }
}

function readLoop(cursor: Cursor, how: 'while' | 'loop' | 'for', line: number): Expr {
  if (how === 'loop')
    return { kind: 'loop', how, test: null, over: null, body: cursor.expression(cursor), line, end: lastLine(cursor) }
  if (how === 'while') {
    const test = readTest(cursor)
    const body = cursor.expression(cursor)
    if (is(cursor, 'spec') && is(cursor, '{', 1)) {
      take(cursor)
      skipBraces(cursor)
    }
    return { kind: 'loop', how, test, over: null, body, line, end: lastLine(cursor) }
  }
  expect(cursor, '(')
  const over = readPattern(cursor)
  expect(cursor, 'in')
  const test = cursor.expression(cursor)
  if (is(cursor, 'spec')) {
    take(cursor)
    skipBraces(cursor)
  }
  expect(cursor, ')')
  const body = cursor.expression(cursor)
  return { kind: 'loop', how, test, over, body, line, end: lastLine(cursor) }
}

function readMatch(cursor: Cursor, line: number): Expr {
  const on = readTest(cursor)
  expect(cursor, '{')
  const arms: Arm[] = []
  while (!eat(cursor, '}')) {
    const pattern = readPattern(cursor)
    const guard = eat(cursor, 'if') ? readTest(cursor) : null
    expect(cursor, '=>')
    const body = cursor.expression(cursor)
    arms.push({ pattern, guard, body })
    if (!eat(cursor, ',') && cursor.tokens[cursor.at - 1]!.text !== '}' && !is(cursor, '}')) expect(cursor, ',')
  }
  return { kind: 'match', on, arms, line, end: lastLine(cursor) }
}

function readLeave(cursor: Cursor, how: 'return' | 'abort' | 'break' | 'continue', line: number): Expr {
  if (peek(cursor).kind === 'label') take(cursor)
  const isBare = how === 'continue' || [';', '}', ')', ']', ',', 'else', 'the end'].includes(peek(cursor).text)
  const value = isBare ? null : cursor.expression(cursor)
  return { kind: 'leave', how, value, line, end: lastLine(cursor) }
}

export function readBlock(cursor: Cursor): Expr {
  return deeper(cursor, () => {
    const { line } = expect(cursor, '{')
    const body: Expr[] = []
    let hasValue = false
    while (!eat(cursor, '}')) {
      if (eat(cursor, ';')) continue
      skipAttributes(cursor)
      if (is(cursor, 'use') && peek(cursor, 1).text !== '(') {
        while (!eat(cursor, ';')) take(cursor).kind === 'end' && expect(cursor, ';')
        continue
      }
      body.push(is(cursor, 'let') ? readLet(cursor) : cursor.expression(cursor))
      hasValue = !eat(cursor, ';')
      // What ends in a block needs no sign behind it.
      if (hasValue && !is(cursor, '}') && cursor.tokens[cursor.at - 1]!.text !== '}') expect(cursor, ';')
    }
    return { kind: 'block', body, hasValue, line, end: lastLine(cursor) }
  })
}

function readLet(cursor: Cursor): Expr {
  const { line } = expect(cursor, 'let')
  const pattern = readPattern(cursor)
  const type = eat(cursor, ':') ? readType(cursor) : null
  const value = eat(cursor, '=') ? cursor.expression(cursor) : null
  return { kind: 'let', pattern, type, value, line, end: lastLine(cursor) }
}

export function readLambda(cursor: Cursor): Expr {
  const { line, text } = take(cursor)
  const params: string[] = []
  if (text === '|')
    listUntil(cursor, '|', () => {
      params.push(...readLambdaParam(cursor))
      if (eat(cursor, ':')) readType(cursor)
    })
  if (eat(cursor, '->')) readType(cursor)
  const body = cursor.expression(cursor)
  if (is(cursor, 'has') && word(cursor)) readAbilities(cursor, '+', ',')
  if (is(cursor, 'spec') && is(cursor, '{', 1)) skipBraces(cursor)
  return { kind: 'lambda', params, body, line, end: lastLine(cursor) }
}

// A pattern without its alternatives: "|" ends the list here.
function readLambdaParam(cursor: Cursor): string[] {
  if (is(cursor, '(') || is(cursor, '{')) {
    const close = take(cursor).text === '(' ? ')' : '}'
    return listUntil(cursor, close, () => readLambdaParam(cursor)).flat()
  }
  eat(cursor, 'mut')
  if (eat(cursor, '&')) eat(cursor, 'mut')
  const name = word(cursor)
  while (eat(cursor, '::')) word(cursor)
  if (is(cursor, '{') || is(cursor, '(')) return readLambdaParam(cursor)
  if (eat(cursor, ':') && is(cursor, '{')) return readLambdaParam(cursor)
  if (cursor.tokens[cursor.at - 1]!.text === ':') cursor.at--
  return [name]
}
