// Answers that are asked for and not looked at, names that two things may share, and objects that lie under one address.
import type { Context, Entry } from '../context.ts'
import { type Fn, nameOfType } from '../project.ts'
import type { Expr } from '../tree.ts'
import { bare, namesIn, rootOf, some, spell, walk } from '../walk.ts'
import { firstValue } from './bounds.ts'
import { isParam, span } from './given.ts'

/** Names of what answers whether somebody may. */
export const asking = /^(is|has|can|may)_|authori[sz]ed|permitted|allowed|whitelisted|_role$/

export function unasked(context: Context): void {
  for (const fn of context.functions) {
    answers(context, fn)
    sharedAddress(context, fn)
    names(context, fn)
  }
  for (const entry of context.entries) {
    fields(context, entry)
    passes(context, entry)
  }
}

/** Whether the caller may is asked, and the function goes on whatever the answer is. */
function answers(context: Context, fn: Fn): void {
  for (const node of walk(fn.item.body)) {
    if (node.kind !== 'block') continue
    node.body.forEach((one, place) => {
      if ((node.hasValue && place === node.body.length - 1) || (one.kind !== 'call' && one.kind !== 'method')) return
      const callee = context.typing.calledBy(one, fn)?.fn
      if (callee == null || nameOfType(callee.item.result) !== 'bool' || !asking.test(callee.name)) return
      context.raise('answer-ignored', one, fn, `${callee.name} answers whether the caller may, and nobody looks`)
    })
  }
}

/** Two things are put under one object's address, and one of them is handed on: the other goes with it. */
function sharedAddress(context: Context, fn: Fn): void {
  const put = new Map<string, Set<string>>()
  let isHandedOn = false
  for (const node of walk(fn.item.body)) {
    if (node.kind !== 'call') continue
    const name = node.path.at(-1)!
    if (name === 'transfer' && node.path.at(-2) === 'object') isHandedOn = true
    const [to, what] = node.args
    if (name !== 'move_to' || to === undefined || bare(what ?? to).kind !== 'pack') continue
    const signer = spell(bare(to))
    const made = firstValue(fn, signer)
    if (made === null || !/generate_signer/.test(spell(made))) continue
    const pack = bare(what!) as Extract<Expr, { kind: 'pack' }>
    const known = put.get(signer) ?? new Set()
    put.set(signer, known.add(pack.path.at(-1)!))
  }
  for (const [signer, things] of put)
    if (isHandedOn && things.size > 1)
      context.raise(
        'objects-share-address',
        fn.item,
        fn,
        `${[...things].join(' and ')} lie under ${signer}: who gets one gets all`,
      )
}

/** An address is derived from a symbol or a name, which anybody may give to a token of his own. */
function names(context: Context, fn: Fn): void {
  const named = new Set<string>()
  const isName = (node: Expr) =>
    (node.kind === 'call' || node.kind === 'method') &&
    /^(symbol|name)$/.test(node.kind === 'call' ? node.path.at(-1)! : node.name) &&
    /^(fungible_asset|coin|token)$/.test(context.typing.calledBy(node, fn)?.module ?? '')
  const holdsName = (node: Expr | null) =>
    some(node, (one) => isName(one) || (one.kind === 'name' && one.path.length === 1 && named.has(one.path[0]!)))
  for (const node of walk(fn.item.body)) {
    if (node.kind === 'let' && holdsName(node.value)) for (const { name } of node.pattern.names) named.add(name)
    if (node.kind !== 'call' && node.kind !== 'method') continue
    const name = node.kind === 'call' ? node.path.at(-1)! : node.name
    const args = node.kind === 'call' ? node.args : [node.on, ...node.args]
    if (/^append/.test(name) && args.slice(1).some(holdsName)) named.add(rootOf(args[0]!).name ?? '')
    else if (
      /^create_(object_address|named_object|resource_address|resource_account)$/.test(name) &&
      args.slice(1).some(holdsName)
    )
      context.raise('address-by-name', node, fn, `${spell(node)} is made of a name that another token may have`)
  }
}

/** Anybody adds what he likes to a thing that is everybody's, under a key of his own. */
function fields(context: Context, { fn, flow, guard }: Entry): void {
  if (guard !== null && guard.kind !== 'given') return
  const added = flow.facts.find(
    (fact) =>
      fact.kind === 'call' &&
      fact.called.name === 'add' &&
      /^(dynamic_field|dynamic_object_field)$/.test(fact.called.module) &&
      fact.args[0]?.has('state') === true &&
      !flow.facts.some((one) => one.kind === 'check'),
  )
  if (added?.kind === 'call')
    context.raise(
      isParam(added.args[1] ?? new Set()) ? 'open-field' : 'list-grows',
      span(added, fn),
      fn,
      `${spell(added.node)} is done for whoever calls, as often as he likes`,
    )
}

/** Aptos: a pass is looked at, and not whose it is; the signer who shows it is not looked at either. */
function passes(context: Context, { fn, flow, guard }: Entry): void {
  const shown = fn.item.params.filter(({ type }) => nameOfType(type) === 'Object')
  const signers = fn.item.params.filter(({ type }) => nameOfType(type) === 'signer')
  if (shown.length === 0 || signers.length === 0 || fn.module.isSui || guard !== null) return
  const used = namesIn(fn.item.body)
  if (signers.some(({ name }) => used.has(name))) return
  const read = flow.facts.find(
    (fact) => fact.kind === 'global' && !fact.isWrite && shown.some(({ name }) => fact.address.has(`param:${name}`)),
  )
  const isAsked = flow.facts.some((fact) => fact.kind === 'check' && fact.stops && fact.origins.has('state'))
  if (read?.kind === 'global' && isAsked)
    context.raise(
      'object-not-owned',
      span(read, fn),
      fn,
      `${read.struct} lets the caller pass, whoever owns it: ${signers[0]!.name} is never looked at`,
      { severity: 'medium' },
    )
}
