// The project's own TypeScript files with what each imports, read from the text as a reader would.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
}

export interface Import {
  /** From the root where it is one of our files, else the package's name. */
  readonly target: string
  readonly isOurs: boolean
  /** Nothing of it is left when the program runs. */
  readonly isTypeOnly: boolean
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const skipped = new Set(['node_modules', '.git', '.tollgate', 'migrations'])

export function projectFiles(): SourceFile[] {
  return list('').map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, lines: text.split('\n').length - 1, imports: importsOf(path, text) }
  })
}

function list(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : list(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}

const statement = /^(?:import|export)\s+(type\s+)?((?:[\w*{}\s,$]+?)\s+from\s+)?['"]([^'"\n]+)['"]/gm
const call = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

function importsOf(path: string, text: string): Import[] {
  const named = [...text.matchAll(statement)].map(([, type, clause, specifier]) =>
    resolve(path, specifier!, type !== undefined || onlyTypes(clause)),
  )
  return [...named, ...[...text.matchAll(call)].map(([, specifier]) => resolve(path, specifier!, false))]
}

function onlyTypes(clause: string | undefined): boolean {
  const members = /^\{([^}]*)\}/.exec(clause?.trim() ?? '')?.[1]
  return members?.split(',').every((member) => member.trim() === '' || member.trim().startsWith('type ')) ?? false
}

function resolve(path: string, specifier: string, isTypeOnly: boolean): Import {
  const isOurs = specifier.startsWith('.')
  return { target: isOurs ? join(dirname(path), specifier).replaceAll('\\', '/') : specifier, isOurs, isTypeOnly }
}
