// Rights that are objects: made for whoever asks, kept in what is everybody's, lent out, or published by their holder himself.
import type { Context, Entry } from '../context.ts'
import { canonicalPath, type Fn, findStruct, has, nameOfType, type Struct } from '../project.ts'
import type { Expr, Type } from '../tree.ts'
import { spell, walk } from '../walk.ts'
import { keyOf, madeIn } from './made.ts'

const rights = /(Cap|Capability)$/
const roles = /Admin|Owner|Mint|Treasury|Super|Governance|Operator|Master|Root/
const roleName = /(Cap|Capability|Admin|Role|Auth|Authority)$/

export function powers(context: Context): void {
  const opens = openers(context)
  const made = madeAtStart(context)
  for (const entry of context.entries) {
    if (entry.guard !== null) continue
    created(context, entry, opens, made)
    lent(context, entry, opens)
  }
  keptOpen(context)
  selfMade(context)
}

/** Types whose holder is let in: taken by reference and not looked into, by what changes something. */
function openers({ entries }: Context): Set<string> {
  const found = new Set<string>()
  for (const { fn } of entries)
    for (const { name, type } of fn.item.params) {
      if (type.kind === 'ref' && !type.isMut && type.to.kind === 'path' && name.startsWith('_'))
        found.add(canonicalPath(type.to.path, fn.module).join('::'))
    }
  return found
}

function madeAtStart({ modules, project }: Context): Set<string> {
  const found = new Set<string>()
  for (const module of modules)
    for (const name of ['init', 'init_module'])
      for (const node of walk(module.functions.get(name)?.item.body ?? null)) {
        const struct = packed(node, module.functions.get(name)!, project)
        if (struct !== null) found.add(keyOf(struct))
      }
  return found
}

function packed(node: Expr, fn: Fn, project: Context['project']): Struct | null {
  return node.kind === 'pack' ? findStruct(canonicalPath(node.path, fn.module), project) : null
}

/** It says by itself which object it is for. */
const isBound = ({ item }: Struct): boolean =>
  item.fields.some(({ name, type }) => /^(ID|address)$/.test(nameOfType(type)) || /(_id|_for|^for|^of)$/.test(name))

/** A right of the module is made and given away, with nothing of the caller's own that it rules. */
function created(context: Context, entry: Entry, opens: ReadonlySet<string>, start: ReadonlySet<string>): void {
  const { fn, flow } = entry
  if (fn.name === 'init' || !fn.module.isSui) return
  if (flow.facts.some((fact) => fact.kind === 'check' && fact.stops && fact.origins.has('state'))) return
  const things = [...new Set([...flow.reached].flatMap((one) => [...madeIn(one, context).things]))]
  const isRight = (one: Struct) => rights.test(one.name) || (one.item.fields.length === 1 && opens.has(keyOf(one)))
  const right = things.find((one) => isRight(one) && !isBound(one))
  if (right === undefined || !things.every(isRight)) return
  const leaves =
    namesIn(fn.item.result).includes(right.name) ||
    flow.facts.some(
      (fact) =>
        fact.kind === 'call' &&
        /^(public_)?transfer$/.test(fact.called.name) &&
        fact.called.args[0] !== undefined &&
        nameOfType(context.typing.typeOf(fact.called.args[0], fact.fn)) === right.name,
    )
  const isMeant = roles.test(right.name) || start.has(keyOf(right)) || opens.has(keyOf(right))
  if (leaves)
    context.raise(
      'capability-for-anybody',
      fn.item,
      fn,
      `${right.name} is made for whoever calls`,
      isMeant ? {} : { severity: 'medium', confidence: 0.5 },
    )
}

const namesIn = (type: Type | null): string[] =>
  type === null ? [] : type.kind === 'tuple' ? type.items.flatMap(namesIn) : type.kind === 'path' ? [nameOfType(type)] : []

/** Whoever has a reference to a right may use it where a reference is all that is asked for. */
function lent(context: Context, { fn, flow }: Entry, opens: ReadonlySet<string>): void {
  const { result } = fn.item
  if (result?.kind !== 'ref' || result.to.kind !== 'path' || !flow.returns.has('state') || flow.returns.has('own')) return
  const struct = findStruct(canonicalPath(result.to.path, fn.module), context.project)
  if (struct !== null && has(struct, 'key') && (rights.test(struct.name) || opens.has(keyOf(struct))))
    context.raise('capability-handed-out', fn.item, fn, `anybody borrows the stored ${struct.name}`, {
      severity: opens.has(keyOf(struct)) ? 'high' : 'medium',
    })
}

/** A right of the module itself lies in a thing that everybody may name. */
function keptOpen(context: Context): void {
  for (const fn of context.functions)
    for (const node of walk(fn.item.body)) {
      const struct = packed(node, fn, context.project)
      if (struct === null || !context.shared.has(keyOf(struct))) continue
      for (const { name, type } of struct.item.fields) {
        const inner = innerOf(type)
        const right = inner?.kind === 'path' ? findStruct(canonicalPath(inner.path, struct.module), context.project) : null
        if (right !== null && has(right, 'key') && rights.test(right.name))
          context.raise('capability-kept-open', node, fn, `${struct.name} is everybody's, and its ${name} is the ${right.name}`)
      }
    }
}

const innerOf = (type: Type): Type | null =>
  type.kind === 'path' && /^(Option|vector)$/.test(nameOfType(type)) ? (type.args[0] ?? null) : type

/** Aptos: all that is asked is whether the caller has published a right, which anybody may publish under his own address. */
function selfMade(context: Context): void {
  const free = new Set<string>()
  for (const { fn, guard } of context.entries) {
    if (guard !== null || fn.module.isSui) continue
    for (const node of walk(fn.item.body)) {
      const what = node.kind === 'call' && node.path.at(-1) === 'move_to' ? node.args[1] : undefined
      const struct = what === undefined ? null : packed(what, fn, context.project)
      if (struct !== null && roleName.test(struct.name)) free.add(keyOf(struct))
    }
  }
  if (free.size === 0) return
  for (const { fn, flow, guard } of context.entries) {
    if (guard?.kind !== 'caller') continue
    const asked = flow.facts.filter((fact) => fact.kind === 'check' && fact.stops && fact.origins.has('sender'))
    const only = asked.length === 1 ? existing(asked[0]!.node) : null
    const key = only === null ? '' : canonicalPath(only, fn.module).join('::')
    const changes = flow.facts.some(
      (fact) =>
        (fact.kind === 'write' && fact.root.has('state')) ||
        (fact.kind === 'call' &&
          fact.args[0]?.has('state') === true &&
          /^(push_back|add|remove|insert|extract)$/.test(fact.called.name)),
    )
    if (free.has(key) && changes)
      context.raise(
        'capability-not-bound',
        asked[0]!.fn === fn ? asked[0]!.node : fn.item,
        fn,
        `${spell(asked[0]!.node)} holds for whoever published one of his own`,
        {
          severity: 'medium',
        },
      )
  }
}

function existing(node: Expr): readonly string[] | null {
  if (node.kind !== 'call' || node.path.at(-1) !== 'exists') return null
  const type = node.typeArgs[0]
  return type?.kind === 'path' ? type.path : null
}
