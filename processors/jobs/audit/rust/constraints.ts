// Anchor's constraints as comparisons: has_one, constraint, address, owner and the token rules say what is checked before the instruction runs.
import { type Account, valuesOf } from './accounts.ts'
import { type AccountsStruct, bundleNear } from './project.ts'
import { accountValue, at, mixed, tagged, type Value } from './values.ts'
import { type Frame, fieldOf, pathText, type Walker } from './walker.ts'

export function takeConstraints(bundle: AccountsStruct, walker: Walker, frame: Frame, depth = 0): void {
  const inner: Frame = { ...frame, env: new Map() }
  for (const [name, account] of bundle.accounts) inner.env.set(name, accountValue(account))
  for (const account of bundle.accounts.values()) compareAll(account, inner, walker)
  if (depth < 4)
    for (const name of bundle.nested.values())
      takeConstraints(bundleNear(walker.project, name, bundle.struct.file)!, walker, frame, depth + 1)
}

function compareAll(account: Account, frame: Frame, walker: Walker): void {
  const own = accountValue(account)
  const add = (left: Value, right: Value, op = '==') =>
    walker.flow.compares.push({ node: account.node, fn: frame.fn, order: 0, left, right, op })
  const keyOf = (text: string) => {
    const value = textValue(text, frame, walker)
    return value.leaves.length === 0 ? value : value.leaves.some(({ path }) => path !== '') ? value : at(value, 'key')
  }
  for (const target of valuesOf(account, 'has_one')) {
    const name = target.split('@')[0]!.trim()
    add(fieldOf(own, name, walker), keyOf(name))
  }
  for (const text of valuesOf(account, 'address')) add(at(own, 'key'), keyOf(text))
  for (const text of valuesOf(account, 'owner')) add(at(at(own, 'info'), 'owner'), keyOf(text))
  for (const key of ['token::authority', 'associated_token::authority', 'mint::authority'])
    for (const text of valuesOf(account, key)) add(at(own, 'owner_field'), keyOf(text))
  for (const key of ['token::mint', 'associated_token::mint'])
    for (const text of valuesOf(account, key)) add(at(own, 'mint'), keyOf(text))
  for (const text of valuesOf(account, 'constraint')) {
    const sides = text.split('@')[0]!.split(/==|!=|<=|>=|<|>/)
    const op = /==|!=|<=|>=|<|>/.exec(text)?.[0] ?? 'holds'
    add(
      textValue(sides[0]!, frame, walker),
      sides.length > 1 ? mixed(sides.slice(1).map((side) => textValue(side, frame, walker))) : tagged('const:true'),
      op,
    )
  }
}

/** What the names in a constraint's text hold. */
export function textValue(text: string, frame: Frame, walker: Walker): Value {
  const found = [...text.matchAll(/\b[A-Za-z_]\w{0,60}(?:\.[a-z_]\w{0,60}){0,6}/g)]
    .slice(0, 40)
    .map(([name]) => pathText(name, frame, walker))
  const named = found.filter(({ leaves }) => leaves.length > 0)
  if (named.length === 1) {
    const only = named[0]!
    return { ...only, leaves: only.leaves.map((leaf) => ({ ...leaf, path: plain(leaf.path) })) }
  }
  return named.length === 0 ? tagged(`const:${text.trim().slice(0, 60)}`) : mixed(named)
}

const plain = (path: string): string =>
  path.replace(/\.to_account_info/g, '.info').replace(/\.(as_ref|clone|unwrap|load|borrow|deref|to_bytes)(?=\.|$)/g, '')
