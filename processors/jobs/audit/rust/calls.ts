// What a call means: a part of an account, bytes read as a type, a program called, an address derived, or a function of the project entered.
import { ownValue } from '../../../../base/own-value.ts'
import type { Account } from './accounts.ts'
import { asserted, typed } from './asserts.ts'
import { setting } from './assign.ts'
import { leaveProgram, outgoing } from './outgoing.ts'
import { resolve } from './project.ts'
import { bare, type Node, ofType, part, pathOf, textOf } from './tree.ts'
import { accountsIn, accountValue, at, mixed, nothing, single, tagged, type Value } from './values.ts'
import { asked, type Callee, type Frame, type Walker } from './walker.ts'

const same =
  /^(as_ref|as_mut|as_deref|as_deref_mut|clone|cloned|copied|to_owned|borrow|borrow_mut|try_borrow|try_borrow_mut|deref|deref_mut|into|try_into|unwrap|expect|unwrap_or|unwrap_or_default|unwrap_or_else|ok_or|ok_or_else|map_err|ok|load|load_mut|load_init|iter|iter_mut|into_iter|as_slice|as_mut_slice|to_vec|to_bytes|as_array|as_bytes|enumerate|rev|skip|take|peekable|as_account_info|into_inner|get_mut|last|first|get|to_le_bytes|to_be_bytes|split_at|split_first|chunks|zip|and_then|filter|find|inner|as_key_ref)$/
const parts: Readonly<Record<string, string>> = {
  key: 'key',
  pubkey: 'key',
  unsigned_key: 'key',
  signer_key: 'key',
  address: 'key',
  owner: 'owner',
  is_owned_by: 'owner',
  owned_by: 'owner',
  lamports: 'lamports',
  get_lamports: 'lamports',
  try_lamports: 'lamports',
  try_borrow_lamports: 'lamports',
  try_borrow_mut_lamports: 'lamports',
  borrow_mut_lamports_unchecked: 'lamports',
  data: 'data',
  try_borrow_data: 'data',
  try_borrow_mut_data: 'data',
  borrow_data_unchecked: 'data',
  borrow_mut_data_unchecked: 'data',
  borrow_unchecked: 'data',
  borrow_unchecked_mut: 'data',
  data_is_empty: 'data_is_empty',
  data_len: 'data_len',
  is_signer: 'is_signer',
  is_writable: 'is_writable',
}
const summing: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*', div: '/', pow: '*', rem: '%' }
const decoding =
  /^(try_from_slice|try_from_slice_unchecked|deserialize|deserialize_reader|try_deserialize|try_deserialize_unchecked|try_from_slice_with_schema|unpack|unpack_unchecked|unpack_from_slice|from_bytes|from_bytes_mut|try_from_bytes|load_mut_bytes|load_bytes|pod_from_bytes|pod_from_bytes_mut|pod_read_unaligned|read_unaligned|cast_slice|try_from|try_from_unchecked|from_account_info|from_account_view|safe_deserialize|get_packed_len_checked|deserialize_unchecked|load_checked|load_mut_checked|as_account|as_account_mut)$/
const encoding =
  /^(serialize|pack|pack_into_slice|save|try_serialize|exit|write_all|copy_from_slice|fill|sol_memset|set_inner|write)$/
const comparing: Readonly<Record<string, string>> = {
  eq: '==',
  ne: '!=',
  cmp_pubkeys: '==',
  pubkey_eq: '==',
  keys_equal: '==',
  sol_memcmp: '==',
}
const checking =
  /^(assert|check|require|verify|validate|ensure|invariant|cmp|is_valid|authenticate|authorize|guard|sanity|only_|unwrap_signer|expect_signer)/

export function callOf(callee: Callee, node: Node, frame: Frame, walker: Walker, hint?: string): Value {
  const { flow } = walker
  const { name } = callee
  const receiver = callee.receiver === null ? null : walker.value(callee.receiver, frame, hint)
  const argNodes = (part(node, 'arguments')?.children ?? []).filter(({ type }) => !type.endsWith('comment'))
  if (receiver !== null) bindClosures(argNodes, receiver, frame, walker)
  const args = argNodes.map((one) => walker.value(one, frame, hint))
  const all = receiver === null ? args : [receiver, ...args]
  const event = { node, fn: frame.fn, order: walker.next() }
  flow.calls.push({ ...event, name, path: callee.path, receiver, args })

  if (name === 'next_account_info' || (name === 'next' && receiver?.tags.has('list')))
    return walker.fresh(
      hint || textOf(node).slice(0, 30),
      node,
      frame,
      (args[0] ?? receiver)?.tags.has('remaining') ? 'remaining' : 'native',
    )
  if (receiver?.tags.has('list') && (same.test(name) || name === 'cloned'))
    return element(name, hint, node, receiver, frame, walker)
  compared(name, all, event, walker)
  if (/^(require|assert|ensure)$/.test(name) && args[0] !== undefined) asked(node, args[0], frame, walker)
  if (
    /^(Some|Ok|Box|Rc|RefCell|new|Cow|Account|Borrowed)$/.test(name) &&
    args.length === 1 &&
    receiver === null &&
    outgoing(callee, argNodes, args) === null
  )
    return args[0]!
  if (receiver !== null && name === 'to_account_info') return at(receiver, 'info')

  const readsBefore = flow.reads.length
  const entered = enter(callee, receiver, args, frame, walker)
  if (
    entered !== null &&
    receiver === null &&
    decoding.test(name) &&
    flow.reads.slice(readsBefore).every(({ type }) => type === '')
  ) {
    // A kind that reads itself, without a place that says which bytes it takes.
    const bytes = args
      .flatMap(({ leaves }) => leaves)
      .find(({ account, path }) => account !== null && /^(\.info)?\.data\b(?!_)/.test(path))
    if (bytes?.account) flow.reads.push({ ...event, account: bytes.account, type: callee.path.at(-2) ?? '', how: name })
  }
  if (entered !== null)
    return all.length === 0 && entered.leaves.length === 0 ? tagged(`const:${callee.path.join('::')}`) : entered
  const leaving = leaveProgram(callee, argNodes, receiver, args, event, walker)
  if (leaving !== null) return leaving
  if (receiver !== null && asserted(name, receiver, args, event, flow)) return receiver
  if (name === 'find_program_address' || name === 'create_program_address' || name === 'try_find_program_address') {
    flow.derived.push({
      ...event,
      how: name.startsWith('create') ? 'create' : 'find',
      seeds: args[0] ?? nothing,
      seedsNode: argNodes[0] ?? null,
    })
    return mixed(args, 'pda', 'const:pda')
  }
  if (decoding.test(name)) return decoded(callee, node, receiver, args, frame, walker)
  if (/^(from_[ln]e_bytes|from_be_bytes|new_from_array)$/.test(name)) rawRead(args, event, walker)
  // Bytes copied into a local are what the local holds from then on.
  const into = callee.receiver === null ? null : bare(callee.receiver)
  if (/^(copy|clone)_from_slice$/.test(name) && into?.type === 'identifier' && receiver?.leaves.length === 0)
    frame.env.set(textOf(into), mixed(args))
  if (encoding.test(name)) encoded(name, name === 'copy_from_slice' && receiver !== null ? [receiver] : all, event, walker, args)
  if (receiver !== null && (name === 'sub_lamports' || name === 'add_lamports')) {
    const { account } = receiver.leaves[0] ?? {}
    if (account)
      flow.lamports.push({ ...event, account, kind: name === 'sub_lamports' ? 'less' : 'more', value: args[0] ?? nothing })
    return nothing
  }
  if (receiver !== null && name === 'send' && args.length === 2) {
    const [from, to] = [single(receiver)?.account, single(args[1]!)?.account]
    if (from != null) flow.lamports.push({ ...event, account: from, kind: 'less', value: args[0]! })
    if (to != null) flow.lamports.push({ ...event, account: to, kind: 'more', value: args[0]! })
    return nothing
  }
  // A number kept in bytes of its own is set by a method.
  const held = receiver !== null && name === 'set' && args.length === 1 ? receiver.leaves[0] : undefined
  if (held?.account != null && held.path.includes('.data:')) {
    flow.writes.push({ ...event, account: held.account, path: held.path, value: args[0]!, op: '=' })
    return nothing
  }
  if (receiver !== null && name === 'set_lamports') {
    const account = single(receiver)?.account
    if (account != null)
      flow.lamports.push({ ...event, account, kind: setting(args[0] ?? nothing, account), value: args[0] ?? nothing })
    return nothing
  }
  const step = receiver === null ? undefined : ownValue(parts, name)
  if (receiver !== null && step !== undefined) {
    if (step === 'is_signer') for (const account of accountsIn(receiver)) flow.signers.add(account)
    return at(receiver, step)
  }
  // Newer pinocchio: what is borrowed of an account itself are its bytes.
  if (
    receiver !== null &&
    /^(try_)?borrow(_mut)?$/.test(name) &&
    single(receiver)?.path === '' &&
    single(receiver)?.account?.wrapper === 'native'
  )
    return at(receiver, 'data')
  if (receiver !== null && same.test(name)) return receiver
  if (receiver !== null && (name === 'len' || name === 'is_empty')) return mixed(all, 'len')
  const sum = /^(checked|saturating|wrapping|overflowing|try|safe)_(add|sub|mul|div|pow|rem)/.exec(name)?.[2]
  if (sum !== undefined) {
    if (name.startsWith('wrapping'))
      flow.sums.push({ ...event, op: summing[sum]!, left: all[0] ?? nothing, right: all[1] ?? nothing })
    return mixed(all, `op:${summing[sum]}`, `checked:${summing[sum]}`)
  }
  if (checking.test(name) && !/^(require|assert|ensure)(_eq|_neq|_ne|_gt|_gte|_keys_eq|_keys_neq)?$/.test(name))
    for (const one of all) for (const account of accountsIn(one)) flow.vouched.add(account)
  if (all.length === 0) return tagged(`const:${callee.path.join('::')}`)
  // A helper that was not given puts what follows into the bytes it is handed first.
  if (receiver === null && args.length > 1 && /^(set|write|store|put|update|save)_/.test(name))
    for (const { account, path } of args[0]!.leaves)
      if (account !== null && /^(\.info)?\.data\b(?!_)/.test(path))
        flow.writes.push({ ...event, account, path: '.data', value: mixed(args.slice(1)), op: name })
  if (receiver === null)
    for (const one of args)
      for (const { account, path } of one.leaves) if (account !== null && path === '') flow.handed.add(account)
  return { ...mixed(all), cpi: receiver?.cpi ?? null }
}

function bindClosures(nodes: readonly Node[], receiver: Value, frame: Frame, walker: Walker): void {
  for (const node of nodes)
    if (node.type === 'closure_expression')
      for (const param of part(node, 'parameters')?.children ?? []) walker.bind(part(param, 'pattern') ?? param, receiver, frame)
}

// A loop over a list of accounts stands for each of them.
function element(name: string, hint: string | undefined, node: Node, list: Value, frame: Frame, walker: Walker): Value {
  if (
    name === 'iter' ||
    name === 'to_vec' ||
    name === 'as_ref' ||
    name === 'clone' ||
    name === 'into_iter' ||
    name === 'peekable'
  )
    return list
  return walker.fresh(hint || 'account', node, frame, list.tags.has('remaining') ? 'remaining' : 'native')
}

function compared(
  name: string,
  all: readonly Value[],
  event: { node: Node; fn: Frame['fn']; order: number },
  { flow }: Walker,
): void {
  const op =
    ownValue(comparing, name) ??
    /^(?:require|assert|ensure|debug_assert)(?:_keys)?_(eq|neq|ne|gt|gte)$/
      .exec(name)?.[1]
      ?.replace(/^eq$/, '==')
      .replace(/^neq?$/, '!=')
  if (op !== undefined && all.length >= 2) flow.compares.push({ ...event, left: all[0]!, right: all[1]!, op })
}

function enter(
  { path, receiver: at, name }: Callee,
  receiver: Value | null,
  args: readonly Value[],
  frame: Frame,
  walker: Walker,
): Value | null {
  const { project } = walker
  if (at === null) {
    if (path.length === 0) return null
    const fn = resolve(project, path, frame.fn)
    return fn === null ? null : walker.enter(fn, args, null, frame)
  }
  const leaf = receiver === null ? null : single(receiver)
  const type =
    receiver?.bundle?.struct.name ??
    (/\.data:(\w+)$/.exec(leaf?.path ?? '')?.[1] || (leaf?.path === '' ? leaf.account?.inner : null)) ??
    (textOf(at) === 'self' ? frame.fn.owner : null)
  const found = project.named(name).filter((fn) => fn.owner !== null && fn.body !== null && fn.params[0]?.name === 'self')
  const own =
    found.find((fn) => fn.owner === type) ??
    (found.length === 1 && !same.test(name) && ownValue(parts, name) === undefined ? found[0]! : null)
  return own === null || own === undefined ? null : walker.enter(own, args, receiver, frame)
}

function decoded(
  { name, path, receiver: at }: Callee,
  node: Node,
  receiver: Value | null,
  args: readonly Value[],
  { fn }: Frame,
  { flow, next }: Walker,
): Value {
  const given = [...args, ...(receiver === null ? [] : [receiver])]
  const leaf = given.flatMap(({ leaves }) => leaves).find(({ account }) => account !== null)
  const isChecked = name.startsWith('as_account')
  const type = at === null || isChecked ? typeIn(node, path) : ''
  if (leaf === undefined || leaf.account === null) return mixed(given)
  // A key or a number taken out by hand is no type that an account has.
  const isPlain = /^(Pubkey|Address|[iu]\d+)$/.test(type)
  flow.reads.push({ node, fn, order: next(), account: leaf.account, type: isPlain ? '' : type, how: isPlain ? 'bytes' : name })
  if (isPlain) return accountValue(leaf.account, '.data')
  if (isChecked)
    typed(accountValue(leaf.account), (left, right) => flow.compares.push({ node, fn, order: next(), left, right, op: '==' }))
  return accountValue(leaf.account, `.data:${type}`)
}

/** A number or key taken out of the bytes of an account by hand. */
function rawRead(args: readonly Value[], event: { node: Node; fn: Frame['fn']; order: number }, { flow }: Walker): void {
  for (const { leaves } of args)
    for (const { account, path } of leaves)
      if (account !== null && /^(\.info)?\.data\b/.test(path)) flow.reads.push({ ...event, account, type: '', how: 'bytes' })
}

function typeIn(node: Node, path: readonly string[]): string {
  const callee = bare(part(node, 'function')!)
  const generic = ofType(part(callee, 'type_arguments'), 'type_identifier', 'scoped_type_identifier')[0]
  return (generic === undefined ? path.at(-2) : pathOf(generic).at(-1)) ?? ''
}

function encoded(
  name: string,
  all: readonly Value[],
  event: { node: Node; fn: Frame['fn']; order: number },
  { flow }: Walker,
  args: readonly Value[],
): void {
  const accounts = new Set<Account>()
  // What is serialised is written; what is copied or filled in stands in the arguments.
  const given = /serialize|pack|save/.test(name) ? all : args
  for (const value of all)
    for (const leaf of value.leaves)
      if (leaf.account !== null && (leaf.path === '' || leaf.path.includes('data'))) accounts.add(leaf.account)
  for (const account of accounts)
    flow.writes.push({ ...event, account, path: '.data', value: mixed([...given, tagged(name)]), op: name })
}
