// Move text to tokens, in one pass over its characters.
import { SourceRefusal } from '../../finding.ts'

export type Token = {
  readonly kind: 'word' | 'number' | 'text' | 'label' | 'sign' | 'end'
  readonly text: string
  readonly at: number
  readonly stop: number
  readonly line: number
}

const signs = [
  ...['<==>', '==>', '<<='],
  ...['::', '==', '!=', '<=', '&&', '||', '<<', '+=', '-=', '*=', '/=', '%=', '|=', '&=', '^=', '..', '=>', '->'],
  ...'{}()[]<>=!&|^+-*/%.,;:@#?~'.split(''),
]
const byFirst = new Map<string, string[]>()
for (const sign of signs) byFirst.set(sign[0]!, [...(byFirst.get(sign[0]!) ?? []), sign])

const isLetter = (c: string): boolean => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c === '_' || c === '$'
const isDigit = (c: string): boolean => c >= '0' && c <= '9'

export function tokensOf(text: string, path: string): Token[] {
  const tokens: Token[] = []
  let line = 1
  let at = 0
  const refuse = (what: string): never => {
    throw new SourceRefusal('source_malformed', `${path}:${line}: ${what}`)
  }
  const push = (kind: Token['kind'], stop: number, value = text.slice(at, stop), start = line): void => {
    tokens.push({ kind, text: value, at, stop, line: start })
    at = stop
  }
  while (at < text.length) {
    const c = text[at]!
    if (c === '\n') line++
    if (c === ' ' || c === '\n' || c === '\t' || c === '\r') at++
    else if (c === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (c === '/' && text[at + 1] === '*') comment()
    else if (c === '"' || ((c === 'b' || c === 'x') && text[at + 1] === '"')) string(at + (c === '"' ? 1 : 2))
    else if (isLetter(c)) push('word', past(at, isWordPart))
    else if (isDigit(c)) push('number', past(at, isWordPart))
    else if (c === '`') quoted()
    else if (c === "'" && isLetter(text[at + 1] ?? '')) push('label', past(at + 1, isWordPart))
    else {
      const sign = byFirst.get(c)?.find((one) => text.startsWith(one, at))
      push('sign', at + (sign ?? refuse(`a character that Move does not know: ${JSON.stringify(c)}`)).length)
    }
  }
  push('end', at, 'the end')
  return tokens

  function isWordPart(c: string): boolean {
    return isLetter(c) || isDigit(c)
  }

  function past(from: number, isPart: (c: string) => boolean): number {
    let end = from
    while (end < text.length && isPart(text[end]!)) end++
    return end
  }

  /** Block comments nest. */
  function comment(): void {
    let depth = 0
    while (at < text.length) {
      if (text[at] === '\n') line++
      if (text[at] === '/' && text[at + 1] === '*') {
        depth++
        at += 2
      } else if (text[at] === '*' && text[at + 1] === '/') {
        depth--
        at += 2
        if (depth === 0) return
      } else at++
    }
    refuse('a comment without an end')
  }

  function string(from: number): void {
    const start = line
    let end = from
    for (; end < text.length && text[end] !== '"'; end++) {
      if (text[end] === '\n') line++
      if (text[end] === '\\') end++
    }
    if (end >= text.length) refuse('a string without an end')
    push('text', end + 1, text.slice(at, end + 1), start)
  }

  function quoted(): void {
    const end = text.indexOf('`', at + 1)
    if (end < 0) refuse('a name without an end')
    push('word', end + 1, text.slice(at + 1, end))
  }
}
