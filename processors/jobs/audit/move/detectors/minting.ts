// Coins out of nothing: mints and burns that anybody may ask for, and mints without a limit.
import type { Context, Entry } from '../context.ts'
import { nameOfType } from '../project.ts'
import { some, spell } from '../walk.ts'
import { isParam, span } from './given.ts'

export function minted(context: Context): void {
  for (const entry of context.entries) {
    if (entry.fn.item.attributes.includes('view')) continue
    if (entry.guard === null) mint(context, entry)
    limit(context, entry)
  }
}

const minting = /^(mint|mint_balance|mint_and_transfer|mint_to|increase_supply|mint_internal)$/

function mint(context: Context, { fn, flow }: Entry): void {
  for (const fact of flow.facts) {
    if (fact.kind === 'call' && fact.called.fn === null && /^burn_from/.test(fact.called.name) && fact.args.some(isParam)) {
      context.raise('open-burn', span(fact, fn), fn, `${spell(fact.node)} burns what another holds; nothing asks who calls`)
      return
    }
    if (fact.kind !== 'call' || fact.called.fn !== null || !minting.test(fact.called.name)) continue
    if (!fact.args.some((one) => one.has('state')) || !fact.args.some(isParam)) continue
    context.raise('open-mint', span(fact, fn), fn, `${spell(fact.node)} mints what the caller says; nothing asks who calls`)
    return
  }
}

/** Nothing in a mint compares its amount or the supply with anything. */
function limit(context: Context, { fn, flow, guard }: Entry): void {
  if (!/(^|_)mint(_|$)/.test(fn.name)) return
  const amount = fn.item.params.find(
    ({ name, type }) => /amount|value|quantity|supply/.test(name) && /^u\d+$/.test(nameOfType(type)),
  )
  if (amount === undefined) return
  const isCompared = [...flow.reached].some((one) =>
    some(
      one.item.body,
      (node) =>
        node.kind === 'binary' &&
        ['<', '>', '<=', '>='].includes(node.op) &&
        [node.left, node.right].some((side) => /amount|supply|limit|max|cap|minted|total/i.test(spell(side))) &&
        ![node.left, node.right].some((side) => side.kind === 'literal' && /^[01](u\d+)?$/.test(side.text)),
    ),
  )
  const grows = flow.facts.find(
    (one) =>
      (one.kind === 'call' && minting.test(one.called.name)) || (one.kind === 'write' && one.value.has(`param:${amount.name}`)),
  )
  if (isCompared || grows === undefined) return
  const severity = guard?.kind === 'capability' ? 'low' : 'medium'
  context.raise('mint-without-limit', fn.item, fn, `${amount.name} is compared with no limit and no supply`, { severity })
}
