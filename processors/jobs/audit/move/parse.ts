// Move text to modules, refused with its place where it is none.
import { type SourceFile, SourceRefusal } from '../finding.ts'
import { createCursor } from './syntax/cursor.ts'
import { readExpression } from './syntax/expressions.ts'
import { readFile } from './syntax/modules.ts'
import type { ModuleItem } from './tree.ts'

export type Parsed = { readonly file: string; readonly text: string; readonly modules: readonly ModuleItem[] }

const parsed = new WeakMap<SourceFile, Parsed>()

/** A file is parsed once, however often it is asked for. */
export function parseFile(file: SourceFile): Parsed {
  const known = parsed.get(file)
  if (known !== undefined) return known
  const made = parseAnew(file)
  parsed.set(file, made)
  return made
}

function parseAnew({ path, text }: SourceFile): Parsed {
  try {
    return { file: path, text, modules: readFile(createCursor(text, path, readExpression)) }
  } catch (error) {
    if (error instanceof RangeError) throw new SourceRefusal('too_deep', `${path} is nested too deep to parse.`)
    throw error
  }
}
