// Sums that wrap, products of rounded quotients, casts that cut, and input that stops the program.
import type { Context, Instruction } from '../context.ts'
import type { Flow, Sum } from '../events.ts'
import type { Fn } from '../items.ts'
import { bare, lastName, type Node, oneLine, part, some, textOf, walk } from '../tree.ts'
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
    if (!isCounted && !(isMeantToWrap && hasInput(sum.left) && hasInput(sum.right)) && !(isOfCaller && isOfAccounts)) continue
    seen.add(sum.node.line)
    const isNative = flow.bundle === null && !flow.project.isAnchor && isCounted
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
  for (const fn of new Set([flow.entry, ...flow.reached]))
    for (const node of walk(fn.body)) {
      const to = node.type === 'type_cast_expression' ? bitsOf(textOf(part(node, 'type') ?? node)) : null
      if (to === null) continue
      const inner = bare(part(node, 'value')!)
      const isWide = inner.type === 'binary_expression' && /as u128|u128::from/.test(textOf(part(node, 'value')!))
      const from = isWide ? 128 : widthOf(inner, fn, flow)
      if (from !== null && from > to && (isWide || !isLimited(inner, fn)))
        context.raise('cut-cast', node, name, `${oneLine(node)} drops the upper bits without a word`)
    }
}

const bitsOf = (type: string): number | null => {
  const bits = /^[ui](8|16|32|64|128)$/.exec(type)?.[1]
  return bits === undefined ? null : Number(bits)
}

/** How wide a name is: by its parameter, by the let that says its type, or where every field of that name has one type. */
function widthOf(node: Node, fn: Fn, { project }: Flow): number | null {
  if (node.type === 'field_expression') {
    const name = lastName(node)
    const types = [...project.structs.values()]
      .flat()
      .flatMap(({ fields }) => fields.filter((one) => one.name === name).map(({ type }) => bitsOf(type)))
    return types.length > 0 && types.every((one) => one === types[0]) ? types[0]! : null
  }
  if (node.type !== 'identifier') return null
  const name = textOf(node)
  for (const one of walk(fn.body))
    if (one.type === 'let_declaration' && lastName(part(one, 'pattern')) === name) {
      const type = part(one, 'type')
      const value = part(one, 'value')
      if (type !== null) return bitsOf(textOf(type))
      return value?.type === 'field_expression' ? widthOf(value, fn, { project } as Flow) : null
    }
  const param = fn.params.find((one) => one.name === name)
  return param === undefined ? null : bitsOf(param.type)
}

/** Somebody asked how large it is, or took a part of it. */
const isLimited = (inner: Node, fn: Fn): boolean => {
  const text = textOf(inner).replace(/\s+/g, '')
  return some(
    fn.body,
    (node) =>
      (node.type === 'binary_expression' &&
        /^(<|>|<=|>=)$/.test(textOf(part(node, 'operator') ?? node)) &&
        node.children.some((side) => textOf(bare(side)).replace(/\s+/g, '') === text)) ||
      (node.type === 'call_expression' &&
        /^require_(gt|gte)_?$/.test(lastName(part(node, 'function'))) &&
        textOf(node).includes(text)),
  )
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
