// Every regular expression of the program, read from its syntax: literals, what is made of plain texts, and patterns of schemas.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Expression, type Node, type Property, parse } from 'acorn'
import { full } from 'acorn-walk'
import { projectFiles } from './tree.ts'

export interface Found {
  /** As a literal. */
  readonly text: string
  readonly source: string
  readonly flags: string
  readonly places: readonly string[]
}

export interface Expressions {
  readonly found: readonly Found[]
  /** The file of each that is made of what is known only when the program runs. */
  readonly unread: readonly string[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
// Compiled to WebAssembly, where there are no expressions, and not all of it is TypeScript that Node knows.
const kernel = 'processors/services/cascade/kernel/'
const isProgram = (path: string) => !/^(test|bench)\//.test(path) && !path.startsWith(kernel)

export function findExpressions(): Expressions {
  const places = new Map<string, { source: string; flags: string; places: string[] }>()
  const unread: string[] = []
  for (const { path } of projectFiles().filter((file) => isProgram(file.path))) {
    const text = readFileSync(root + path, 'utf8')
    for (const { source, flags, at } of expressionsIn(text)) {
      if (source === null) {
        unread.push(path)
        continue
      }
      const name = `/${source}/${flags}`
      const known = places.get(name) ?? { source, flags, places: [] }
      places.set(name, known)
      known.places.push(`${path}:${text.slice(0, at.start).split('\n').length}`)
    }
  }
  return { found: [...places].map(([text, one]) => ({ text, ...one })), unread }
}

interface Read {
  readonly source: string | null
  readonly flags: string
  readonly at: Node
}

export function expressionsIn(text: string): Read[] {
  const found: Read[] = []
  // What is taken away is blank in its place: positions stay as they are.
  const program = parse(stripTypeScriptTypes(text, { mode: 'strip' }), { ecmaVersion: 'latest', sourceType: 'module' })
  full(program, (node) => {
    const at = node as Expression | Property
    if (at.type === 'Literal' && at.regex) found.push({ source: at.regex.pattern, flags: at.regex.flags, at })
    if (at.type === 'NewExpression' || at.type === 'CallExpression') {
      if (at.callee.type !== 'Identifier' || at.callee.name !== 'RegExp') return
      const [source, flags] = at.arguments.map((argument) => textOf(argument as Expression))
      found.push({ source: flags === null ? null : (source ?? null), flags: flags ?? '', at })
    }
    // TypeBox and JSON Schema read it as an expression of Unicode.
    if (at.type === 'Property' && at.key.type === 'Identifier' && at.key.name === 'pattern' && at.kind === 'init') {
      const isHandedOn = at.shorthand || at.value.type === 'MemberExpression' || at.value.type === 'ArrowFunctionExpression'
      if (!isHandedOn) found.push({ source: textOf(at.value), flags: 'u', at })
    }
  })
  return found
}

function textOf(node: Expression): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]!.value.cooked ?? null
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null
  const [left, right] = [textOf(node.left as Expression), textOf(node.right)]
  return left === null || right === null ? null : left + right
}
