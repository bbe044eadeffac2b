// State written after control was given away, hooks that hand it to a receiver, and views that are read in between.

import { spend } from '../../work.ts'
import type { Context, Entry } from '../context.ts'
import type { Call } from '../flow.ts'
import { conditionsIn, isOwnBalance, ownAmount } from '../guards.ts'
import { type Fn, findFunction } from '../project.ts'
import {
  calleeName,
  calleeOf,
  contains,
  isMember,
  isName,
  isSender,
  type Node,
  namesIn,
  optionsOf,
  some,
  spell,
  walk,
} from '../tree.ts'
import { isContractType, typeOf } from '../types.ts'

const locks = /^(nonReentrant|nonreentrant|noReentr|lock|mutex|locked|reentrancyGuard|preventReentr)/i
const views =
  /^(balanceOf|allowance|decimals|totalSupply|ownerOf|symbol|name|get[A-Z_]|is[A-Z]|has[A-Z]|latest|slot0|token[01]$|supportsInterface|preview|convertTo|quote|price|nonces|approve|forceApprove|safeApprove|AddMessage|addMessage|log|recover|current|staticcall)/
const tokens = /^(transfer|transferFrom|safeTransfer|safeTransferFrom|mint|burn|deposit|withdraw)$/

export function reentrancy(context: Context): void {
  const done = new Set<unknown>()
  for (const entry of context.entries) {
    otherBook(context, entry, done)
    if (isLocked(entry)) {
      besideLock(context, entry, done)
      continue
    }
    balanceKept(context, entry)
    for (const { name, after, node } of entry.flow.writes)
      for (const call of after) {
        spend(1)
        if (done.has(call.node) || !handsOver(call)) continue
        if (name === '(slot)' || isPutBack(node, name, call.fn)) continue
        // Written and never looked at again before a call: nothing to come back to.
        if (!isUsed(context, entry, name)) continue
        done.add(call.node)
        const plain = call.kind === 'call' && call.value !== null
        const trace = [
          { file: call.fn.contract.file, line_start: call.node.loc?.start.line ?? 1, line_end: node.loc?.end.line ?? 1 },
        ]
        const evidence = `${spell(call.node)} hands over control before ${name} is written at line ${node.loc?.start.line}`
        if (plain)
          context.raise('reentrancy-value', call.node, call.fn, evidence, {
            trace,
            ...((entry.guard?.kind === 'caller' && /^only|Role|Owner/.test(entry.guard.by)) ||
            isUndone(call, entry) ||
            isPaidFor(call)
              ? { severity: 'low' as const, confidence: 0.3 }
              : {}),
          })
        else if (call.kind === 'hook') context.raise('reentrancy-hook', call.node, call.fn, evidence, { trace })
        else if (call.kind === 'call') context.raise('reentrancy-call', call.node, call.fn, evidence, { trace })
        else if (entry.guard?.kind !== 'caller' || entry.guard.by === ownAmount || call.value !== null) {
          const known = tokens.test(call.name) && call.value === null
          context.raise('reentrancy-external', call.node, call.fn, evidence, {
            trace,
            ...(known ? { severity: 'low' as const, confidence: 0.3 } : {}),
          })
        }
      }
    hookInLoop(context, entry)
  }
  readOnly(context)
}

// Who is paid by what another contract says it has, before that contract is told: it may be paid again elsewhere.
function otherBook(context: Context, entry: Entry, done: Set<unknown>): void {
  const { calls } = entry.flow
  for (const [i, call] of calls.entries()) {
    if (call.kind !== 'call' || call.value === null || call.target === null || !some(call.target, isSender)) continue
    if (done.has(call.node) || !handsOver(call)) continue
    const asked = askedOf(call.value, call.fn)
    const later = calls.slice(i + 1).find((one) => {
      spend(1)
      return one.kind === 'method' && one.target !== null && !views.test(one.name) && asked.has(spell(one.target))
    })
    if (later === undefined) continue
    done.add(call.node)
    context.raise(
      'reentrancy-value',
      call.node,
      call.fn,
      `${spell(call.node)} pays by what ${spell(later.target)} says before ${later.name} tells it`,
      { severity: 'medium', confidence: 0.5 },
    )
  }
}

/** The contracts that were asked for an amount, through locals and functions within. */
function askedOf(amount: Node, fn: Fn, depth = 0): Set<string> {
  const asked = new Set<string>()
  if (depth > 3) return asked
  for (const node of walk(amount)) {
    const inner =
      node.type === 'Identifier' && fn.pointers.has(node.name)
        ? { body: fn.pointers.get(node.name)!, at: fn }
        : node.type === 'FunctionCall' && calleeOf(node).type === 'Identifier'
          ? { body: findFunction(fn.contract, calleeName(node), node.arguments.length)?.node.body, at: fn }
          : null
    if (inner?.body && inner.body !== amount) for (const one of askedOf(inner.body, inner.at, depth + 1)) asked.add(one)
    const callee = node.type === 'FunctionCall' ? calleeOf(node) : null
    if (callee?.type === 'MemberAccess' && views.test(callee.memberName)) asked.add(spell(callee.expression))
  }
  return asked
}

const isLocked = ({ flow }: Entry): boolean =>
  flow.modifiers.some(({ name }) => locks.test(name)) ||
  [...flow.reached].some((fn) => fn.node.modifiers?.some((one: { name: string }) => locks.test(one.name)))

// The lock of one function does not hold back another one that pays out of the same book.
/** Counted, and never a reason against it. */
function looked(at: number): boolean {
  spend(1 + at)
  return true
}

function besideLock(context: Context, entry: Entry, done: Set<unknown>): void {
  for (const { name, after, node } of entry.flow.writes)
    for (const call of after) {
      spend(1)
      if (name === '(slot)' || call.value === null || done.has(call.node) || !handsOver(call)) continue
      const open = context
        .entriesOf(entry.contract)
        .find(
          (other) =>
            looked(other.flow.writes.length) &&
            other.fn !== entry.fn &&
            (other.guard?.kind !== 'caller' || other.guard.by === ownAmount) &&
            !isLocked(other) &&
            other.flow.writes.some((write) => write.name === name) &&
            (movesOn(other, name) ||
              other.flow.calls.some((one) => one.value !== null || one.kind === 'transfer' || one.kind === 'send')),
        )
      if (open === undefined) continue
      done.add(call.node)
      context.raise(
        'reentrancy-value',
        call.node,
        call.fn,
        `${spell(call.node)} comes before ${name} is written at line ${node.loc?.start.line}, and ${open.fn.name}, which ${movesOn(open, name) ? 'moves it on' : 'pays by it'}, has no lock`,
        { severity: 'medium', confidence: 0.5 },
      )
    }
}

/** What was paid is taken off the caller’s page afterwards, and that fails, with all that went before, where it was paid twice. */
const isUndone = (call: Call, { flow }: Entry): boolean =>
  call.value !== null &&
  flow.writes.some(
    ({ node, after, fn }) =>
      after.has(call) &&
      !fn.contract.wraps &&
      node.type === 'BinaryOperation' &&
      node.operator === '-=' &&
      some(node.left, isSender) &&
      spell(node.right) === spell(call.value!) &&
      !some(fn.node.body, (one) => one.type === 'UncheckedStatement' && contains(one, node)),
  )

/** Whoever calls has to send more than goes out. */
const isPaidFor = ({ value, fn }: Call): boolean =>
  value !== null &&
  [...conditionsIn(fn.node.body)].some((condition) =>
    some(
      condition,
      (one) =>
        one.type === 'BinaryOperation' &&
        ((/^>=?$/.test(one.operator) && isMember(one.left, 'msg', 'value') && spell(one.right) === spell(value)) ||
          (/^<=?$/.test(one.operator) && isMember(one.right, 'msg', 'value') && spell(one.left) === spell(value))),
    ),
  )

/** Set to what it was before the call. */
const isPutBack = (node: Node, name: string, fn: Fn): boolean =>
  node.operator === '=' && node.right?.type === 'Identifier' && isName(fn.pointers.get(node.right.name), name)

/** Takes off the caller's page of a book and adds to another one. */
const movesOn = ({ flow }: Entry, name: string): boolean => {
  const own = flow.writes.filter((write) => write.name === name && write.node.type === 'BinaryOperation')
  return (
    own.some(({ node }) => node.operator === '-=' && some(node.left, isSender)) &&
    own.some(({ node }) => node.operator === '+=' && !some(node.left, isSender))
  )
}

// What a balance grew by across a call to a stranger may be there for another reason.
function balanceKept(context: Context, { fn, flow }: Entry): void {
  const before = [...fn.pointers].filter(([, initial]) => isHeld(initial, fn))
  for (const [name, initial] of before) {
    const from = initial.loc?.start.line ?? 0
    const condition = [...conditionsIn(fn.node.body)].find(
      (one) =>
        some(one, (part) => part.type === 'BinaryOperation' && part.operator === '-' && isName(part.right, name)) &&
        some(
          one,
          (part) => part !== initial && isHeld(part.type === 'Identifier' ? (fn.pointers.get(part.name) ?? part) : part, fn),
        ),
    )
    if (condition === undefined) continue
    const call = flow.calls.find((one) => {
      const line = one.node.loc?.start.line ?? 0
      const isBetween = one.fn !== fn || (line > from && line < (condition.loc?.start.line ?? 0))
      return isBetween && handsOver(one) && !tokens.test(one.name) && one.target !== null && some(one.target, isSender)
    })
    if (call !== undefined)
      context.raise(
        'reentrancy-balance',
        call.node,
        call.fn,
        `${spell(call.node)} comes between ${name} and the balance that is compared with it`,
      )
  }
}

/** By the word of whoever it asks. */
const isHeld = (node: Node, fn: Fn): boolean =>
  isOwnBalance(
    node,
    fn,
    (one) =>
      one.type === 'ReturnStatement' && one.expression?.type === 'FunctionCall' && calleeName(one.expression) === 'balanceOf',
  )

function handsOver({ kind, name, node, value }: Call): boolean {
  if (kind === 'call') {
    const { gas } = node.type === 'FunctionCall' ? optionsOf(node) : { gas: null }
    return !(gas?.type === 'NumberLiteral' && Number(gas.number) <= 2_300)
  }
  return kind === 'hook' || (kind === 'method' && (value !== null || !views.test(name)))
}

function isUsed(context: Context, entry: Entry, name: string): boolean {
  if (entry.flow.reads.has(name)) return true
  return context.entriesOf(entry.contract).some((other) => {
    spend(1)
    return other.flow.reads.has(name) && !other.fn.isView
  })
}

// A count taken before minting holds for the whole loop only if the receiver is not asked in between.
function hookInLoop(context: Context, { flow }: Entry): void {
  for (const call of flow.calls)
    if (call.kind === 'hook' && call.inLoop && call.name === '_safeMint') {
      const limits = [...walk(call.fn.node.body)].some(
        (one) => one.type === 'FunctionCall' && /^(balanceOf|totalSupply)$/.test(calleeName(one)),
      )
      if (limits)
        context.raise(
          'reentrancy-safemint',
          call.node,
          call.fn,
          `${spell(call.node)} calls its receiver in a loop whose limit was checked before`,
        )
    }
}

const prices =
  /^(get_virtual_price|getVirtualPrice|virtual_price|getRate|getPoolTokenRate|lp_price|get_dy|calc_withdraw_one_coin)$/

function readOnly(context: Context): void {
  for (const fn of context.functions)
    for (const node of walk(fn.node.body)) {
      if (node.type !== 'FunctionCall' || !prices.test(calleeName(node))) continue
      const isLogged = [...walk(fn.node.body)].some(
        (one) => one.type === 'FunctionCall' && /^log/.test(calleeName(one)) && namesIn(one).has('console'),
      )
      const owner = node.expression.expression
      const isOther =
        owner !== undefined &&
        (isContractType(typeOf(owner, fn, fn.contract, context.project), fn.contract, context.project) ||
          owner.type !== 'Identifier')
      if (isOther && !isLogged)
        context.raise(
          'reentrancy-read-only',
          node,
          fn,
          `${spell(node)} is believed while the pool it asks may be in the middle of a withdrawal`,
        )
    }
}
