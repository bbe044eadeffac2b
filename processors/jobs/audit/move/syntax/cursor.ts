// Where the parser stands in the tokens of one file, and how it says that it expected something else.
import { SourceRefusal } from '../../finding.ts'
import type { Expr } from '../tree.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Code that people write stays far below; each level is some frames of the stack. */
const mostNested = 160
/** Operands or members in a row: each is a level of the tree, though not of the parser. */
export const mostChained = 1_000

export type Cursor = {
  readonly path: string
  readonly tokens: readonly Token[]
  at: number
  depth: number
  readonly expression: (cursor: Cursor) => Expr
}

export function createCursor(text: string, path: string, expression: Cursor['expression']): Cursor {
  return { path, tokens: tokensOf(text, path), at: 0, depth: 0, expression }
}

export const peek = (cursor: Cursor, ahead = 0): Token => cursor.tokens[Math.min(cursor.at + ahead, cursor.tokens.length - 1)]!
export const lastLine = (cursor: Cursor): number => cursor.tokens[Math.max(0, cursor.at - 1)]!.line
export const isEnd = (cursor: Cursor): boolean => peek(cursor).kind === 'end'

export function is(cursor: Cursor, text: string, ahead = 0): boolean {
  const token = peek(cursor, ahead)
  return token.text === text && (token.kind === 'sign' || token.kind === 'word')
}

export function take(cursor: Cursor): Token {
  const token = peek(cursor)
  if (token.kind !== 'end') cursor.at++
  return token
}

export function eat(cursor: Cursor, text: string): boolean {
  if (!is(cursor, text)) return false
  cursor.at++
  return true
}

export function expect(cursor: Cursor, text: string): Token {
  return is(cursor, text) ? take(cursor) : fail(cursor, `"${text}"`)
}

export function word(cursor: Cursor, what = 'a name'): string {
  return peek(cursor).kind === 'word' ? take(cursor).text : fail(cursor, what)
}

export function fail(cursor: Cursor, expected: string): never {
  const { text, line } = peek(cursor)
  throw new SourceRefusal('source_malformed', `${cursor.path}:${line}: expected ${expected}, found ${text.slice(0, 40)}`)
}

/** Two tokens with nothing between them. */
export const touches = (cursor: Cursor, ahead = 0): boolean => {
  const here = cursor.at + ahead
  return here > 0 && cursor.tokens[here - 1]!.stop === peek(cursor, ahead).at
}

export function deeper<T>(cursor: Cursor, read: () => T): T {
  if (++cursor.depth > mostNested)
    throw new SourceRefusal('too_deep', `${cursor.path}:${peek(cursor).line} is nested deeper than ${mostNested}.`)
  const found = read()
  cursor.depth--
  return found
}

export function countChain(cursor: Cursor, count: number): void {
  if (count > mostChained)
    throw new SourceRefusal('too_deep', `${cursor.path}:${peek(cursor).line} chains more than ${mostChained} parts.`)
}

/** What stands between an opening sign that was taken and its closing one, parted by commas. */
export function listUntil<T>(cursor: Cursor, close: string, read: () => T): T[] {
  const found: T[] = []
  while (!eat(cursor, close)) {
    found.push(read())
    if (!is(cursor, close)) expect(cursor, ',')
  }
  return found
}

/** Past the next bracket and all that it holds. */
export function skipBraces(cursor: Cursor): void {
  let open = 0
  for (;;) {
    const { kind, text } = take(cursor)
    if (kind === 'end') fail(cursor, '"}"')
    if (kind === 'sign' && text === '{') open++
    else if (kind === 'sign' && text === '}' && --open <= 0) return
  }
}
