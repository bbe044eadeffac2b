// Type parameters that tie nothing: loans paid back in any coin, and a capability of whatever role.
import type { Context, Entry } from '../context.ts'
import { canonicalPath, findStruct, has, nameOfType, plain } from '../project.ts'
import type { Param, Type } from '../tree.ts'
import { some, walk } from '../walk.ts'

const coins = /^(Coin|Balance|FungibleAsset|Token)$/
const receipts = /(Receipt|Loan|Debt|Flash|Potato|Promise|Obligation)$|^Flash/
const roles = /(Cap|Capability|Role|RoleCap|Auth|Authority|Permit|Badge|Key)$/

export function generics(context: Context): void {
  for (const entry of context.entries) {
    const { typeParams, params } = entry.fn.item
    if (typeParams.length === 0) continue
    const typed = new Map<string, Param[]>(typeParams.map(({ name }) => [name, []]))
    for (const param of params) for (const name of namesOf(param.type)) typed.get(name)?.push(param)
    const isHeld = entry.fn.item.params.some(({ type }) => type.kind === 'ref' && roles.test(nameOfType(type)))
    const named = isHeld ? namedIn(entry) : new Set<string>()
    for (const [name, those] of typed) {
      paidBack(context, entry, name, those)
      untied(context, entry, name, those)
      anyRole(context, entry, name, those, named)
    }
  }
}

/** Names in a type, those within others too. */
function namesOf(type: Type | null, found = new Set<string>()): Set<string> {
  if (type?.kind === 'ref') return namesOf(type.to, found)
  if (type?.kind === 'tuple') for (const one of type.items) namesOf(one, found)
  if (type?.kind === 'path') {
    found.add(type.path.at(-1)!)
    for (const one of type.args) namesOf(one, found)
  }
  return found
}

/** Names that the calls on the way are typed with. */
function namedIn({ flow }: Entry): Set<string> {
  const found = new Set<string>()
  for (const { item } of flow.reached)
    for (const node of walk(item.body))
      if (node.kind === 'call' || node.kind === 'method' || node.kind === 'pack')
        for (const one of node.typeArgs) namesOf(one, found)
  return found
}

/** The receipt of a loan is ended by coins of a type that neither it nor anything else names. */
function paidBack(context: Context, { fn, flow }: Entry, name: string, typed: readonly Param[]): void {
  const paid = typed.find(({ type }) => type.kind === 'path' && coins.test(nameOfType(type)))
  const receipt = fn.item.params.find(({ type }) => type.kind === 'path' && receipts.test(nameOfType(type)))
  if (paid === undefined || receipt === undefined || typed.some((one) => one !== paid)) return
  const isTold = [...flow.reached].some((one) =>
    some(one.item.body, (node) => /^(type_of|type_name|with_defining_ids|get|type_info)$/.test(calledName(node))),
  )
  if (!isTold)
    context.raise(
      'type-not-bound',
      fn.item,
      fn,
      `${nameOfType(receipt.type)} does not say what was lent, so ${paid.name} may be any ${name}`,
    )
}

/** Coins of a type that the caller picks are taken out beside a thing of no type: nothing says that the two belong together. */
function untied(context: Context, { fn, flow, guard }: Entry, name: string, typed: readonly Param[]): void {
  const held = typed.find(({ type }) => type.kind === 'ref' && type.isMut && coins.test(nameOfType(type)))
  if (held === undefined || typed.some((one) => one !== held) || (guard !== null && roles.test(guard.by))) return
  const beside = fn.item.params.find(({ type }) => {
    const own = plain(type)
    const struct = own?.kind === 'path' ? findStruct(canonicalPath(own.path, fn.module), context.project) : null
    return type.kind === 'ref' && struct !== null && has(struct, 'key')
  })
  if (beside === undefined) return
  const isAsked = flow.facts.some((fact) => fact.kind === 'check' && fact.origins.has('type'))
  const taken = flow.facts.some((fact) => fact.kind === 'call' && /^(take|split|withdraw_all)$/.test(fact.called.name))
  if (taken && !isAsked)
    context.raise('type-not-bound', fn.item, fn, `${held.name} may be of any ${name}, whatever ${beside.name} is about`, {
      severity: 'low',
      confidence: 0.35,
    })
}

/** A capability is typed by its role, and the caller picks the role. */
function anyRole(context: Context, { fn }: Entry, name: string, typed: readonly Param[], named: ReadonlySet<string>): void {
  const [held] = typed
  const type = plain(held?.type ?? null)
  if (held === undefined || typed.length > 1 || held.type.kind !== 'ref' || type?.kind !== 'path') return
  if (!roles.test(nameOfType(type)) || fn.item.result !== null || (held.type.isMut && !held.name.startsWith('_'))) return
  const isRead = some(fn.item.body, (node) => node.kind === 'name' && node.path.length === 1 && node.path[0] === held.name)
  if (!isRead && !named.has(name))
    context.raise('type-not-bound', fn.item, fn, `${held.name} opens it with any ${name}: no role is asked for`, {
      severity: 'medium',
    })
}

const calledName = (node: Parameters<typeof some>[0]): string =>
  node?.kind === 'call' ? node.path.at(-1)! : node?.kind === 'method' ? node.name : ''
