// Things that are everybody's to name: written over, taken out, shared though they are somebody's, or frozen though they are in use.
import type { Context, Entry } from '../context.ts'
import type { Fact } from '../flow.ts'
import { canonicalPath, type Fn, findStruct, has, nameOfType, plain, type Struct } from '../project.ts'
import type { Expr } from '../tree.ts'
import { bare, rootOf, spell, walk } from '../walk.ts'
import { settings } from './access.ts'
import { isParam, span } from './given.ts'
import { keyOf, madeIn } from './made.ts'

const owners = /^(owner|creator|user|holder|player|depositor|seller|borrower|beneficiary|issuer|author)$/

export function ownership(context: Context): void {
  const asked = askedFor(context)
  for (const entry of context.entries) {
    if (entry.guard !== null || !entry.fn.module.isSui || entry.fn.item.attributes.includes('view')) continue
    written(context, entry, asked)
    takenOut(context, entry)
  }
  const changed = changedTypes(context)
  for (const fn of context.functions) {
    if (fn.module.isSui) sharedOwned(context, fn)
    frozen(context, fn, changed)
  }
}

/** The thing that a write ends in, as a type of the project. */
function writtenTo({ typing, project }: Context, fact: Extract<Fact, { kind: 'write' }>): Struct | null {
  if (fact.node.kind !== 'assign') return null
  let at = bare(fact.node.left)
  while (at.kind === 'field') at = bare(at.on)
  if (at.kind !== 'name') return null
  const type = plain(typing.typeOf(at, fact.fn))
  const struct = type?.kind === 'path' ? findStruct(type.path, project) : null
  return struct !== null && has(struct, 'key') ? struct : null
}

const ownerOf = ({ item }: Struct): string | null =>
  item.fields.find(({ name, type }) => owners.test(name) && nameOfType(type) === 'address')?.name ?? null

/** Shared things that something else of the project asks for the caller before it changes them. */
function askedFor(context: Context): Set<string> {
  const found = new Set<string>()
  for (const { flow, guard } of context.entries)
    if (guard !== null && guard.kind !== 'given')
      for (const fact of flow.facts) {
        const struct = fact.kind === 'write' && fact.root.has('state') ? writtenTo(context, fact) : null
        if (struct !== null) found.add(keyOf(struct))
      }
  return found
}

/** A shared thing holds what the caller says afterwards, and nobody asked who he is. */
function written(context: Context, { fn, flow }: Entry, asked: ReadonlySet<string>): void {
  for (const fact of flow.facts) {
    if (fact.kind !== 'write' || !fact.root.has('state') || fact.root.has('own') || fact.value.has('sender')) continue
    if (!isParam(fact.value) || fact.value.has('given') || fact.value.has('state') || settings.test(fact.field)) continue
    if (fact.node.kind !== 'assign' || fact.node.op !== '=' || fact.node.right.kind === 'pack') continue
    const struct = writtenTo(context, fact)
    if (struct === null || !context.shared.has(keyOf(struct))) continue
    const owner = ownerOf(struct)
    const isChecked = flow.facts.some((one) => one.kind === 'check' && one.stops && one.origins.has('state'))
    const evidence =
      owner === null
        ? `${fact.field} of the shared ${struct.name} becomes what the caller says`
        : `${fact.field} of a ${struct.name} becomes what the caller says; its ${owner} is not asked`
    context.raise(
      'open-state',
      span(fact, fn),
      fn,
      evidence,
      isChecked
        ? { severity: 'low', confidence: 0.3 }
        : owner === null && !asked.has(keyOf(struct))
          ? { severity: 'low', confidence: 0.4 }
          : {},
    )
    return
  }
}

/** What lies in a shared thing is given to whoever calls, as it is. */
function takenOut(context: Context, { fn, flow }: Entry): void {
  const { result } = fn.item
  if (result === null || !flow.returns.has('state') || flow.returns.has('own') || fn.item.visibility !== 'public') return
  const items = result.kind === 'tuple' ? result.items : [result]
  for (const one of items) {
    if (one.kind !== 'path') continue
    const struct = findStruct(canonicalPath(one.path, fn.module), context.project)
    if (struct === null || !has(struct, 'key') || /Cap(ability)?$/.test(struct.name)) continue
    if ([...flow.reached].some((called) => madeIn(called, context).things.has(struct))) continue
    context.raise('object-handed-out', fn.item, fn, `whoever calls gets the stored ${struct.name}`)
    return
  }
}

/** Somebody's own thing is shared: everybody may name it, and its functions have to ask each time whose it is. */
function sharedOwned(context: Context, fn: Fn): void {
  const owned = new Set<string>()
  const shares: { readonly node: Expr; readonly name: string }[] = []
  for (const node of walk(fn.item.body)) {
    if (
      node.kind === 'pack' &&
      node.fields.some(({ name, value }) => /^(owner|user|holder|player)$/.test(name) && isSender(context, fn, value))
    )
      owned.add(node.path.at(-1)!)
    const called = context.typing.calledBy(node, fn)
    if (called !== null && /^(public_)?share_object$/.test(called.name) && called.args[0] !== undefined)
      shares.push({ node, name: nameOfType(context.typing.typeOf(called.args[0], fn)) })
  }
  for (const { node, name } of shares)
    if (owned.has(name)) context.raise('shares-owned', node, fn, `a ${name} is made for one owner, and everybody may name it`)
}

function isSender(context: Context, fn: Fn, value: Expr): boolean {
  if (value.kind === 'call' || value.kind === 'method') return context.typing.calledBy(value, fn)?.name === 'sender'
  return value.kind === 'name' && /^(sender|owner|caller|user)$/.test(value.path.at(-1)!)
}

/** Types that some function takes to change them. */
function changedTypes({ project }: Context): Set<string> {
  const found = new Set<string>()
  for (const fn of project.functions)
    for (const { type } of fn.item.params)
      if (type.kind === 'ref' && type.isMut && type.to.kind === 'path')
        found.add(canonicalPath(type.to.path, fn.module).join('::'))
  return found
}

/** Whoever brings a thing freezes it, and the functions that change it are of no use any more. */
function frozen(context: Context, fn: Fn, changed: ReadonlySet<string>): void {
  if (!fn.isOpen) return
  const given = new Map(fn.item.params.map(({ name, type }) => [name, type]))
  for (const node of walk(fn.item.body)) {
    const called = context.typing.calledBy(node, fn)
    if (called === null || !/^(public_)?freeze_object$/.test(called.name) || called.args[0] === undefined) continue
    const value = bare(called.args[0])
    const type = value.kind === 'name' ? given.get(rootOf(value).name ?? '') : undefined
    const key = type?.kind === 'path' ? canonicalPath(type.path, fn.module).join('::') : ''
    if (changed.has(key)) context.raise('freezes-state', node, fn, `${spell(node)} ends what other functions change`)
  }
}
