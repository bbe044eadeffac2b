// Move text to modules, refused with its place where it is none.
import { type SourceFile, SourceRefusal } from '../finding.ts'
import { parsedOnce } from '../parsed-once.ts'
import { createCursor } from './syntax/cursor.ts'
import { readExpression } from './syntax/expressions.ts'
import { readFile } from './syntax/modules.ts'
import type { ModuleItem } from './tree.ts'

export type Parsed = { readonly file: string; readonly text: string; readonly modules: readonly ModuleItem[] }

export const parseFile = parsedOnce(parseAnew)

function parseAnew({ path, text }: SourceFile): Parsed {
  try {
    return { file: path, text, modules: readFile(createCursor(text, path, readExpression)) }
  } catch (error) {
    if (error instanceof RangeError) throw new SourceRefusal('too_deep', `${path} is nested too deep to parse.`)
    throw error
  }
}
