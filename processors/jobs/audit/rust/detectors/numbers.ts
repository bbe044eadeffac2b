// Sums that wrap, products of rounded quotients, casts that cut, and input that stops the program.
import type { Context, Instruction } from '../context.ts'
import type { Flow, Sum } from '../events.ts'
import { bare, type Node, oneLine, part, textOf, walk } from '../tree.ts'
import { hasInput, isData, type Value } from '../values.ts'

export function numbers(context: Context): void {
  for (const instruction of context.instructions) {
    wrapping(context, instruction)
    rounding(context, instruction)
    cuts(context, instruction)
  }
}

const money = /amount|balance|total|supply|lamports|deposit|shares?|reserve|fee|reward|stake|value|count/
/** What an account holds of something, by the name of the field or, of raw bytes, of what they were read into. */
const counts = (value: Value, side: Node | null): boolean =>
  value.leaves.some(
    ({ account, path }) =>
      account !== null &&
      (money.test(path) || (path.includes('data') && side !== null && side.type === 'identifier' && money.test(textOf(side)))),
  )
const isChecked = ({ left, right }: Sum): boolean =>
  [left, right].some(({ tags }) => [...tags].some((tag) => tag.startsWith('checked:')))

function wrapping(context: Context, { flow, name }: Instruction): void {
  const seen = new Set<number>()
  for (const sum of flow.sums) {
    if (!['+', '-', '*'].includes(sum.op) || seen.has(sum.node.line) || isChecked(sum) || isBounded(flow, sum)) continue
    if (isOfLamports(sum)) continue
    const isOfCaller = hasInput(sum.left) || hasInput(sum.right)
    const isCounted = counts(sum.left, part(sum.node, 'left')) || counts(sum.right, part(sum.node, 'right'))
    const isMeantToWrap = sum.node.type === 'call_expression'
    const isOfAccounts = [sum.left, sum.right].some(({ leaves }) => leaves.some((leaf) => leaf.account !== null && isData(leaf)))
    if (!isOfCaller && !(isOfAccounts && isCounted && sum.op !== '+')) continue
    if (!isCounted && !(isMeantToWrap && hasInput(sum.left) && hasInput(sum.right))) continue
    seen.add(sum.node.line)
    const isNative = flow.bundle === null && !flow.project.isAnchor
    context.raise(
      'unchecked-arithmetic',
      sum.node,
      name,
      `${oneLine(sum.node)} wraps in a release build unless overflow-checks is set`,
      isNative && isOfCaller ? { severity: 'medium' } : { severity: 'low' },
    )
  }
}

/** The runtime itself refuses a transaction whose lamports do not add up. */
const isOfLamports = ({ left }: Sum): boolean => left.leaves.some(({ path }) => /\.lamports\b/.test(path))

/** Both sides were compared before. */
const isBounded = (flow: Flow, sum: Sum): boolean =>
  sum.op === '-' &&
  flow.compares.some(
    ({ op, left, right, order }) =>
      /[<>]/.test(op) && order < sum.order && shares(left, sum.left, sum.right) && shares(right, sum.left, sum.right),
  )
const shares = (value: Value, ...others: readonly Value[]): boolean =>
  value.leaves.some((leaf) =>
    others.some((other) =>
      other.leaves.some((one) => one.account === leaf.account && one.input === leaf.input && one.path === leaf.path),
    ),
  )

function rounding(context: Context, { flow, name }: Instruction): void {
  for (const { op, left, right, node } of flow.sums) {
    if (op !== '*') continue
    const first = bare(part(node, 'left') ?? node)
    const isQuotient =
      (first.type === 'binary_expression' && textOf(part(first, 'operator') ?? first) === '/') || left.tags.has('op:/')
    // A share named first and used later: reward * share, where share was a / b.
    const second = bare(part(node, 'right') ?? node)
    const isShare = second.type === 'identifier' && right.tags.has('op:/') && right.tags.size === 1
    if (isShare || (isQuotient && (hasInput(left) || left.leaves.length > 0)))
      context.raise('divides-first', node, name, `${oneLine(node)} multiplies what the division has rounded`)
  }
  for (const { node, name: called, receiver } of flow.calls)
    if (/^(checked|saturating)_mul$/.test(called) && receiver?.tags.has('op:/') && lastCall(node) === 'div')
      context.raise('divides-first', node, name, `${oneLine(node)} multiplies what the division has rounded`)
}

const lastCall = (node: Node): string => {
  const receiver = bare(part(part(node, 'function'), 'value') ?? node)
  const inner = /(unwrap|ok_or|ok_or_else|expect)$/.test(textOf(part(part(receiver, 'function'), 'field') ?? receiver))
    ? bare(part(part(receiver, 'function'), 'value') ?? receiver)
    : receiver
  return /_div$/.test(textOf(part(part(inner, 'function'), 'field') ?? inner)) ? 'div' : ''
}

function cuts(context: Context, { flow, name }: Instruction): void {
  for (const fn of flow.reached)
    for (const node of walk(fn.body)) {
      if (node.type !== 'type_cast_expression' || !/^u(8|16|32|64)$/.test(textOf(part(node, 'type') ?? node))) continue
      const inner = part(node, 'value')!
      if (bare(inner).type === 'binary_expression' && /as u128|u128::from/.test(textOf(inner)))
        context.raise('cut-cast', node, name, `${oneLine(node)} drops the upper bits without a word`)
    }
}

export function panics(context: Context): void {
  for (const { flow, name } of context.instructions) {
    const isNative = flow.bundle === null
    for (const { node, name: called, receiver } of flow.calls)
      if (
        (called === 'unwrap' || called === 'expect') &&
        isNative &&
        receiver !== null &&
        hasInput(receiver) &&
        receiver.leaves.every(({ account }) => account === null)
      )
        context.raise('panics-on-input', node, name, `${oneLine(node)} stops the program where the input is too short or wrong`)
  }
}
