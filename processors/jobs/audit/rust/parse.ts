// Rust text to a tree, refused with its place where it is none; macros that check or log are read as calls of that name.
import type { Tree } from 'web-tree-sitter'
import { type SourceFile, SourceRefusal } from '../finding.ts'
import { parsedOnce } from '../parsed-once.ts'
import { bracketsOf } from './brackets.ts'
import { createParser } from './grammar.ts'
import { type Node, part, type Source, walk } from './tree.ts'

// Code that people write stays below a quarter of this; what reads the tree may recurse over it.
const mostDeep = 400
const mostNested = 150
/** How much of a file may be beyond the grammar before nothing can be said of it. */
const mostBroken = 0.02

export type Parsed = { readonly file: string; readonly root: Node; readonly broken: readonly number[] }

const parser = createParser()
const readAsCall =
  /\b(?:require|assert|ensure|check|verify|validate|invariant|msg|err|error|format|emit|try_or_err|unwrap)\w{0,40}!(?=\s{0,4}\()/g

/** A name of no meaning to the language, which the grammar takes for the start of `&raw const`. */
const namedRaw = /&raw\b(?!\s{1,9}(?:const|mut)\b)/g

export const parseFile = parsedOnce(parseAnew)

function parseAnew({ path, text }: SourceFile): Parsed {
  const brackets = bracketsOf(text)
  if ('wrong' in brackets) throw new SourceRefusal('source_malformed', `${path}:${brackets.line}: ${brackets.wrong}.`)
  if (brackets.depth > mostNested)
    throw new SourceRefusal('too_deep', `${path}:${brackets.line} is nested ${brackets.depth} deep; ${mostNested} is the most.`)
  // Each text is as long as the other, so that every place is the same.
  const called = text.replace(readAsCall, (found) => `${found.slice(0, -1)}_`)
  let tree = parser.parse(called.replace(namedRaw, '&r_w'))!
  let source: Source = { path, text: called }
  if (tree.rootNode.hasError && called !== text) {
    // Where only the reading of macros as calls is at fault, they stay macros.
    const other = parser.parse(text.replace(namedRaw, '&r_w'))!
    if (other.rootNode.hasError) other.delete()
    else {
      tree.delete()
      tree = other
      source = { path, text }
    }
  }
  try {
    const { root, errors } = plain(tree, source)
    const lost = errors.reduce((sum, { from, to }) => sum + Math.max(1, to - from), 0)
    const isRust = root.children.some(
      ({ type }) => type.endsWith('_item') || type === 'macro_invocation' || type === 'use_declaration',
    )
    if (errors.length > 0 && (lost > text.length * mostBroken || !isRust))
      throw new SourceRefusal('source_malformed', `${path}:${errors[0]!.line}: does not parse as Rust.`)
    return { file: path, root, broken: errors.map(({ line }) => line) }
  } finally {
    tree.delete()
  }
}

/** An expression that stands in an attribute, as a block; its places are those of what it belongs to. */
export function parseSnippet(text: string, { path }: Source, line: number): Node | null {
  const source = { path, text: `fn f() { ${text} }` }
  const tree = parser.parse(source.text)!
  try {
    const { root, errors } = plain(tree, source)
    if (errors.length > 0) return null
    for (const node of walk(root)) Object.assign(node, { line, endLine: line })
    return part(root.children[0], 'body')
  } finally {
    tree.delete()
  }
}

function plain(tree: Tree, source: Source): { root: Node; errors: { line: number; from: number; to: number }[] } {
  const errors: { line: number; from: number; to: number }[] = []
  const cursor = tree.walk()
  const made = (): Node => ({
    type: cursor.nodeType,
    field: cursor.currentFieldName,
    from: cursor.startIndex,
    to: cursor.endIndex,
    line: cursor.startPosition.row + 1,
    endLine: cursor.endPosition.row + 1,
    source,
    children: [],
  })
  const root = made()
  const above: Node[] = [root]
  const note = (node: Node) => {
    if (node.type === 'ERROR' || cursor.nodeIsMissing) errors.push({ line: node.line, from: node.from, to: node.to })
  }
  try {
    note(root)
    let isDown = cursor.gotoFirstChild()
    while (above.length > 0) {
      if (!isDown) {
        isDown = cursor.gotoNextSibling()
        if (isDown) continue
        above.pop()
        if (!cursor.gotoParent()) break
        continue
      }
      const node = made()
      note(node)
      if (cursor.nodeIsNamed || node.field !== null) above.at(-1)!.children.push(node)
      if (above.length > mostDeep)
        throw new SourceRefusal('too_deep', `${source.path}:${node.line} is nested deeper than ${mostDeep} in its tree.`)
      isDown = cursor.gotoFirstChild()
      if (isDown) above.push(node)
    }
  } finally {
    cursor.delete()
  }
  return { root, errors }
}
