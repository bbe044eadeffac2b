// What init does once, done again by whoever calls: another right or another shared thing of which there should be one.
import type { Context } from '../context.ts'
import { type Fn, nameOfType, type Struct } from '../project.ts'
import { madeIn } from './made.ts'

const mostReached = 60

export function starts(context: Context): void {
  const atStart = new Set<Fn>()
  for (const { functions } of context.modules) {
    const init = functions.get('init')
    if (init !== undefined && !init.isOpen) for (const fn of reachedFrom(init, context)) atStart.add(fn)
  }
  if (atStart.size === 0) return
  // Made at the start and nowhere else.
  const elsewhere = new Set<Struct>()
  for (const fn of context.functions) if (!atStart.has(fn)) for (const one of madeIn(fn, context).things) elsewhere.add(one)
  for (const { fn, flow, guard } of context.entries) {
    if (guard !== null || !fn.module.isSui) continue
    const isAsked = flow.facts.some(
      (fact) =>
        (fact.kind === 'check' && fact.stops && (fact.origins.has('state') || fact.origins.has('handed'))) ||
        (fact.kind === 'call' && /exists|is_one_time_witness/.test(fact.called.name)),
    )
    if (isAsked) continue
    for (const helper of flow.reached) {
      if (helper === fn || !atStart.has(helper) || helper.item.visibility === 'public' || !asksNothing(helper)) continue
      const again = [...madeIn(helper, context).things].find((one) => !elsewhere.has(one))
      if (again === undefined) continue
      context.raise('start-again', fn.item, fn, `${helper.name}, which init calls, runs again and makes another ${again.name}`)
      break
    }
  }
}

/** It makes the same for whoever calls it. */
const asksNothing = ({ item }: Fn): boolean => item.params.every(({ type }) => nameOfType(type) === 'TxContext')

function reachedFrom(start: Fn, context: Context): Set<Fn> {
  const found = new Set([start])
  for (const fn of found) for (const callee of madeIn(fn, context).callees) if (found.size < mostReached) found.add(callee)
  return found
}
