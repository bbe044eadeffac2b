// Sums that wrap, where nothing bounds what the caller gives.
import { spend } from '../../work.ts'
import type { Context } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { type Fn, findVariable } from '../project.ts'
import {
  calleeName,
  childrenOf,
  contains,
  isComparison,
  isMember,
  isName,
  isTime,
  type Node,
  namesIn,
  rootOf,
  spell,
  walk,
} from '../tree.ts'
import { bitsOf, typeOf } from '../types.ts'
import { givensOf } from './givens.ts'

const wrapping = new Set(['+', '-', '*', '+=', '-=', '*='])

export function arithmetic(context: Context): void {
  const reached = new Set(context.entries.flatMap(({ flow }) => [...flow.reached]))
  const silent = new Set(
    context.entries.flatMap(({ fn, flow }) => (flow.writes.length === 0 && flow.calls.length === 0 ? [fn] : [])),
  )
  const givens = givensOf(context)
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
        if (!isRisky(node, fn, context, givens.of(fn))) continue
        const line = node.loc?.start.line ?? 0
        if (seen.has(line) || isBounded(node, fn, bounded) || isMoved(node, fn, scopes)) continue
        seen.add(line)
        context.raise(
          fn.contract.wraps ? 'arithmetic-wraps' : 'arithmetic-unchecked',
          node,
          fn,
          `${spell(node)} wraps around: no check bounds what the caller gives`,
          fn.contract.kind === 'library' || isOnlyTold(node, fn) || silent.has(fn) || givens.isRuled(fn)
            ? { severity: 'low', confidence: 0.3 }
            : {},
        )
      }
  }
}

const unchecked = (body: Node): Node[] =>
  [...walk(body)].filter((one) => one.type === 'UncheckedStatement').map((one) => one.block as Node)

function isRisky(node: Node, fn: Fn, context: Context, given: ReadonlySet<string>): boolean {
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
  if (isTakenDown(node, fn)) return true
  // What was written down less the time it is now: the time goes on.
  if (fn.contract.wraps && node.operator === '-' && isNow(node.right) && !isNow(node.left)) return keepingOf(fn).asked.has(node)
  return operands.some((one) => isGiven(one, fn, given))
}

const askings = new WeakMap<Fn, ReadonlySet<string>>()

/** All names that conditions of a function ask about. */
function askedIn(fn: Fn): ReadonlySet<string> {
  const known = askings.get(fn)
  if (known !== undefined) return known
  const names = new Set([...conditionsIn(fn.node.body)].flatMap((one) => [...namesIn(one)]))
  askings.set(fn, names)
  return names
}

/** State goes down by a fixed step, however often it is asked to, and nothing asks how much is left. */
const isTakenDown = (node: Node, fn: Fn): boolean =>
  fn.contract.wraps &&
  fn.isEntry &&
  node.operator.startsWith('-') &&
  node.right.type === 'NumberLiteral' &&
  node.left.type === 'Identifier' &&
  !fn.locals.has(node.left.name) &&
  findVariable(fn.contract, node.left.name) !== undefined &&
  !askedIn(fn).has(node.left.name) &&
  (fn.node.modifiers ?? []).length === 0

const isNow = (node: Node): boolean => isTime(node) || isMember(node, 'block', 'number')

const rootNode = (node: Node): Node => (node.type === 'BinaryOperation' ? rootNode(node.left) : node)

/** Comes from the caller, itself or through a local. */
export function isGiven(node: Node, fn: Fn, given: ReadonlySet<string> = paramsOf(fn)): boolean {
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

export type Bound = { readonly sides: readonly [string, string]; readonly line: number }

/** What conditions compare, as they spell it. */
export function boundsOf(fn: Fn): Bound[] {
  const loops = [...walk(fn.node.body)].flatMap((one) =>
    one.type === 'ForStatement' && one.conditionExpression ? [one.conditionExpression as Node] : [],
  )
  const found = [...conditionsIn(fn.node.body), ...loops].flatMap((condition) =>
    [...walk(condition)].filter(
      (one) => isComparison(one) && !isFloor(one) && (!['==', '!='].includes(one.operator) || isExact(one)),
    ),
  )
  return found.map((one) => ({ sides: [spell(one.left), spell(one.right)], line: one.loc?.start.line ?? 0 }))
}

/** As much as was sent, or a product that was divided again. */
const isExact = ({ left, right }: Node): boolean =>
  [left, right].some((side: Node) => isMember(side, 'msg', 'value') || (side.type === 'BinaryOperation' && side.operator === '/'))

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
