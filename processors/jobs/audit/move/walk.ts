// Walking the tree: what is below an expression in the order of the source, and its short text.
import type { Expr } from './tree.ts'

const none: readonly Expr[] = []

export function childrenOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'method':
      return [node.on, ...node.args]
    case 'apply':
      return [node.callee, ...node.args]
    case 'field':
      return [node.on]
    case 'index':
      return [node.on, node.index]
    case 'binary':
    case 'assign':
      return [node.left, node.right]
    case 'unary':
    case 'borrow':
    case 'cast':
    case 'is':
      return [node.value]
    case 'let':
    case 'leave':
      return node.value === null ? none : [node.value]
    case 'block':
      return node.body
    case 'if':
      return node.otherwise === null ? [node.test, node.then] : [node.test, node.then, node.otherwise]
    case 'loop':
      return node.test === null ? [node.body] : [node.test, node.body]
    case 'match':
      return [node.on, ...node.arms.flatMap(({ guard, body }) => (guard === null ? [body] : [guard, body]))]
    case 'lambda':
      return [node.body]
    case 'pack':
      return node.fields.map(({ value }) => value)
    case 'list':
      return node.items
    default:
      return none
  }
}

/** Every node below and itself, in the order of the source, without recursion: a hostile tree may be deep. */
export function* walk(root: Expr | null): Generator<Expr> {
  if (root === null) return
  const stack: Expr[] = [root]
  while (stack.length > 0) {
    const node = stack.pop()!
    yield node
    const children = childrenOf(node)
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!)
  }
}

export function some(root: Expr | null, test: (node: Expr) => boolean): boolean {
  for (const node of walk(root)) if (test(node)) return true
  return false
}

export function namesIn(root: Expr | null): Set<string> {
  const names = new Set<string>()
  for (const node of walk(root)) if (node.kind === 'name' && node.path.length === 1) names.add(node.path[0]!)
  return names
}

/** Borrows, copies and casts change nothing of what is meant. */
export function bare(node: Expr): Expr {
  let at = node
  for (;;) {
    if (at.kind === 'borrow' || at.kind === 'cast') at = at.value
    else if (at.kind === 'unary' && at.op !== '!') at = at.value
    else if (at.kind === 'block' && at.hasValue && at.body.length === 1) at = at.body[0]!
    else return at
  }
}

/** The name at the root of a.b.c or &mut a.b, and the last field on the way. */
export function rootOf(node: Expr): { name: string | null; field: string | null } {
  let at = bare(node)
  let field: string | null = null
  for (;;) {
    if (at.kind === 'field') {
      field ??= at.name
      at = bare(at.on)
    } else if (at.kind === 'index') at = bare(at.on)
    else return { name: at.kind === 'name' ? at.path.join('::') : null, field }
  }
}

/** A short text of an expression, the same for the same expression. */
export function spell(node: Expr | null, depth = 0): string {
  if (node === null || depth > 10) return '…'
  const next = (one: Expr | null) => spell(one, depth + 1)
  switch (node.kind) {
    case 'name':
      return node.path.join('::')
    case 'literal':
      return node.of === 'address' ? `@${node.text}` : node.text
    case 'call':
      return `${node.path.join('::')}${node.isMacro ? '!' : ''}(${node.args.map(next).join(', ')})`
    case 'method':
      return `${next(node.on)}.${node.name}(${node.args.map(next).join(', ')})`
    case 'field':
      return `${next(node.on)}.${node.name}`
    case 'index':
      return `${next(node.on)}[${next(node.index)}]`
    case 'binary':
    case 'assign':
      return `${next(node.left)} ${node.op} ${next(node.right)}`
    case 'unary':
      return `${node.op}${node.op.length > 1 ? ' ' : ''}${next(node.value)}`
    case 'borrow':
      return `&${node.isMut ? 'mut ' : ''}${next(node.value)}`
    case 'cast':
      return next(node.value)
    default:
      return '…'
  }
}
