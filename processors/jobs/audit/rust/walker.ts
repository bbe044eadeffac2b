// What following an instruction means for whoever reads a part of it: the names in reach, and the steps that all parts share.
import type { Account } from './accounts.ts'
import type { Flow } from './events.ts'
import type { Fn } from './items.ts'
import { bundleNear, type Project } from './project.ts'
import type { Node } from './tree.ts'
import { accountValue, at, nothing, single, tagged, type Value } from './values.ts'

export type Callee = { readonly name: string; readonly path: readonly string[]; readonly receiver: Node | null }
export type Frame = { readonly fn: Fn; readonly env: Map<string, Value>; readonly depth: number }
export type Walker = {
  readonly flow: Flow
  readonly project: Project
  value(node: Node | null | undefined, frame: Frame, hint?: string): Value
  enter(callee: Fn, args: readonly Value[], self: Value | null, frame: Frame): Value | null
  bind(pattern: Node | null, value: Value, frame: Frame): void
  /** The names that stand for accounts without being made so; null where accounts are taken out of a list. */
  readonly free: ReadonlySet<string> | null
  /** An account that is met here, or by its name where that is what tells it. */
  fresh(name: string, node: Node, frame: Frame, wrapper: string, isNamed?: boolean): Value
  next(): number
}

/** What is looked at before the program goes one way or the other. */
export function asked(node: Node, left: Value, { fn }: Frame, walker: Walker): void {
  if (left.leaves.length > 0) walker.flow.compares.push({ node, fn, order: walker.next(), left, right: nothing, op: 'if' })
}

export function fieldOf(value: Value, name: string, { flow, project }: Pick<Walker, 'flow' | 'project'>): Value {
  if (value.tags.has('ctx')) {
    if (name === 'accounts' && value.tags.has('strange')) return tagged('strangers')
    if (name === 'accounts') return { ...nothing, bundle: value.bundle }
    if (name === 'remaining_accounts') return tagged('list', 'remaining')
    return tagged(`const:${name}`)
  }
  if (value.tags.has('strangers')) return accountValue(stranger(name, flow))
  if (value.cpi?.builder === 'CpiContext' && name === 'program') return value.cpi.program ?? nothing
  if (value.bundle !== null) {
    const account = value.bundle.accounts.get(name)
    if (account !== undefined) return accountValue(account)
    const nested = bundleNear(project, value.bundle.nested.get(name) ?? '', value.bundle.struct.file)
    return nested === undefined ? nothing : { ...nothing, bundle: nested }
  }
  const known = value.fields?.get(name)
  if (known !== undefined) return known
  const leaf = single(value)
  if (name === 'is_signer' && leaf?.account) flow.signers.add(leaf.account)
  return at(value, name)
}

/** An account of a struct that was not given: of it nothing is known but what is done with it. */
function stranger(name: string, { accounts, entry }: Flow): Account {
  const known = accounts.find((one) => one.name === name)
  if (known !== undefined) return known
  const account: Account = {
    name,
    wrapper: 'unknown',
    inner: null,
    constraints: [],
    comments: '',
    node: entry.node,
    file: entry.file,
    isOptional: false,
  }
  if (accounts.length < mostStrangers) accounts.push(account)
  return account
}
const mostStrangers = 200

/** A path as it stands in a macro or a constraint: vault.owner. */
export function pathText(text: string, { env }: Frame, walker: Walker): Value {
  const [first, ...rest] = text.split('.')
  let value = env.get(first!) ?? nothing
  for (const name of rest) value = fieldOf(value, name, walker)
  return value
}
