// What a miner or a watcher of the mempool decides: chance, time, gas price, and who comes first.
import type { Context, Entry } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { type Fn, findFunction, findVariable } from '../project.ts'
import {
  calleeName,
  calleeOf,
  isComparison,
  isMember,
  isName,
  isSender,
  isTime,
  type Node,
  namesIn,
  rootOf,
  some,
  spell,
  walk,
} from '../tree.ts'

const isBlock = (node: Node): boolean =>
  node.type === 'MemberAccess' &&
  isName(node.expression, 'block') &&
  ['timestamp', 'difficulty', 'prevrandao', 'number', 'coinbase', 'blockhash', 'gaslimit'].includes(node.memberName)
const isSeed = (node: Node): boolean => isBlock(node) || isName(node, 'now') || isBlockHash(node)
const isBlockHash = (node: Node): boolean =>
  node.type === 'FunctionCall' && (isName(node.expression, 'blockhash') || isMember(node.expression, 'block', 'blockhash'))
const isHash = (node: Node): boolean => node.type === 'FunctionCall' && /^(keccak256|sha3|sha256)$/.test(calleeName(node))

export function randomness(context: Context): void {
  for (const fn of context.functions) {
    const seen = new Set<number>()
    for (const node of walk(fn.node.body)) {
      const line = node.loc?.start.line ?? 0
      if (seen.has(line)) continue
      const isDrawn =
        (isHash(node) &&
          some(node, isSeed) &&
          !isOfCall(node) &&
          !some(node, (one) => isName(one, 'chainid')) &&
          !isIdentifier(fn.name, node)) ||
        (isBlockHash(node) && fn.contract.kind !== 'library') ||
        isMember(node, 'block', 'difficulty') ||
        isMember(node, 'block', 'prevrandao') ||
        isMember(node, 'block', 'coinbase') ||
        (node.type === 'BinaryOperation' &&
          node.operator === '%' &&
          !isCut(node) &&
          (some(node.left, (one) => isSeed(one) || isKeptSeed(fn, one)) || isSeedOf(fn, node.left)))
      if (!isDrawn) continue
      for (let at = line; at <= (node.loc?.end.line ?? line); at++) seen.add(at)
      context.raise('weak-randomness', node, fn, `${spell(node)} is known to whoever makes or watches the block`)
    }
  }
}

/** State that the contract was made with: the block it was made in is known to everybody for ever. */
const isKeptSeed = ({ contract, locals }: Fn, node: Node): boolean =>
  node.type === 'Identifier' && !locals.has(node.name) && some(findVariable(contract, node.name)?.initial as Node | null, isSeed)

/** The low bits of the time, as a narrower type keeps them. */
const isCut = ({ right }: Node): boolean => some(right, (one) => one.type === 'BinaryOperation' && one.operator === '**')

/** A function within that gives a seed back as it is. */
function isSeedOf({ contract }: Fn, node: Node): boolean {
  if (node.type !== 'FunctionCall' || calleeOf(node).type !== 'Identifier') return false
  const called = findFunction(contract, calleeName(node), node.arguments.length)
  return some(called?.node.body, (one) => one.type === 'ReturnStatement' && one.expression && isSeed(one.expression))
}

/** Names a call by what it says, and not by the hash of a block. */
const isOfCall = (node: Node): boolean => some(node, (one) => isMember(one, 'msg', 'data')) && !some(node, isBlockHash)

// A hash that names something new is unique, not drawn.
const isIdentifier = (name: string, node: Node): boolean =>
  /(id|hash|key|salt|nonce|domain)$/i.test(name) && !some(node, (one) => isBlockHash(one) || isMember(one, 'block', 'difficulty'))

export function time(context: Context): void {
  const paying = new Map<Fn, boolean>()
  for (const { flow } of context.entries) {
    const pays = flow.calls.some(({ kind, value }) => ['send', 'transfer'].includes(kind) || value !== null)
    for (const fn of flow.reached) if (pays || !paying.has(fn)) paying.set(fn, pays)
  }
  for (const [fn, pays] of paying)
    for (const condition of conditionsIn(fn.node.body))
      for (const node of walk(condition)) {
        if (
          !isComparison(node) ||
          !some(node, (one) => isTime(one) || (one.type === 'Identifier' && isTime(fn.pointers.get(one.name) ?? one)))
        )
          continue
        const exact = node.operator === '==' || some(node, (one) => one.type === 'BinaryOperation' && one.operator === '%')
        if (exact) context.raise('timestamp-exact', node, fn, `${spell(node)} can be made true by who makes the block`)
        else if (pays && fn.contract.wraps) context.raise('timestamp-payout', node, fn, `${spell(node)} decides who is paid`)
        else if (pays)
          context.raise('timestamp-payout', node, fn, `${spell(node)} decides who is paid`, {
            severity: 'low',
            confidence: 0.3,
          })
      }
  for (const fn of context.functions)
    for (const node of walk(fn.node.body))
      if (isMember(node, 'tx', 'gasprice')) context.raise('gas-price', node, fn, 'the caller sets tx.gasprice as it likes')
}

export function order(context: Context): void {
  for (const entry of context.entries) {
    secrets(context, entry)
    movable(context, entry)
    approvals(context, entry)
  }
}

// The answer is in the mempool before it is in a block.
function secrets(context: Context, { fn, flow }: Entry): void {
  const pays = flow.calls.some(
    (call) => ['transfer', 'send', 'call'].includes(call.kind) && call.target !== null && some(call.target, isSender),
  )
  // Who is written down as the winner is paid by another function.
  const wins = flow.writes.some(
    ({ node }) =>
      node.type === 'BinaryOperation' && node.operator === '=' && node.left.type === 'Identifier' && isSender(node.right),
  )
  if (!pays && !wins) return
  // An answer that was committed to by its sender before is no use to others.
  const isCommitted = (node: Node): boolean =>
    (isHash(node) && some(node, isSender)) ||
    (node.type === 'Identifier' &&
      fn.pointers.has(node.name) &&
      some(fn.pointers.get(node.name), (one) => isHash(one) && some(one, isSender)))
  if ([...conditionsIn(fn.node.body)].some((condition) => some(condition, isCommitted))) return
  for (const condition of conditionsIn(fn.node.body))
    for (const node of walk(condition))
      if (isGuess(node, fn))
        context.raise('secret-in-open', node, fn, 'whoever sees this call waiting sends the same answer first')
      else if (
        isComparison(node) &&
        /^[!=]=$/.test(node.operator) &&
        some(node, (one) => isHash(one) && !some(one, isSender) && [...namesIn(one)].some((name) => paramsOf(fn).has(name)))
      )
        context.raise('secret-in-open', node, fn, 'whoever sees this call waiting sends the same answer first')
}

/** What the caller gives is the answer itself: a number that is written down, or what state of such a name holds. */
function isGuess(node: Node, fn: Fn): boolean {
  if (!isComparison(node) || !/^[=!]=$/.test(node.operator)) return false
  const given = paramsOf(fn)
  const sides = [node.left, node.right] as Node[]
  const own = sides.find((one) => one.type === 'Identifier' && given.has(one.name))
  const other = sides.find((one) => one !== own)
  if (own === undefined || other === undefined || fn.locals.get(own.name)?.typeName?.name?.startsWith('address')) return false
  // Revealed after it was committed to.
  if (some(fn.node.body, (one) => isHash(one) && namesIn(one).has(own.name) && some(one, isSender))) return false
  const isAnswer = /guess|answer|solution|secret|password|pass|number|key/i
  if (other.type === 'NumberLiteral') return Number(other.number) > 1 && isAnswer.test(own.name)
  return (
    other.type === 'Identifier' &&
    !given.has(other.name) &&
    isAnswer.test(`${own.name} ${other.name}`) &&
    findVariable(fn.contract, other.name) !== undefined
  )
}

// A price or reward that one function sets and another one pays by.
function movable(context: Context, { fn, flow, contract }: Entry): void {
  const sent = flow.calls.filter(
    (call) =>
      call.fn === fn &&
      (['transfer', 'send', 'call'].includes(call.kind) ||
        (call.kind === 'method' && /^(safeT|t)ransfer(From)?$/.test(call.name))),
  )
  for (const call of sent) {
    const last = call.kind === 'call' ? call.value : ((call.node.arguments as Node[]).at(-1) ?? null)
    if (last === null || last === undefined) continue
    const name = last.type === 'Identifier' ? last.name : last.type === 'IndexAccess' ? rootOf(last).name : null
    const variable = findVariable(contract, name)
    if (name === null || variable === undefined || fn.locals.has(name) || variable.isDeclaredConst || variable.isImmutable)
      continue
    if (!/price|reward|prize|fee|rate|cost|bounty/i.test(name)) continue
    const setter = context
      .entriesOf(contract)
      .find((other) => other.fn !== fn && other.flow.writes.some((write) => write.name === name && isSet(write.node)))
    if (setter === undefined) continue
    context.raise(
      'price-changed-first',
      call.node,
      fn,
      `${name} is paid here and can be changed just before by ${setter.fn.name}`,
    )
    for (const write of setter.flow.writes)
      if (write.name === name && isSet(write.node))
        context.raise('price-changed-first', write.node, write.fn, `${name} is changed here and paid by ${fn.name}`)
    const paid = setter.flow.calls.find((one) => one.fn === setter.fn && ['transfer', 'send'].includes(one.kind))
    if (paid !== undefined) context.raise('price-changed-first', paid.node, setter.fn, `pays ${name} as it was a moment ago`)
  }
}

/** Set to another value: what only grows by what comes in is a sum, and what is set to nothing is paid out. */
const isSet = (node: Node): boolean =>
  node.type === 'BinaryOperation' &&
  node.operator === '=' &&
  !(node.right.type === 'NumberLiteral' && Number(node.right.number) === 0) &&
  !some(node.right, (one) => spell(one) === spell(node.left))

function approvals(context: Context, { fn, flow }: Entry): void {
  if (
    fn.name !== 'approve' ||
    fn.params.length !== 2 ||
    context.entriesOf(fn.contract).every((one) => one.fn.name !== 'transferFrom')
  )
    return
  const checks = [...conditionsIn(fn.node.body)].length > 0
  const write = flow.writes.find(
    (one) =>
      /allow|approv/i.test(one.name) &&
      one.node.operator === '=' &&
      one.node.right.type === 'Identifier' &&
      rootOf(one.node.left).indexes.length === 2,
  )
  if (write === undefined || checks) return
  const old = fn.contract.wraps && !context.entriesOf(fn.contract).some((one) => /^increaseA/.test(one.fn.name))
  context.raise(
    'approve-race',
    write.node,
    write.fn,
    'the spender can use the old allowance before the new one',
    old ? {} : { severity: 'low' },
  )
}
