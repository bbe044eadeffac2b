// Sums that wrap, casts that cut, and divisions that come too soon.
import { spend } from '../../work.ts'
import type { Context } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { type Fn, findModifier, findVariable } from '../project.ts'
import {
  calleeName,
  childrenOf,
  contains,
  isComparison,
  isMember,
  isName,
  isTime,
  type Node,
  rootOf,
  some,
  spell,
  walk,
} from '../tree.ts'
import { bitsOf, typeOf } from '../types.ts'

const wrapping = new Set(['+', '-', '*', '+=', '-=', '*='])

export function arithmetic(context: Context): void {
  const reached = new Set(context.entries.flatMap(({ flow }) => [...flow.reached]))
  for (const fn of context.functions) {
    if (/^(safe)?(add|sub|mul|div|mod)\w?$/i.test(fn.name) && fn.contract.kind === 'library') continue
    if (fn.isConstructor) continue
    // Whoever compiles with the check and takes it out is asked only where a caller can get there.
    if (!fn.contract.wraps && !reached.has(fn)) continue
    const scopes = fn.contract.wraps ? [fn.node.body as Node] : unchecked(fn.node.body)
    const bounded = boundsOf(fn)
    const seen = new Set<number>()
    for (const scope of scopes)
      for (const node of walk(scope)) {
        if (!isRisky(node, fn, context)) continue
        const line = node.loc?.start.line ?? 0
        if (seen.has(line) || isBounded(node, fn, bounded) || (!fn.contract.wraps && isMoved(node, fn, scopes))) continue
        seen.add(line)
        context.raise(
          fn.contract.wraps ? 'arithmetic-wraps' : 'arithmetic-unchecked',
          node,
          fn,
          `${spell(node)} wraps around: no check bounds what the caller gives`,
          fn.contract.kind === 'library' || isOnlyTold(node, fn) ? { severity: 'low', confidence: 0.3 } : {},
        )
      }
  }
}

const unchecked = (body: Node): Node[] =>
  [...walk(body)].filter((one) => one.type === 'UncheckedStatement').map((one) => one.block as Node)

function isRisky(node: Node, fn: Fn, context: Context): boolean {
  if (node.type === 'UnaryOperation') return false
  if (node.type !== 'BinaryOperation' || !wrapping.has(node.operator)) return false
  const operands = [node.left, node.right] as Node[]
  if (operands.every((one) => one.type === 'NumberLiteral')) return false
  if (operands.some((one) => one.type === 'StringLiteral')) return false
  const type = typeOf(rootNode(node.left), fn, fn.contract, context.project)
  if (type !== null && bitsOf(type) === null && node.left.type !== 'FunctionCall') return false
  if (!node.operator.endsWith('=') && !isKept(node, fn)) return false
  const isSmall = (bitsOf(type) ?? 256) < 64
  // A counter that goes up by one, and time plus a constant, never get there.
  const step = node.right.type === 'NumberLiteral' && node.operator.startsWith('+') && Number(node.right.number) <= 1e6
  if (step && !isSmall) return false
  return operands.some((one) => isGiven(one, fn))
}

const rootNode = (node: Node): Node => (node.type === 'BinaryOperation' ? rootNode(node.left) : node)

/** Comes from the caller, itself or through a local. */
function isGiven(node: Node, fn: Fn): boolean {
  const given = paramsOf(fn)
  for (const name of valuesIn(node)) {
    if (given.has(name)) return true
    const initial = fn.pointers.get(name)
    if (initial !== undefined && valuesIn(initial).some((one) => given.has(one))) return true
  }
  return false
}

/** Names whose own value counts: an index only says where. */
function valuesIn(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'IndexAccess') return rootOf(node).name === null ? [] : valuesIn(node.base)
  // What another function makes of it is another value; a cast is the same one.
  if (node.type === 'FunctionCall' && !/TypeName/.test(node.expression.type)) return []
  return childrenOf(node).flatMap(valuesIn)
}

// What is only compared or shown does no harm by wrapping as long as nothing is kept of it; a require that wraps does.
function isKept(node: Node, fn: Fn): boolean {
  const { kept, asked } = keepingOf(fn)
  return kept.has(node) || (node.operator !== '+' && asked.has(node)) || isOnlyTold(node, fn)
}

/** What a view answers is believed by whoever asks. */
const isOnlyTold = (node: Node, fn: Fn): boolean =>
  fn.isView && fn.isEntry && keepingOf(fn).told.has(node) && !keepingOf(fn).kept.has(node)

/** What is kept of a function's values, what a require asks of them, and the name of the local that each goes into first. */
type Keeping = {
  readonly kept: ReadonlySet<Node>
  readonly told: ReadonlySet<Node>
  readonly asked: ReadonlySet<Node>
  readonly names: ReadonlyMap<Node, string | undefined>
}
const keepings = new WeakMap<Fn, Keeping>()

function keepingOf(fn: Fn): Keeping {
  const known = keepings.get(fn)
  if (known !== undefined) return known
  const kept = new Set<Node>()
  const told = new Set<Node>()
  const asked = new Set<Node>()
  const names = new Map<Node, string | undefined>()
  const all = (to: Set<Node>, root: Node | null | undefined) => {
    for (const node of walk(root)) to.add(node)
  }
  for (const one of walk(fn.node.body))
    if (one.type === 'BinaryOperation' && one.operator === '=') all(kept, one.right)
    else if (one.type === 'VariableDeclarationStatement') {
      all(kept, one.initialValue)
      for (const node of walk(one.initialValue)) if (!names.has(node)) names.set(node, one.variables[0]?.name)
    } else if (one.type === 'ReturnStatement') all(fn.isView ? told : kept, one.expression)
    else if (one.type === 'FunctionCall' && ['require', 'assert'].includes(calleeName(one))) all(asked, one.arguments[0])
    else if (one.type === 'IndexAccess') all(kept, one.index)
  const made = { kept, told, asked, names }
  keepings.set(fn, made)
  return made
}

type Bound = { readonly sides: readonly [string, string]; readonly line: number }

/** What conditions compare, as they spell it. */
function boundsOf(fn: Fn): Bound[] {
  const found = [...conditionsIn(fn.node.body)].flatMap((condition) =>
    [...walk(condition)].filter((one) => isComparison(one) && !['==', '!='].includes(one.operator) && !isFloor(one)),
  )
  return found.map((one) => ({ sides: [spell(one.left), spell(one.right)], line: one.loc?.start.line ?? 0 }))
}

/** More than nothing is no bound from above. */
function isFloor({ operator, left, right }: Node): boolean {
  const least = operator.startsWith('>') ? right : left
  return least.type === 'NumberLiteral' && Number(least.number) <= 1
}

function isBounded(node: Node, fn: Fn, bounds: readonly Bound[]): boolean {
  const isMinus = node.operator.startsWith('-')
  const left = spell(node.left)
  const right = spell(node.right)
  const kept = keepingOf(fn).names.get(node)
  return bounds.some(({ sides, line }) => {
    spend(1)
    if (isMinus)
      return (
        sides.some((one) => one === left || one.includes(left)) &&
        sides.some((one) => one === right || one.includes(right)) &&
        !sides.some((one) => one.includes(' - '))
      )
    // A sum is bounded where it is compared with a part of itself, before or after.
    if (node.operator.startsWith('+'))
      return (
        sides.includes(right) ||
        sides.some((one) => one.includes(' + ') && one.includes(right)) ||
        (kept !== undefined && sides.includes(kept) && sides.some((one) => one === left || one === right)) ||
        (line > (node.loc?.start.line ?? 0) && sides.includes(left))
      )
    return sides.some((one) => one.includes(' / '))
  })
}

// What a book was checked to hold may be moved to another one: together they hold no more than before.
function isMoved(node: Node, fn: Fn, scopes: readonly Node[]): boolean {
  const amount = node.right as Node
  const isBook = (one: Node) => findVariable(fn.contract, rootOf(one).name) !== undefined
  if (!/^[-+]=$/.test(node.operator) || amount.type !== 'Identifier' || !isBook(node.left)) return false
  const isHeld = (one: Node) => {
    const source = one.type === 'Identifier' ? (fn.pointers.get(one.name) ?? one) : one
    return rootOf(source).indexes.length > 0 && isBook(source)
  }
  const line = node.loc?.start.line ?? 0
  return [...walk(fn.node.body)].some((one) => {
    if (one.type !== 'BinaryOperation' || (one.loc?.start.line ?? 0) >= line) return false
    const isTaken = (one.operator === '-=' || one.operator === '-') && isName(one.right, amount.name) && isHeld(one.left)
    if (isTaken) return !scopes.some((scope) => contains(scope, one))
    return (
      (one.operator === '<' || one.operator === '>=') &&
      isHeld(one.left) &&
      isName(one.right, amount.name) &&
      [...conditionsIn(fn.node.body)].some((condition) => contains(condition, one))
    )
  })
}

export function precision(context: Context): void {
  for (const fn of context.functions)
    for (const node of walk(fn.node.body)) {
      if (node.type !== 'BinaryOperation' || node.operator !== '*') continue
      for (const side of [node.left, node.right] as Node[]) {
        const plain = unwrap(side)
        const source = plain.type === 'Identifier' && fn.pointers.has(plain.name) ? unwrap(fn.pointers.get(plain.name)!) : plain
        if (source.type !== 'BinaryOperation' || source.operator !== '/') continue
        const isExact = source.left.type === 'NumberLiteral' && source.right.type === 'NumberLiteral'
        // (a / b) * b rounds on purpose.
        if (isExact || spell(source.right) === spell(node.right) || spell(source.right) === spell(node.left)) continue
        context.raise('divide-before-multiply', node, fn, `${spell(source)} is cut to a whole number before it is multiplied`)
        break
      }
    }
}

const unwrap = (node: Node): Node =>
  node.type === 'TupleExpression' && node.components.length === 1 && node.components[0] ? unwrap(node.components[0]) : node

export function casts(context: Context): void {
  for (const fn of context.functions) {
    if (fn.contract.kind === 'library') continue
    const bounds = boundsOf(fn)
    const seen = new Set<string>()
    for (const node of walk(fn.node.body)) {
      if (node.type !== 'FunctionCall' || node.arguments.length !== 1) continue
      const callee = node.expression as Node
      const bits = bitsOf(
        callee.type === 'ElementaryTypeName' ? callee : callee.type === 'TypeNameExpression' ? callee.typeName : null,
      )
      const [value] = node.arguments as [Node]
      const kept = callee.type === 'ElementaryTypeName' ? callee : callee.type === 'TypeNameExpression' ? callee.typeName : null
      turned(context, fn, node, kept, value, bounds)
      if (bits === null || bits >= 256) continue
      const wide =
        bitsOf(typeOf(value, fn, fn.contract, context.project)) ??
        (value.type === 'BinaryOperation' && isGiven(value, fn) ? 256 : null)
      if (wide === null || wide <= bits || some(value, isTime)) continue
      const isTheirs = bits < 160 && (isGiven(value, fn) || isMember(value, 'msg', 'value'))
      // What the contract itself holds is a note.
      if (!isTheirs && (value.type === 'NumberLiteral' || value.type === 'BinaryOperation')) continue
      const name = spell(value)
      if (seen.has(`${bits} ${name}`) || bounds.some(({ sides }) => sides.some((side) => side.includes(name)))) continue
      if (isMasked(value) || isAskedBack(fn, value, name)) continue
      seen.add(`${bits} ${name}`)
      context.raise(
        'unsafe-downcast',
        node,
        fn,
        `${spell(node)} keeps only the low ${bits} of ${wide} bits`,
        isTheirs ? {} : { severity: 'low', confidence: 0.4 },
      )
    }
  }
}

/** A number that may be below zero is taken for one that may not: it becomes huge. */
function turned(context: Context, fn: Fn, node: Node, to: Node | null, value: Node, bounds: readonly Bound[]): void {
  const from = typeOf(value, fn, fn.contract, context.project)
  if (!/^uint\d*$/.test(to?.name ?? '') || !/^int\d*$/.test(from?.name ?? '')) return
  const name = spell(value)
  const isFloored =
    bounds.some(({ sides }) => sides.includes(name) && sides.includes('0')) ||
    [...conditionsIn(fn.node.body)].some((one) => some(one, (part) => isFloorOf(part, name)))
  if (isFloored) return
  context.raise(
    'unsafe-downcast',
    node,
    fn,
    `${spell(node)} makes a number below zero a huge one`,
    isGiven(value, fn) ? {} : { severity: 'low', confidence: 0.4 },
  )
}

/** Compared with nothing, or with one. */
const isFloorOf = (node: Node, name: string): boolean =>
  isComparison(node) &&
  [node.left, node.right].some((side: Node) => spell(side) === name) &&
  [node.left, node.right].some(
    (side: Node) => side.type === 'NumberLiteral' && side.subdenomination === null && Number(side.number) <= 1,
  )

const isMasked = (node: Node): boolean => some(node, (one) => one.type === 'BinaryOperation' && one.operator === '&')

/** The cast value is compared with the whole one, here or in a modifier that is given it. */
function isAskedBack(fn: Fn, value: Node, name: string): boolean {
  const isBack = (one: Node, of: string) =>
    one.type === 'BinaryOperation' &&
    /^[=!]=$/.test(one.operator) &&
    [one.left, one.right].some((side) => spell(side) === of) &&
    [one.left, one.right].some((side) => side.type === 'FunctionCall' && some(side, (part) => spell(part) === of))
  if ([...conditionsIn(fn.node.body)].some((one) => some(one, (part) => isBack(part, name)))) return true
  return ((fn.node.modifiers ?? []) as Node[]).some((one) => {
    const at = ((one.arguments ?? []) as Node[]).findIndex((given) => spell(given) === spell(value))
    const modifier = at < 0 ? undefined : findModifier(fn.contract, one.name)
    return modifier !== undefined && [...conditionsIn(modifier.body)].length > 0
  })
}
