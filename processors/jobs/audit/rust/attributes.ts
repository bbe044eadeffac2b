// What attributes say: their names, and the comma-separated constraints of Anchor's #[account(...)].
import type { Node } from './tree.ts'
import { textOf } from './tree.ts'

export type Attribute = { readonly name: string; readonly body: string; readonly node: Node }
export type Constraint = { readonly key: string; readonly value: string }

/** Attributes and doc comments in front of a member of a list. */
export function before(list: readonly Node[], index: number): { attributes: Attribute[]; comments: string } {
  const attributes: Attribute[] = []
  let comments = ''
  for (let at = index - 1; at >= 0; at--) {
    const node = list[at]!
    if (node.type === 'attribute_item') attributes.unshift(attributeOf(node))
    else if (node.type.endsWith('_comment')) comments = textOf(node) + comments
    else break
  }
  return { attributes, comments }
}

function attributeOf(node: Node): Attribute {
  const text = withoutComments(textOf(node)).slice(2, -1)
  const open = text.indexOf('(')
  if (open < 0) return { name: text.split('=')[0]!.trim(), body: '', node }
  return { name: text.slice(0, open).trim(), body: text.slice(open + 1, text.lastIndexOf(')')), node }
}

export function constraintsOf(attributes: readonly Attribute[]): Constraint[] {
  return attributes
    .filter(({ name }) => name === 'account')
    .flatMap(({ body }) => splitTop(body, ','))
    .map((part) => {
      const cut = equalsAt(part)
      const key = (cut < 0 ? part : part.slice(0, cut)).split('@')[0]!.replace(/\s/g, '')
      return { key, value: cut < 0 ? '' : part.slice(cut + 1).trim() }
    })
    .filter(({ key }) => key !== '')
}

/** The word stands in the text, by itself. */
export const mentions = (text: string, word: string): boolean => text.split(/\W+/).includes(word)

/** The names that stand in the text as themselves, not as fields of others: creator, but not metadata.creator. */
export const namesIn = (text: string): ReadonlySet<string> =>
  new Set(text.split(/[^\w.]+/).map((path) => path.replace(/^.*\baccounts\./, '').split('.')[0]!))
export const namesItself = (text: string, word: string): boolean => namesIn(text).has(word)

/** Where a lone = is, outside brackets and strings. */
function equalsAt(text: string): number {
  let found = -1
  scan(text, (at, depth) => {
    if (found < 0 && depth === 0 && text[at] === '=' && text[at + 1] !== '=' && !/[=!<>]/.test(text[at - 1] ?? '')) found = at
  })
  return found
}

export function splitTop(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  scan(text, (at, depth) => {
    if (depth !== 0 || text[at] !== separator) return
    parts.push(text.slice(from, at))
    from = at + 1
  })
  parts.push(text.slice(from))
  return parts.map((one) => one.trim()).filter((one) => one !== '')
}

function scan(text: string, see: (at: number, depth: number) => void): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
      continue
    }
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    else see(at, depth)
  }
}

function withoutComments(text: string): string {
  let kept = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at)
      if (end < 0) break
      at = end - 1
    } else if (character === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at)
      if (end < 0) break
      at = end + 1
    } else if (character === '"') {
      const from = at
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
      kept += text.slice(from, at + 1)
    } else kept += character
  }
  return kept
}
