// What other functions ask before they go on, and one function forgets.
import type { Context, Entry } from '../context.ts'
import { canonicalPath, findStruct, plain } from '../project.ts'
import { some } from '../walk.ts'

type Gate = { readonly rule: string; readonly field: RegExp; readonly asks: RegExp; readonly needsMut: boolean }
const gates: readonly Gate[] = [
  { rule: 'version-not-asked', field: /^(version|package_version|module_version)$/, asks: /version/, needsMut: true },
  { rule: 'pause-not-asked', field: /^(is_)?(paused|frozen|halted|stopped)$/, asks: /paus|frozen|halt|active/, needsMut: false },
]

export function forgotten(context: Context): void {
  for (const gate of gates) judge(context, gate)
}

function judge(context: Context, gate: Gate): void {
  const asking = new Map<string, string>()
  const missing: { readonly entry: Entry; readonly key: string }[] = []
  for (const entry of context.entries) {
    const { fn, flow, guard } = entry
    const isAsked = flow.facts.some(
      (fact) =>
        (fact.kind === 'check' && fact.stops && some(fact.node, (node) => node.kind === 'field' && gate.field.test(node.name))) ||
        (fact.kind === 'call' && gate.asks.test(fact.called.name)),
    )
    for (const { type } of fn.item.params) {
      const own = plain(type)
      const struct = own?.kind === 'path' ? findStruct(canonicalPath(own.path, fn.module), context.project) : null
      if (type.kind !== 'ref' || struct === null || !struct.item.fields.some(({ name }) => gate.field.test(name))) continue
      const key = `${struct.module.name}::${struct.name}`
      if (isAsked) asking.set(key, fn.name)
      else if ((type.isMut || !gate.needsMut) && !isRight(guard)) missing.push({ entry, key })
    }
  }
  for (const { entry, key } of missing) {
    const { fn, flow } = entry
    const other = asking.get(key)
    const isSet = flow.facts.some((fact) => fact.kind === 'write' && gate.field.test(fact.field))
    if (other !== undefined && !isSet && changes(entry))
      context.raise(gate.rule, fn.item, fn, `${other} asks a ${key.split('::').at(-1)!} before it goes on, ${fn.name} does not`)
  }
}

/** Who holds a right may go on where others may not; whoever holds a thing of his own may not. */
const isRight = (guard: Entry['guard']): boolean =>
  guard?.kind === 'capability' && /(Cap|Capability|Admin|Auth|Role|Governance|Publisher)\w{0,6}$/.test(guard.by)

const changes = ({ flow }: Entry): boolean =>
  flow.facts.some(
    (fact) =>
      (fact.kind === 'write' && (fact.root.has('state') || fact.root.has('handed'))) ||
      (fact.kind === 'call' &&
        /^(take|split|withdraw|withdraw_all|put|join|add|remove|push_back|insert)$/.test(fact.called.name) &&
        fact.args[0] !== undefined &&
        (fact.args[0].has('state') || fact.args[0].has('handed'))),
  )
