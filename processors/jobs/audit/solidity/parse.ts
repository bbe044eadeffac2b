// Solidity text to a tree, refused with its place where it is none, and before parsing where it is nested to wear the parser out.
import { type SourceFile, SourceRefusal } from '../finding.ts'
import { deepest } from '../nesting.ts'
import { parsedOnce } from '../parsed-once.ts'
import { quickParser } from './quick-parser.ts'
import type { Node } from './tree.ts'

// The parser's time grows faster than its nesting; code that people write stays below a third of this.
const mostNested = 48

export type Parsed = { readonly file: string; readonly text: string; readonly root: Node }

const { parse, ParserError } = quickParser

export const parseFile = parsedOnce(parseAnew)

function parseAnew({ path, text }: SourceFile): Parsed {
  const nested = deepest(text)
  if (nested.depth > mostNested)
    throw new SourceRefusal('too_deep', `${path}:${nested.line} is nested ${nested.depth} deep; ${mostNested} is the most.`)
  try {
    return { file: path, text, root: parse(text, { loc: true }) as unknown as Node }
  } catch (error) {
    if (error instanceof RangeError) throw new SourceRefusal('too_deep', `${path} is nested too deep to parse.`)
    const errors = error instanceof ParserError ? error.errors : []
    const first = errors[0] as { message: string; line: number; column: number } | undefined
    const place = first === undefined ? '' : `:${first.line}:${first.column}`
    throw new SourceRefusal('source_malformed', `${path}${place}: ${(first?.message ?? 'does not parse').slice(0, 200)}`)
  }
}
