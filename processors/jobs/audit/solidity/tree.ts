// The parser's tree as detectors walk it: children in the order they are evaluated, and questions every detector asks.
import { spend } from '../work.ts'

export type Node = {
  readonly type: string
  readonly loc?: { readonly start: { line: number; column: number }; readonly end: { line: number; column: number } }
  readonly [member: string]: any
}

const skipped = new Set(['type', 'loc', 'range', 'identifier', 'identifiers', 'typeName', 'override'])

export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const [name, value] of Object.entries(node)) {
    if (skipped.has(name) || value === null || typeof value !== 'object') continue
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && typeof one === 'object' && typeof one.type === 'string') children.push(one)
  }
  return children
}

/** Where a node stands in the list of all nodes of its tree, and where the first one after those below it does. */
type Place = { readonly list: Node[]; readonly from: number; to: number }
const places = new WeakMap<Node, Place>()

// A tree is laid out once: every question afterwards walks a part of a list.
function placeOf(root: Node): Place {
  const known = places.get(root)
  if (known !== undefined) return known
  const list: Node[] = []
  const open: { place: Place; rest: Node[] }[] = []
  const enter = (node: Node) => {
    const place: Place = { list, from: list.length, to: 0 }
    list.push(node)
    places.set(node, place)
    open.push({ place, rest: childrenOf(node).reverse() })
  }
  enter(root)
  while (open.length > 0) {
    const { place, rest } = open.at(-1)!
    const next = rest.pop()
    if (next !== undefined) enter(next)
    else {
      place.to = list.length
      open.pop()
    }
  }
  return places.get(root)!
}

/** Every node below and itself, in the order of the source, without recursion: a hostile tree may be deep. */
export function* walk(root: Node | null | undefined): Generator<Node> {
  if (root === null || root === undefined) return
  const { list, from, to } = placeOf(root)
  for (let i = from; i < to; i++) {
    spend(1)
    yield list[i]!
  }
}

export function some(root: Node | null | undefined, test: (node: Node) => boolean): boolean {
  if (root === null || root === undefined) return false
  const { list, from, to } = placeOf(root)
  for (let i = from; i < to; i++) {
    spend(1)
    if (test(list[i]!)) return true
  }
  return false
}

export function contains(root: Node | null | undefined, node: Node): boolean {
  if (root === null || root === undefined) return false
  const { list, from, to } = placeOf(root)
  const place = places.get(node)
  return place !== undefined && place.list === list && place.from >= from && place.from < to
}

export const isName = (node: Node | null | undefined, name?: string): boolean =>
  node?.type === 'Identifier' && (name === undefined || node.name === name)

export const isMember = (node: Node | null | undefined, owner: string, member: string): boolean =>
  node?.type === 'MemberAccess' && node.memberName === member && isName(node.expression, owner)

export const namesIn = (node: Node | null | undefined): Set<string> => {
  const names = new Set<string>()
  for (const one of walk(node)) if (one.type === 'Identifier') names.add(one.name)
  return names
}

/** msg.sender, or what stands for it. */
export const isSender = (node: Node): boolean =>
  isMember(node, 'msg', 'sender') || (node.type === 'FunctionCall' && /^_?msgSender$/i.test(calleeName(node)))

export const isTime = (node: Node): boolean => isMember(node, 'block', 'timestamp') || isName(node, 'now')

/** What is called, without the options and the gas and value of older code. */
export function calleeOf(call: Node): Node {
  let callee = call.expression as Node
  for (;;) {
    if (callee.type === 'NameValueExpression') callee = callee.expression
    else if (callee.type === 'TupleExpression' && callee.components.length === 1 && callee.components[0])
      callee = callee.components[0]
    else if (
      callee.type === 'FunctionCall' &&
      callee.expression.type === 'MemberAccess' &&
      (callee.expression.memberName === 'value' || callee.expression.memberName === 'gas')
    )
      callee = callee.expression.expression
    else return callee
  }
}

export function calleeName(call: Node): string {
  const callee = calleeOf(call)
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberAccess' ? callee.memberName : ''
}

/** The ether sent along with a call, and whether its gas is bounded. */
export function optionsOf(call: Node): { value: Node | null; gas: Node | null } {
  const found: { value: Node | null; gas: Node | null } = { value: null, gas: null }
  let callee = call.expression as Node
  for (;;) {
    if (callee.type === 'NameValueExpression') {
      const { names, arguments: values } = callee.arguments as { names: string[]; arguments: Node[] }
      names.forEach((name, i) => {
        if (name === 'value' || name === 'gas') found[name] = values[i] ?? null
      })
      callee = callee.expression
    } else if (callee.type === 'FunctionCall' && callee.expression.type === 'MemberAccess') {
      const name = callee.expression.memberName
      if (name !== 'value' && name !== 'gas') return found
      found[name as 'value' | 'gas'] = callee.arguments[0] ?? null
      callee = callee.expression.expression
    } else return found
  }
}

/** The variable at the root of balances[a].b, and the indexes on the way. */
export function rootOf(node: Node): { name: string | null; indexes: Node[] } {
  const indexes: Node[] = []
  let at = node
  for (;;) {
    if (at.type === 'IndexAccess') {
      indexes.push(at.index)
      at = at.base
    } else if (at.type === 'MemberAccess') at = at.expression
    else if (at.type === 'TupleExpression' && at.components.length === 1 && at.components[0]) at = at.components[0]
    else return { name: at.type === 'Identifier' ? at.name : null, indexes }
  }
}

const assigning = new Set(['=', '+=', '-=', '*=', '/=', '%=', '|=', '&=', '^=', '<<=', '>>='])
export const isAssignment = (node: Node): boolean => node.type === 'BinaryOperation' && assigning.has(node.operator)
export const isComparison = (node: Node): boolean =>
  node.type === 'BinaryOperation' && ['==', '!=', '<', '>', '<=', '>='].includes(node.operator)

/** A short text of an expression, the same for the same expression. */
export function spell(node: Node | null | undefined, depth = 0): string {
  if (node === null || node === undefined || depth > 12) return '…'
  const next = (one: Node | null | undefined) => spell(one, depth + 1)
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'MemberAccess':
      return `${next(node.expression)}.${node.memberName}`
    case 'IndexAccess':
      return `${next(node.base)}[${next(node.index)}]`
    case 'NumberLiteral':
      return node.number
    case 'BinaryOperation':
      return `${next(node.left)} ${node.operator} ${next(node.right)}`
    case 'UnaryOperation':
      return node.isPrefix ? `${node.operator}${next(node.subExpression)}` : `${next(node.subExpression)}${node.operator}`
    case 'FunctionCall':
      return `${next(node.expression)}(${node.arguments.map(next).join(', ')})`
    case 'NameValueExpression':
      return `${next(node.expression)}{…}`
    case 'TupleExpression':
      return `(${node.components.map(next).join(', ')})`
    case 'ElementaryTypeName':
      return node.name
    default:
      return '…'
  }
}
