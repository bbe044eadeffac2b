// A Rust syntax tree as plain values, and the questions that every reader of it asks.
export type Source = { readonly path: string; readonly text: string }
export type Node = {
  readonly type: string
  /** What the grammar calls this part of its parent. */
  readonly field: string | null
  readonly from: number
  readonly to: number
  readonly line: number
  readonly endLine: number
  readonly source: Source
  readonly children: Node[]
}

export const textOf = (node: Node): string => node.source.text.slice(node.from, node.to)
export const part = (node: Node | null | undefined, field: string): Node | null =>
  node?.children.find((child) => child.field === field) ?? null
export const ofType = (node: Node | null | undefined, ...types: readonly string[]): Node[] =>
  node?.children.filter(({ type }) => types.includes(type)) ?? []

/** Every node below and itself, in the order of the source, without recursion. */
export function* walk(root: Node | null | undefined): Generator<Node> {
  if (root === null || root === undefined) return
  const stack = [root]
  while (stack.length > 0) {
    const node = stack.pop()!
    yield node
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
  }
}

export function some(root: Node | null | undefined, test: (node: Node) => boolean): boolean {
  for (const node of walk(root)) if (test(node)) return true
  return false
}

/** The last name of a path: transfer of spl_token::instruction::transfer::<T>. */
export function lastName(node: Node | null | undefined): string {
  if (node === null || node === undefined) return ''
  if (node.type === 'generic_function') return lastName(part(node, 'function'))
  if (node.type === 'generic_type' || node.type === 'generic_type_with_turbofish') return lastName(part(node, 'type'))
  if (node.type === 'scoped_identifier' || node.type === 'scoped_type_identifier') return lastName(part(node, 'name'))
  if (node.type === 'field_expression') return lastName(part(node, 'field'))
  if (node.type === 'reference_type') return lastName(part(node, 'type'))
  return /identifier$|^self$|^primitive_type$/.test(node.type) ? textOf(node) : ''
}

/** The names of a path without its type arguments: spl_token, instruction, transfer. */
export function pathOf(node: Node | null | undefined): string[] {
  if (node === null || node === undefined) return []
  if (node.type === 'generic_function') return pathOf(part(node, 'function'))
  if (node.type === 'generic_type' || node.type === 'generic_type_with_turbofish') return pathOf(part(node, 'type'))
  if (node.type === 'scoped_identifier' || node.type === 'scoped_type_identifier')
    return [...pathOf(part(node, 'path')), lastName(node)]
  if (node.type === 'bracketed_type') return pathOf(node.children[0])
  const name = /identifier$|^(self|super|crate|primitive_type)$/.test(node.type) ? textOf(node) : ''
  return name === '' ? [] : [name]
}

/** An expression without what passes it on unchanged: references, parentheses, ? and casts. */
export function bare(node: Node): Node {
  let at = node
  for (;;) {
    const inner = /^(reference_expression|parenthesized_expression|try_expression|await_expression|type_cast_expression)$/.test(
      at.type,
    )
      ? (part(at, 'value') ?? at.children.find(({ type }) => type !== 'mutable_specifier' && !type.endsWith('comment')))
      : null
    if (inner === null || inner === undefined) return at
    at = inner
  }
}

export const oneLine = (node: Node, most = 80): string => textOf(node).replace(/\s+/g, ' ').slice(0, most)
