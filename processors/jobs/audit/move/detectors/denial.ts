// Loops that nobody can pay for: over what strangers grow, without an end, or as long as the caller says.
import type { Context } from '../context.ts'
import type { Fn } from '../project.ts'
import type { Expr } from '../tree.ts'
import { bare, namesIn, rootOf, some, spell, walk } from '../walk.ts'
import { firstValue } from './bounds.ts'
import { span } from './given.ts'

type Loop = Extract<Expr, { kind: 'loop' }>

export function denial(context: Context): void {
  const grown = grownByStrangers(context)
  const stored = storedLists(context)
  kept(context)
  for (const fn of context.functions)
    for (const node of walk(fn.item.body)) {
      if (node.kind !== 'loop') continue
      endless(context, fn, node)
      overGrown(context, fn, node, grown, stored)
    }
}

/** Fields of stored things that an open call pushes to, with who does. */
function grownByStrangers(context: Context): Map<string, string> {
  const grown = new Map<string, string>()
  for (const { fn, flow, guard } of context.entries) {
    if (guard?.kind === 'capability' && /Cap|Admin|Owner/.test(guard.by)) continue
    for (const fact of flow.facts) {
      if (
        fact.kind !== 'call' ||
        !/^(push_back|insert|append)$/.test(fact.called.name) ||
        !/^(vector|vec_set|vec_map)?$/.test(fact.called.module)
      )
        continue
      const { field } = rootOf(fact.called.args[0]!)
      const isStored = [...fact.args[0]!].some((one) => one === 'state' || one === 'handed')
      if (field !== null && isStored && guard?.kind !== 'signature' && !isAdmin(guard?.by)) grown.set(field, fn.name)
    }
  }
  return grown
}

/** By function that anybody may call: fields of stored things whose length it asks. */
function storedLists({ entries }: Context): Map<Fn, Set<string>> {
  const lists = new Map<Fn, Set<string>>()
  for (const { flow } of entries)
    for (const fact of flow.facts) {
      if (fact.kind === 'check' && (fact.origins.has('state') || fact.origins.has('handed')))
        for (const node of walk(fact.node))
          if (node.kind === 'field' && counts.test(node.name))
            lists.set(fact.fn, (lists.get(fact.fn) ?? new Set()).add(node.name))
      if (fact.kind !== 'call' || !/^(length|size)$/.test(fact.called.name) || fact.called.args[0] === undefined) continue
      const { field } = rootOf(fact.called.args[0])
      if (field === null || !(fact.args[0]?.has('state') ?? false)) continue
      const known = lists.get(fact.fn) ?? new Set()
      lists.set(fact.fn, known.add(field))
    }
  return lists
}

/** What strangers add lies in one thing, of which every call reads all: lists and maps that are no tables. */
function kept(context: Context): void {
  for (const { fn, flow, guard } of context.entries) {
    if (guard?.kind === 'capability' || guard?.kind === 'signature' || isAdmin(guard?.by)) continue
    const asked = flow.facts.some((fact) => fact.kind === 'check' && some(fact.node, (node) => lengthOf(node) !== null))
    const added = flow.facts.find(
      (fact) =>
        fact.kind === 'call' &&
        ((/^(insert|add)$/.test(fact.called.name) && /^(vec_set|vec_map|simple_map|ordered_map)$/.test(fact.called.module)) ||
          (fact.called.name === 'push_back' && /^(vector)?$/.test(fact.called.module))) &&
        fact.args[0]?.has('state') === true &&
        rootOf(fact.called.args[0]!).field !== null,
    )
    if (added?.kind === 'call' && !asked)
      context.raise(
        'list-grows',
        span(added, fn),
        fn,
        `${rootOf(added.called.args[0]!).field} grows by ${fn.name}, which anybody calls, and everything in it is read each time`,
      )
  }
}

const isAdmin = (by: string | undefined): boolean => by !== undefined && /admin|owner|govern|assert|check|only/i.test(by)

function overGrown(
  context: Context,
  fn: Fn,
  loop: Loop,
  grown: ReadonlyMap<string, string>,
  stored: ReadonlyMap<Fn, ReadonlySet<string>>,
): void {
  const measured = loop.test === null ? null : listMeasured(loop.test, fn)
  const grower = measured === null ? undefined : grown.get(measured)
  const isStored = measured !== null && stored.get(fn)?.has(measured) === true
  if (grower === undefined && !isStored) return
  // A search may end before the last one, and need not.
  const endsEarly = some(loop.body, (node) => node.kind === 'leave' && node.how !== 'continue' && node.how !== 'abort')
  const costs = some(loop.body, (node) => node.kind === 'call' || node.kind === 'method' || node.kind === 'assign')
  if (costs)
    context.raise(
      grower === undefined || endsEarly ? 'loop-over-all' : 'unbounded-loop',
      loop,
      fn,
      grower === undefined
        ? `every call looks at all of ${measured}, however many there are by then`
        : `${measured} grows by ${grower}, which anybody calls, until the loop no longer fits a transaction`,
    )
}

const counts = /(^|_)(count|counter|len|length|size|next_id)$|^(total|num)_/

/** The stored list whose length ends a loop, also through a local. */
function listMeasured(test: Expr, fn: Fn): string | null {
  for (const node of walk(test)) {
    const list = lengthOf(node)
    if (list !== null) return rootOf(list).field
    if (node.kind === 'field' && counts.test(node.name)) return node.name
    if (node.kind !== 'name') continue
    const first = firstValue(fn, node.path[0]!)
    const from = first === null ? null : lengthOf(bare(first))
    if (from !== null) return rootOf(from).field
  }
  return null
}

function lengthOf(node: Expr): Expr | null {
  if (node.kind === 'method' && /^(length|size)$/.test(node.name)) return node.on
  return node.kind === 'call' && /^(length|size)$/.test(node.path.at(-1)!) ? (node.args[0] ?? null) : null
}

function endless(context: Context, fn: Fn, loop: Loop): void {
  const isEmpty = loop.body.kind === 'block' && loop.body.body.length === 0
  if (isEmpty) context.raise('empty-loop', loop, fn, 'the loop does nothing')
  if (loop.how === 'for') return
  if (some(loop.body, (node) => node.kind === 'leave' && node.how !== 'continue')) return
  const isTrue = loop.how === 'loop' || (loop.test?.kind === 'literal' && loop.test.text === 'true')
  if (isTrue) {
    context.raise('endless-loop', loop, fn, 'nothing in the loop leaves it')
    return
  }
  const asked = namesIn(loop.test)
  const test = loop.test!
  const changes = some(loop.body, (node) => node.kind === 'assign' && asked.has(rootOf(node.left).name ?? ''))
  const isPure =
    asked.size > 0 &&
    !some(
      test,
      (node) =>
        node.kind === 'call' ||
        node.kind === 'method' ||
        node.kind === 'block' ||
        node.kind === 'assign' ||
        node.kind === 'unary',
    )
  const isLent = some(
    loop.body,
    (node) => (node.kind === 'borrow' && node.isMut && asked.has(rootOf(node.value).name ?? '')) || node.kind === 'method',
  )
  if (isPure && !changes && !isLent) context.raise('endless-loop', loop, fn, `${spell(test)} is never changed in the loop`)
}
