// State written after control was given away, hooks that hand it to a receiver, and views that are read in between.

import type { Context, Entry } from '../context.ts'
import type { Call } from '../flow.ts'
import { calleeName, namesIn, optionsOf, spell, walk } from '../tree.ts'
import { isContractType, typeOf } from '../types.ts'

const locks = /^(nonReentrant|nonreentrant|noReentr|lock|mutex|locked|reentrancyGuard|preventReentr)/i
const views =
  /^(balanceOf|allowance|decimals|totalSupply|ownerOf|symbol|name|get[A-Z_]|is[A-Z]|has[A-Z]|latest|slot0|token[01]$|supportsInterface|preview|convertTo|quote|price|nonces|approve|forceApprove|safeApprove|AddMessage|addMessage|log|recover|current|staticcall)/
const tokens = /^(transfer|transferFrom|safeTransfer|safeTransferFrom|mint|burn|deposit|withdraw)$/

export function reentrancy(context: Context): void {
  const done = new Set<unknown>()
  for (const entry of context.entries) {
    if (isLocked(entry)) continue
    for (const { name, after, node } of entry.flow.writes)
      for (const call of after) {
        if (done.has(call.node) || !handsOver(call)) continue
        if (name === '(slot)') continue
        // Written and never looked at again before a call: nothing to come back to.
        if (!isUsed(context, entry, name, call)) continue
        done.add(call.node)
        const plain = call.kind === 'call' && call.value !== null
        const trace = [
          { file: call.fn.contract.file, line_start: call.node.loc?.start.line ?? 1, line_end: node.loc?.end.line ?? 1 },
        ]
        const evidence = `${spell(call.node)} hands over control before ${name} is written at line ${node.loc?.start.line}`
        if (plain)
          context.raise('reentrancy-value', call.node, call.fn, evidence, {
            trace,
            ...(entry.guard?.kind === 'caller' && /^only|Role|Owner/.test(entry.guard.by)
              ? { severity: 'low' as const, confidence: 0.3 }
              : {}),
          })
        else if (call.kind === 'hook') context.raise('reentrancy-hook', call.node, call.fn, evidence, { trace })
        else if (call.kind === 'call') context.raise('reentrancy-call', call.node, call.fn, evidence, { trace })
        else if (entry.guard?.kind !== 'caller' || call.value !== null) {
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

const isLocked = ({ flow }: Entry): boolean =>
  flow.modifiers.some(({ name }) => locks.test(name)) ||
  [...flow.reached].some((fn) => fn.node.modifiers?.some((one: { name: string }) => locks.test(one.name)))

function handsOver({ kind, name, node, value }: Call): boolean {
  if (kind === 'call') {
    const { gas } = node.type === 'FunctionCall' ? optionsOf(node) : { gas: null }
    return !(gas?.type === 'NumberLiteral' && Number(gas.number) <= 2_300)
  }
  return kind === 'hook' || (kind === 'method' && (value !== null || !views.test(name)))
}

function isUsed(context: Context, entry: Entry, name: string, call: Call): boolean {
  if (call.readBefore.has(name) || entry.flow.reads.has(name)) return true
  return context.entries.some((other) => other.contract === entry.contract && other.flow.reads.has(name) && !other.fn.isView)
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
