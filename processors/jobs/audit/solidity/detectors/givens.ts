// Which parameters of a function a stranger picks: all of one that is called from outside, and of one within those that are handed on to it unasked.
import { spend } from '../../work.ts'
import type { Context, Entry } from '../context.ts'
import { conditionsIn, ownAmount, paramsOf } from '../guards.ts'
import { type Fn, findVariable } from '../project.ts'
import { calleeName, calleeOf, isComparison, isSender, type Node, namesIn, some, walk } from '../tree.ts'

type Site = { readonly node: Node; readonly target: Fn }
export type Givens = {
  /** The parameters that come from outside as the caller likes them. */
  of(fn: Fn): ReadonlySet<string>
  /** Only those may come to it who own or run the contract. */
  isRuled(fn: Fn): boolean
}

export function givensOf(context: Context): Givens {
  const within = sitesIn(context)
  const known = new Map<Fn, Set<string>>()
  const open: Fn[] = []
  for (const fn of context.functions) {
    const isReached = fn.isEntry || fn.contract.kind === 'library' || !within.called.has(fn)
    known.set(fn, isReached ? paramsOf(fn) : new Set())
    if (isReached) open.push(fn)
  }
  // What is handed on is followed until nothing new comes to anybody, in circles too.
  for (let fn = open.pop(); fn !== undefined; fn = open.pop())
    for (const { node, target } of within.from.get(fn) ?? []) {
      const names = known.get(target)!
      const before = names.size
      for (const [index, param] of target.params.entries())
        if (param.name && !names.has(param.name) && isPassed(fn, node, index, known.get(fn)!)) names.add(param.name)
      if (names.size > before) open.push(target)
    }
  const ways = new Map<Fn, Entry[]>()
  for (const entry of context.entries) for (const fn of entry.flow.reached) ways.get(fn)?.push(entry) ?? ways.set(fn, [entry])
  const ruled = new Map<Entry, boolean>()
  const isEntryRuled = (entry: Entry): boolean => {
    if (!ruled.has(entry)) ruled.set(entry, isByRuler(entry))
    return ruled.get(entry)!
  }
  return {
    of: (fn) => known.get(fn) ?? paramsOf(fn),
    isRuled: (fn) => {
      const entries = ways.get(fn) ?? []
      return entries.length > 0 && entries.every(isEntryRuled)
    },
  }
}

/** Calls by a plain name, which lead to functions of the contract itself. */
function sitesIn({ functions }: Context): { from: ReadonlyMap<Fn, Site[]>; called: ReadonlySet<Fn> } {
  const from = new Map<Fn, Site[]>()
  const called = new Set<Fn>()
  const inner = Map.groupBy(
    functions.filter((fn) => !fn.isEntry && fn.contract.kind !== 'library'),
    ({ name, params }) => `${name} ${params.length}`,
  )
  for (const fn of functions)
    for (const node of walk(fn.node.body)) {
      if (node.type !== 'FunctionCall' || calleeOf(node).type !== 'Identifier') continue
      for (const target of inner.get(`${calleeName(node)} ${node.arguments.length}`) ?? []) {
        spend(1)
        if (target === fn || !(fn.contract.line.includes(target.contract) || target.contract.line.includes(fn.contract))) continue
        called.add(target)
        from.get(fn)?.push({ node, target }) ?? from.set(fn, [{ node, target }])
      }
    }
  return { from, called }
}

/** The argument is the caller's own, and no condition before has compared it with anything. */
function isPassed(fn: Fn, node: Node, index: number, given: ReadonlySet<string>): boolean {
  const value = (node.arguments as Node[])[index]
  if (value === undefined) return false
  const names = [...namesIn(value)].flatMap((name) => [name, ...namesIn(fn.pointers.get(name))]).filter((name) => given.has(name))
  const line = node.loc?.start.line ?? 0
  const handed = new Set((node.arguments as Node[]).flatMap((one) => [...namesIn(one)]))
  return !names.every((name) =>
    (boundsIn(fn).get(name) ?? []).some((bound) => bound.line <= line && bound.pages.every((page) => handed.has(page))),
  )
}

/** Where a name is compared, and whose pages of a book it is compared with: one that is not handed on says nothing of another. */
type Bound = { readonly line: number; readonly pages: readonly string[] }
const bounds = new WeakMap<Fn, ReadonlyMap<string, readonly Bound[]>>()
const mostBounds = 8

/** By name, the first places at which it is compared with more than nothing. */
function boundsIn(fn: Fn): ReadonlyMap<string, readonly Bound[]> {
  const before = bounds.get(fn)
  if (before !== undefined) return before
  const found = new Map<string, Bound[]>()
  for (const condition of conditionsIn(fn.node.body))
    for (const one of walk(condition))
      if (isBound(one)) {
        const pages = [...walk(one)].flatMap((part) => (part.type === 'IndexAccess' ? [...namesIn(part.index)] : []))
        const bound = { line: one.loc?.start.line ?? 0, pages: pages.filter((name) => name !== 'msg') }
        for (const name of namesIn(one)) {
          const list = found.get(name) ?? []
          if (list.length < mostBounds) found.set(name, [...list, bound])
        }
      }
  bounds.set(fn, found)
  return found
}

const isBound = (node: Node): boolean =>
  isComparison(node) &&
  !['==', '!='].includes(node.operator) &&
  ![node.left, node.right].some((side: Node) => side.type === 'NumberLiteral' && Number(side.number) <= 1)

/** A modifier by such a name, or a condition that compares the caller with one address that the contract keeps. */
function isByRuler({ flow, guard }: Entry): boolean {
  if (guard?.kind !== 'caller' || guard.by === ownAmount) return false
  if (/owner|admin|auth|govern|role|operator|manager|minter|controller/i.test(guard.by)) return true
  return [...flow.reached, ...flow.modifiers.map(({ node }) => node)].some((at) => {
    const body = at === undefined ? undefined : 'contract' in at ? at.node.body : at.body
    return [...conditionsIn(body)].some((condition) => some(condition, (node) => isRuler(node, flow.entry)))
  })
}

const isRuler = (node: Node, fn: Fn): boolean =>
  isComparison(node) &&
  [node.left, node.right].some(isSender) &&
  [node.left, node.right].some(
    (side: Node) => side.type === 'Identifier' && findVariable(fn.contract, side.name)?.typeName?.name?.startsWith('address'),
  )
