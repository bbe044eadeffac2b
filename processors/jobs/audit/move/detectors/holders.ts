// What whoever holds a right may do with others' things, and rights that go to a new holder in one step.
import type { Context, Entry } from '../context.ts'
import { canonicalPath, findStruct, has, nameOfType, plain, type Struct } from '../project.ts'
import { rootOf, spell } from '../walk.ts'
import { isParam, span } from './given.ts'

const rights = /(Cap|Capability)$/
const owners = /^(owner|user|depositor|holder|creator|player)$/

export function holders(context: Context): void {
  for (const entry of context.entries) {
    handedOver(context, entry)
    if (entry.guard?.kind === 'capability' && /Cap|Admin|Operator|Governance/.test(entry.guard.by)) drains(context, entry)
  }
}

/** A right of the module goes to an address that the caller types, and whoever it is need not take it. */
function handedOver(context: Context, { fn, flow }: Entry): void {
  for (const fact of flow.facts) {
    if (fact.kind !== 'call' || !/^(public_)?transfer$/.test(fact.called.name) || fact.called.args.length < 2) continue
    const type = plain(context.typing.typeOf(fact.called.args[0]!, fact.fn))
    const struct = type?.kind === 'path' ? findStruct(type.path, context.project) : null
    if (struct === null || !has(struct, 'key') || !rights.test(struct.name) || !isParam(fact.args[1]!)) continue
    const isGiven = fn.item.params.some((one) => one.type.kind === 'path' && nameOfType(one.type) === struct.name)
    if (!isGiven) continue
    context.raise('one-step-handover', span(fact, fn), fn, `${spell(fact.node)}: a wrong address and the ${struct.name} is gone`)
    return
  }
}

/** Who holds the right takes out of what names another as its owner, to whom he likes. */
function drains(context: Context, { fn, flow }: Entry): void {
  if (flow.facts.some((fact) => fact.kind === 'check' && fact.stops && fact.origins.has('sender'))) return
  const theirs = fn.item.params.find(({ type }) => {
    const own = type.kind === 'ref' && type.isMut ? plain(type) : null
    const struct: Struct | null = own?.kind === 'path' ? findStruct(canonicalPath(own.path, fn.module), context.project) : null
    return struct?.item.fields.some((field) => owners.test(field.name) && nameOfType(field.type) === 'address') === true
  })
  if (theirs === undefined) return
  const taken = flow.facts.find(
    (fact) => fact.kind === 'call' && /^(take|split|withdraw|withdraw_all)$/.test(fact.called.name) && fact.called.fn === null,
  )
  const sent = flow.facts.some(
    (fact) =>
      fact.kind === 'call' &&
      /^(public_)?transfer$/.test(fact.called.name) &&
      fact.called.args[1] !== undefined &&
      (isParam(fact.args[1]!) || fact.args[1]!.has('sender')) &&
      !owners.test(rootOf(fact.called.args[1]).field ?? ''),
  )
  if (taken !== undefined && sent)
    context.raise('holder-takes-all', span(taken, fn), fn, `${theirs.name} names its owner, and another takes what is in it`)
}
