// Gas that runs out before a function has ended: a stranger who is paid first may burn it, and a loop of so many turns needs more than a block has.
import type { Context, Entry } from '../context.ts'
import { conditionsIn } from '../guards.ts'
import { type Fn, findVariable } from '../project.ts'
import { type Node, optionsOf, rootOf, some, spell, walk } from '../tree.ts'

export function starving(context: Context): void {
  for (const entry of context.entries) burned(context, entry)
  for (const fn of context.functions)
    for (const loop of walk(fn.node.body)) if (/^(For|While|DoWhile)Statement$/.test(loop.type)) heavy(context, fn, loop)
}

/** Whoever is called with all the gas there is need not fail: it takes the gas, and those who come after are not paid. */
function burned(context: Context, { fn, flow, contract }: Entry): void {
  const paid = flow.calls.filter((call) => call.fn === fn && call.value !== null)
  for (const [index, call] of paid.entries()) {
    const { name, indexes } = call.target === null ? { name: null, indexes: [] } : rootOf(call.target)
    if (call.kind !== 'call' || name === null || indexes.length > 0 || call.node.type !== 'FunctionCall') continue
    const isKept = findVariable(contract, name) !== undefined && !fn.locals.has(name)
    const isOthers = flow.calls
      .slice(flow.calls.indexOf(call) + 1)
      .some((one) => /^(call|send|transfer)$/.test(one.kind) && one.target !== null && rootOf(one.target).name !== name)
    if (!isKept || !isOthers || optionsOf(call.node).gas !== null || isAsked(fn, call.node)) continue
    const setter = context
      .entriesOf(contract)
      .find(({ guard, flow: other }) => guard === null && other.writes.some((write) => write.name === name))
    if (setter === undefined && index > 0) continue
    context.raise(
      'gas-burned',
      call.node,
      fn,
      `${name} is called with all the gas there is, and others are paid after it`,
      setter === undefined ? { severity: 'low', confidence: 0.35 } : {},
    )
    return
  }
}

/** Where the call fails all is undone, and that is told as a payment that can be refused. */
const isAsked = (fn: Fn, call: Node): boolean =>
  [...conditionsIn(fn.node.body)].some((condition) => some(condition, (one) => one === call))

const most = 1_000

/** A bound that is written down, and state that is written on each turn; or so many turns that nothing else matters. */
function heavy(context: Context, fn: Fn, loop: Node): void {
  const condition = loop.conditionExpression ?? loop.condition
  if (condition?.type !== 'BinaryOperation' || !/^<=?$|^!=$/.test(condition.operator)) return
  const turns = numberOf(condition.right)
  if (turns === null || turns < most) return
  const fills = some(
    loop.body,
    (one) =>
      one.type === 'BinaryOperation' &&
      /^[-+*]?=$/.test(one.operator) &&
      findVariable(fn.contract, rootOf(one.left).name) !== undefined &&
      !fn.locals.has(rootOf(one.left).name ?? ''),
  )
  if (fills || turns >= 1_000_000)
    context.raise('heavy-loop', loop, fn, `${spell(condition.right)} turns in one call are more than a block can hold`, {
      severity: 'low',
    })
}

function numberOf(node: Node): number | null {
  if (node.type === 'NumberLiteral') return Number(node.number)
  if (node.type !== 'BinaryOperation' || node.operator !== '**') return null
  const [base, power] = [numberOf(node.left), numberOf(node.right)]
  return base === null || power === null ? null : base ** power
}
