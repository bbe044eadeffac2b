// Ether that leaves for whoever asks: the whole balance, a sum that nothing is taken off for, or a page that stays as it was.
import type { Context, Entry } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { type Contract, type Fn, findVariable } from '../project.ts'
import { calleeName, isMember, isName, isSender, type Node, namesIn, rootOf, some, spell, walk } from '../tree.ts'

/** Addresses of state that anybody may set to whom it likes, without paying for it. */
export function openTo(context: Context, { contract }: Entry): Set<string> {
  const open = context.entriesOf(contract).filter(({ guard, fn }) => guard === null && !fn.isView && !fn.isPayable)
  return new Set(
    open.flatMap(({ fn, flow }) =>
      flow.writes.flatMap(({ name, node }) => {
        const isNamed =
          node.operator === '=' &&
          node.left.type === 'Identifier' &&
          (isSender(node.right) || (node.right.type === 'Identifier' && paramsOf(fn).has(node.right.name)))
        return isNamed && /^address/.test(findVariable(contract, name)?.typeName?.name ?? '') ? [name] : []
      }),
    ),
  )
}

// Ether goes to the caller or whom it names, and nothing of the caller's is taken off for it.
export function payouts(entry: Entry, open: ReadonlySet<string>, raise: Context['raise']): void {
  const { fn, contract, flow } = entry
  for (const call of flow.calls) {
    if (!['transfer', 'send', 'call'].includes(call.kind) || call.target === null || call.node.type !== 'FunctionCall') continue
    const amount = call.kind === 'call' ? call.value : (call.node.arguments[0] as Node | undefined)
    if (!amount) continue
    const toCaller =
      some(call.target, isSender) || [...namesIn(call.target)].some((name) => paramsOf(call.fn).has(name) || open.has(name))
    if (!toCaller) continue
    const paid = resolve(amount, call.fn.pointers)
    const own = paid.find(
      (one) => one.type === 'IndexAccess' && some(one.index, isSender) && findVariable(contract, rootOf(one).name),
    )
    const others = own === undefined ? othersShare(call.fn, call.target, paid, entry) : undefined
    if (others !== undefined)
      raise(
        'others-share-paid',
        call.node,
        call.fn,
        `${spell(others)} is paid to the caller, and nobody asks whether it is the caller's`,
      )
    else if (own !== undefined) {
      const name = rootOf(own).name
      if (!flow.writes.some((write) => write.name === name))
        raise('payout-kept', call.node, call.fn, `${spell(own)} is paid out and stays as it was: it is paid again and again`)
    } else if (paid.some(isWholeBalance) && !fn.isPayable && !conditional(call.fn))
      raise('unprotected-withdraw', call.node, call.fn, `${fn.name} sends the contract's balance to whoever asks`)
    else if (isOpenAmount(amount, call.fn, contract) && isGift(call.fn, entry))
      raise('unprotected-withdraw', call.node, call.fn, `${fn.name} sends ${spell(amount)} to whoever asks, as often as it asks`)
  }
}

/** What the books of an address that the caller names hold, paid to the caller and taken off there. */
function othersShare(fn: Fn, target: Node, paid: readonly Node[], { contract, flow }: Entry): Node | undefined {
  const given = new Set(fn.params.flatMap((one) => (one.name && one.typeName?.name === 'address' ? [one.name as string] : [])))
  if (!some(target, isSender) || given.size === 0) return undefined
  const share = paid.find(
    (one) => one.type === 'IndexAccess' && given.has(one.index.name) && findVariable(contract, rootOf(one).name) !== undefined,
  )
  if (share === undefined || !flow.writes.some((write) => write.name === rootOf(share).name)) return undefined
  const isAsked = [...flow.reached].some((one) =>
    [...conditionsIn(one.node.body)].some((condition) => some(condition, isSender) && namesIn(condition).has(share.index.name)),
  )
  return isAsked ? undefined : share
}

const isWholeBalance = (node: Node): boolean =>
  node.type === 'MemberAccess' &&
  node.memberName === 'balance' &&
  (isName(node.expression, 'this') || node.expression.type === 'FunctionCall')

/** A sum that is written down, or what the caller says. */
function isOpenAmount(amount: Node, fn: Fn, contract: Contract): boolean {
  if (amount.type === 'NumberLiteral') return Number(amount.number) > 0
  if (amount.type !== 'Identifier') return false
  if (fn.isEntry && paramsOf(fn).has(amount.name)) return true
  return !fn.locals.has(amount.name) && findVariable(contract, amount.name)?.isDeclaredConst === true
}

const takesOff = /burn|transferFrom|redeem|withdraw|spend|consume|claim|debit|decrease|sub|_use|pull/i

/** Nothing is asked, and nothing remembers that it was given. */
const isGift = (fn: Fn, { fn: entry, flow }: Entry): boolean =>
  flow.writes.length === 0 &&
  !some(entry.node.body, (one) => one.type === 'FunctionCall' && takesOff.test(calleeName(one))) &&
  !conditional(fn) &&
  (entry === fn || !conditional(entry)) &&
  ![...flow.reached].some((one) => some(one.node.body, (part) => isMember(part, 'msg', 'value')))

/** A condition on anything but what the caller gives, what the contract holds, and whether a call went through. */
function conditional(fn: Fn): boolean {
  const plain = new Set(['this', 'address', 'payable', ...paramsOf(fn)])
  for (const node of walk(fn.node.body))
    if (node.type === 'VariableDeclarationStatement' && node.initialValue?.type === 'FunctionCall')
      if (['call', 'send', 'transfer'].includes(calleeName(node.initialValue))) plain.add(node.variables[0]?.name)
  for (const [name, initial] of fn.pointers) if (isWholeBalance(initial)) plain.add(name)
  return [...conditionsIn(fn.node.body)].some(
    (one) =>
      !some(one, (part) => part.type === 'FunctionCall' && ['call', 'send'].includes(calleeName(part))) &&
      [...namesIn(one)].some((name) => !plain.has(name)),
  )
}

function resolve(node: Node, pointers: ReadonlyMap<string, Node>): Node[] {
  const first = [...walk(node)]
  return [
    ...first,
    ...first.flatMap((one) => (one.type === 'Identifier' && pointers.has(one.name) ? [...walk(pointers.get(one.name))] : [])),
  ]
}
