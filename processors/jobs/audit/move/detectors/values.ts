// Value that goes nowhere, loops as long as the caller says, functions that call themselves, and games decided by what is known.
import type { Context, Entry } from '../context.ts'
import type { Fn } from '../project.ts'
import type { Expr } from '../tree.ts'
import { bare, some, spell, walk } from '../walk.ts'
import { isParam, span } from './given.ts'

export function values(context: Context): void {
  for (const fn of context.functions) {
    nowhere(context, fn)
    itself(context, fn)
  }
  back(context)
  for (const entry of context.entries) asTold(context, entry)
}

/** Things are sent to the address that nobody has. */
function nowhere(context: Context, fn: Fn): void {
  for (const node of walk(fn.item.body)) {
    const called = context.typing.calledBy(node, fn)
    if (called === null || called.fn !== null || !/^(public_)?transfer$|^transfer_coins$|^deposit$/.test(called.name)) continue
    const zero = called.args.slice(0, 3).find((one) => isZero(one, fn))
    if (zero !== undefined) context.raise('sent-to-nowhere', node, fn, `${spell(node)} goes to an address that nobody has`)
  }
}

function isZero(node: Expr, fn: Fn): boolean {
  if (node.kind === 'literal') return node.of === 'address' && /^@?0x0+$|^@?0$/.test(node.text)
  if (node.kind !== 'name' || node.path.length !== 1) return false
  const constant = fn.module.item.constants.find(({ name }) => name === node.path[0])
  return constant !== undefined && constant.value.kind === 'literal' && isZero(constant.value, fn)
}

const taking = /^(take|split|withdraw|withdraw_all|extract|extract_all)$/
const putting = /^(put|join|merge|destroy_zero)$/

/** What is taken out is put back where it was, untouched: whoever asked for it gets nothing. */
function back(context: Context): void {
  const found = new Map<Fn, { readonly node: Expr; readonly evidence: string }>()
  for (const fn of context.functions)
    for (const node of walk(fn.item.body)) {
      const one = node.kind === 'block' && !found.has(fn) ? putBack(context, fn, node.body) : null
      if (one !== null) found.set(fn, one)
    }
  if (found.size === 0) return
  for (const { fn, flow } of context.entries)
    for (const reached of flow.reached) {
      const one = found.get(reached)
      if (one !== undefined) context.raise('taken-and-put-back', reached === fn ? one.node : fn.item, fn, one.evidence)
    }
}

type Taken = { readonly from: string; readonly given: string | null }

/** In the statements of one block: a value taken, perhaps made a coin, and put back as it is. */
function putBack(context: Context, fn: Fn, body: readonly Expr[]): { node: Expr; evidence: string } | null {
  const taken = new Map<string, Taken>()
  for (const one of body) {
    const value = one.kind === 'let' && one.value !== null && one.pattern.names.length === 1 ? bare(one.value) : null
    if (value === null || one.kind !== 'let') continue
    const from = takenFrom(context, fn, value, taken)
    if (from !== null) taken.set(one.pattern.names[0]!.name, from)
  }
  if (taken.size === 0) return null
  const uses = new Map<string, number>()
  const puts: { readonly node: Expr; readonly to: string | null; readonly what: string }[] = []
  for (const one of body)
    for (const node of walk(one)) {
      if (node.kind === 'name' && taken.has(spell(node))) uses.set(spell(node), (uses.get(spell(node)) ?? 0) + 1)
      const called = context.typing.calledBy(node, fn)
      if (called === null || called.fn !== null || !putting.test(called.name) || called.args[0] === undefined) continue
      const to = called.name === 'destroy_zero' ? null : spell(bare(called.args[0]))
      puts.push({ node, to, what: spell(bare(called.args.at(-1)!)) })
    }
  for (const { node, to, what } of puts) {
    const own = taken.get(what)
    if (own === undefined || uses.get(what) !== 1 || (to !== null && to !== own.from)) continue
    if (own.given !== null && uses.get(own.given) !== 1) continue
    const evidence = to === null ? `${what} was taken out of ${own.from} and has to be nothing` : `${what} goes back into ${to}`
    return { node, evidence }
  }
  return null
}

function takenFrom(context: Context, fn: Fn, value: Expr, taken: ReadonlyMap<string, Taken>): Taken | null {
  const called = context.typing.calledBy(value, fn)
  if (called === null || called.fn !== null || called.args[0] === undefined) return null
  const from = bare(called.args[0])
  if (taking.test(called.name)) return from.kind === 'field' ? { from: spell(from), given: null } : null
  if (!/^(from_balance|into_balance)$/.test(called.name)) return null
  const before = taken.get(spell(from))
  return before !== undefined ? { from: before.from, given: spell(from) } : takenFrom(context, fn, from, taken)
}

function itself(context: Context, fn: Fn): void {
  for (const node of walk(fn.item.body))
    if ((node.kind === 'call' || node.kind === 'method') && context.typing.calledBy(node, fn)?.fn === fn) {
      context.raise('calls-itself', node, fn, `${spell(node)} calls ${fn.name} again from within`)
      return
    }
}

/** How often a loop turns is the caller's word, and nothing says how often at most. */
function asTold(context: Context, { fn, flow, guard }: Entry): void {
  if (guard?.kind === 'capability') return
  const bounded = new Set<string>()
  const loops = flow.facts.filter((fact) => fact.kind === 'check' && fact.isLoop === true && fact.node.kind === 'binary')
  if (loops.length === 0) return
  for (const fact of flow.facts)
    if (fact.kind === 'check' && fact.isLoop !== true && some(fact.node, isLimit))
      for (const one of fact.origins) bounded.add(one)
  for (const fact of loops) {
    if (fact.kind !== 'check' || fact.origins.has('state')) continue
    const named = [...fact.origins].filter((one) => one.startsWith('param:'))
    if (named.length === 0 || named.some((one) => bounded.has(one))) continue
    context.raise('loop-as-told', span(fact, fn), fn, `${spell(fact.node)} turns as often as ${named[0]!.slice(6)} says`)
    return
  }
}

const isLimit = (node: Expr): boolean => node.kind === 'binary' && ['<', '>', '<=', '>='].includes(node.op)

/** Numbers that the chain gives and everybody knows before. */
const games = /win|lott|raffle|rand|draw|roll|dice|spin|flip|luck|prize|loot|shuffle|select|pick|seed/i

/** What is left of a time, or of the caller's own address, decides a game. */
export function chances(context: Context): void {
  for (const { fn, flow } of context.entries)
    for (const fact of flow.facts) {
      if (fact.kind !== 'rest' || !(fact.origins.has('chain') || fact.origins.has('sender'))) continue
      const words = [fn.name, fact.fn.name, spell(fact.node)].join(' ')
      if (games.test(words) && !isParamOnly(fact.origins))
        context.raise('chance-from-chain', span(fact, fn), fn, `${spell(fact.node)} is known before the call is made`)
    }
}

const isParamOnly = (origins: ReadonlySet<string>): boolean => isParam(origins) && !origins.has('chain') && !origins.has('sender')
