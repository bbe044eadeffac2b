// Doors without a lock: what only an owner should do and anybody can.
import type { Context, Entry } from '../context.ts'
import { destructionsIn } from '../destruction.ts'
import { paramsOf, rulersOf } from '../guards.ts'
import { type Contract, findVariable } from '../project.ts'
import {
  calleeName,
  calleeOf,
  isComparison,
  isMember,
  isName,
  isSender,
  type Node,
  namesIn,
  rootOf,
  some,
  spell,
  walk,
} from '../tree.ts'
import { openTo, payouts } from './payouts.ts'

export function access(context: Context): void {
  const raised = new Set<Node>()
  const open = new Map<Contract, ReadonlySet<string>>()
  const ruled = new Map<Contract, ReadonlySet<string>>()
  const raise: Context['raise'] = (rule, node, at, evidence, more) => {
    if (raised.has(node)) return
    raised.add(node)
    context.raise(rule, node, at, evidence, more)
  }
  for (const entry of context.entries) {
    const { contract, fn, flow, guard } = entry
    if (fn.isView || guard !== null) continue
    if (!ruled.has(contract)) ruled.set(contract, rulersOf(contract))
    const rulers = ruled.get(contract)!
    for (const reached of flow.reached)
      for (const node of destructionsIn(reached)) {
        raise('unprotected-selfdestruct', node, reached, `${fn.name} destroys the contract for anybody`)
      }
    for (const write of flow.writes) {
      if (rulers.has(write.name) && write.fn.isConstructor === false) {
        const isConstructorLike = similar(fn.name, contract.name)
        // Who pays for it buys it.
        if (!isConstructorLike && some(fn.node.body, (one) => isMember(one, 'msg', 'value'))) continue
        const what = isConstructorLike
          ? `${fn.name} looks like a constructor of ${contract.name} and is none`
          : `anybody may set ${write.name} through ${fn.name}`
        raise(/^init/i.test(fn.name) ? 'unprotected-initialiser' : 'unprotected-owner', fn.node, write.fn, what)
      } else if (isLengthCut(write.node, entry))
        raise(
          'arbitrary-storage',
          write.node,
          write.fn,
          `${spell(write.node)} ${write.node.operator === '=' ? 'as the caller says' : 'below zero'} makes every slot an element of ${write.name}`,
        )
      else if (write.name === '(slot)') slotWrite(write.node, entry, raise)
      else if (isArbitraryIndex(write.node, entry))
        raise(
          'arbitrary-storage',
          write.node,
          write.fn,
          `${spell(write.node)} at an index that the caller names, of an array whose length it sets`,
        )
    }
    if (!open.has(contract)) open.set(contract, openTo(context, entry))
    payouts(entry, open.get(contract)!, raise)
    named(entry, raise)
  }
}

function slotWrite(node: Node, entry: Entry, raise: Context['raise']): void {
  const given = paramsOf(entry.fn)
  const slot = node.arguments[0] as Node
  const name = slot.type === 'AssemblyCall' ? (slot.functionName as string) : slot.type === 'Identifier' ? slot.name : null
  if (name !== null && given.has(name)) raise('arbitrary-storage', node, entry.fn, `the caller names the slot ${name}`)
}

function isLengthCut(node: Node, { fn, contract, flow }: Entry): boolean {
  if (node.operator === '=' && node.left.type === 'MemberAccess' && node.left.memberName === 'length')
    return (
      // Where an element at any index is written as well, that is where it is raised.
      !flow.writes.some((write) => isArbitraryIndex(write.node, { fn, contract })) &&
      findVariable(contract, rootOf(node.left).name)?.typeName?.type === 'ArrayTypeName' &&
      [...namesIn(node.right)].some((name) => paramsOf(fn).has(name))
    )
  const target =
    node.type === 'UnaryOperation' && node.operator === '--' ? node.subExpression : node.operator === '-=' ? node.left : null
  if (target?.type !== 'MemberAccess' || target.memberName !== 'length') return false
  if (findVariable(contract, rootOf(target).name)?.typeName?.type !== 'ArrayTypeName') return false
  const asks = (one: Node) =>
    isComparison(one) &&
    ((one.operator === '>' && spell(one.left) === spell(target)) || (one.operator === '<' && spell(one.right) === spell(target)))
  return ![...flow.reached].some((fn) => some(fn.node.body, asks))
}

// Before 0.6 an array's length could be written, and 2^256 elements reach every slot.
function isArbitraryIndex(node: Node, { fn, contract }: Pick<Entry, 'fn' | 'contract'>): boolean {
  const target = node.type === 'UnaryOperation' ? node.subExpression : node.left
  if (target?.type !== 'IndexAccess') return false
  const { name, indexes } = rootOf(target)
  const variable = findVariable(contract, name)
  if (variable?.typeName?.type !== 'ArrayTypeName' || variable.typeName.length !== null) return false
  if (![...namesIn(indexes[0])].some((one) => paramsOf(fn).has(one))) return false
  return contract.functions.some((one) =>
    some(one.node.body, (part) => {
      const written =
        part.type === 'UnaryOperation' && part.operator === '--'
          ? part.subExpression
          : part.type === 'BinaryOperation' && /^[-+]?=$/.test(part.operator)
            ? part.left
            : null
      return written?.type === 'MemberAccess' && written.memberName === 'length' && isName(written.expression, name ?? '')
    }),
  )
}

const privileged =
  /^(mint|burn|pause|unpause|withdraw(All|Funds|Ether|Eth|Token)?s?|drain|sweep|kill|destroy|destruct|upgrade(To|ToAndCall)?|set(Owner|Admin|Fee|Price|Oracle|Implementation|Minter|Governor|Rate|Paused|Token|Address)\w*|change(Owner|Admin)|transferOwnership|addOwner|addMinter|emergencyWithdraw|recover\w*|rescue\w*|newOwner|grantRole|initWallet|(set|update)\w*(Price|Rate)s?)$/

function named(entry: Entry, raise: Context['raise']): void {
  const { fn, flow } = entry
  const asksNobody = !some(fn.node.body, isSender)
  for (const node of walk(fn.node.body)) {
    if (node.type !== 'FunctionCall' || calleeOf(node).type !== 'Identifier') continue
    const [first, second] = node.arguments as Node[]
    const given = paramsOf(fn)
    if (
      calleeName(node) === '_transfer' &&
      node.arguments.length === 3 &&
      asksNobody &&
      first?.type === 'Identifier' &&
      given.has(first.name)
    )
      return void raise('transfer-unauthorised', node, fn, `${fn.name} moves what belongs to ${first.name}, whoever calls`)
    if (
      calleeName(node) === '_burn' &&
      node.arguments.length === 2 &&
      asksNobody &&
      first?.type === 'Identifier' &&
      given.has(first.name) &&
      !some(fn.node.body, (one) => one.type === 'FunctionCall' && /^_?(spend|use)Allowance$/.test(calleeName(one)))
    )
      return void raise('transfer-unauthorised', node, fn, `${fn.name} burns what belongs to ${first.name}, whoever calls`)
    if (
      calleeName(node) === '_mint' &&
      /mint/i.test(fn.name) &&
      !fn.isPayable &&
      second?.type === 'Identifier' &&
      given.has(second.name) &&
      flow.calls.length === 0
    )
      return void raise('unprotected-mint', node, fn, `${fn.name} mints as much as its caller says`)
  }
  for (const write of flow.writes) {
    if (write.fn !== fn || write.node.type !== 'BinaryOperation') continue
    const { indexes } = rootOf(write.node.left)
    const from = indexes.at(-1)
    if (write.node.operator === '-=' || isSelfSubtraction(write.node, fn.pointers)) {
      if (
        from?.type === 'Identifier' &&
        paramsOf(fn).has(from.name) &&
        /transfer|burn|withdraw/i.test(fn.name) &&
        !spendsAllowance(fn.node.body, from.name)
      )
        return void raise(
          'transfer-unauthorised',
          write.node,
          fn,
          `${spell(write.node.left)} is taken from whom the caller names`,
        )
    }
    if (
      /^_?mint/i.test(fn.name) &&
      !fn.isPayable &&
      write.node.operator === '+=' &&
      flow.calls.length === 0 &&
      !some(write.node.left, isSender)
    )
      return void raise('unprotected-mint', write.node, fn, `${fn.name} mints for anybody`)
  }
  const writesState = flow.writes.find((write) => write.fn === fn && !some(write.node, isSender))
  if (privileged.test(fn.name) && writesState !== undefined && !fn.isPayable && !some(fn.node.body, isSender))
    raise('unprotected-setter', writesState.node, fn, `anybody may call ${fn.name}, which writes ${writesState.name}`)
}

/** What one gave the caller is asked: allowance[from][msg.sender]. */
const spendsAllowance = (body: Node, from: string): boolean =>
  some(
    body,
    (one) => one.type === 'IndexAccess' && isSender(one.index) && one.base.type === 'IndexAccess' && isName(one.base.index, from),
  )

function isSelfSubtraction(node: Node, pointers: ReadonlyMap<string, Node>): boolean {
  if (node.operator !== '=' || node.right.type !== 'BinaryOperation' || node.right.operator !== '-') return false
  const { left } = node.right
  const source = left.type === 'Identifier' ? pointers.get(left.name) : left
  return source !== undefined && spell(source) === spell(node.left)
}

/** Almost the contract's name: a constructor that lost a letter or a capital. */
function similar(a: string, b: string): boolean {
  if (a === b) return false
  if (a.toLowerCase() === b.toLowerCase()) return true
  if (a.length > 5 && b.toLowerCase().startsWith(a.toLowerCase().slice(0, Math.ceil(b.length * 0.7)))) return true
  // One sign of it is another, as 1 for l.
  const differs = [...a].filter((sign, i) => sign !== b[i]).length
  return a.length > 4 && a.length === b.length && differs === 1
}

/** tx.origin as proof of who calls. */
export function origins(context: Context): void {
  for (const contract of context.contracts) {
    const bodies = [
      ...contract.functions.map((fn) => ({ at: fn as Parameters<Context['raise']>[2], body: fn.node.body })),
      ...[...contract.modifiers.values()].map((one) => ({ at: contract, body: one.body })),
    ]
    for (const { at, body } of bodies)
      for (const node of walk(body))
        if (node.type === 'BinaryOperation' && (node.operator === '==' || node.operator === '!=')) {
          const isOrigin = isMember(node.left, 'tx', 'origin') || isMember(node.right, 'tx', 'origin')
          if (isOrigin && !some(node, (one) => isMember(one, 'msg', 'sender')))
            context.raise('tx-origin', node, at, `${spell(node)} holds for whatever the owner is lured into calling`)
        } else if (node.type === 'IndexAccess' && isMember(node.index, 'tx', 'origin') && isTaken(body, node))
          context.raise('tx-origin', node, at, `${spell(node)} is spent by whatever its owner is lured into calling`)
  }
}

/** The page is emptied or taken from: what only adds to it does no harm. */
const isTaken = (body: Node, page: Node): boolean =>
  some(body, (one) => one.type === 'BinaryOperation' && (one.operator === '=' || one.operator === '-=') && one.left === page)
