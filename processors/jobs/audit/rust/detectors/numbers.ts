// Sums that wrap, products of rounded quotients, casts that cut, and input that stops the program.
import type { Context, Instruction } from '../context.ts'
import type { Flow, Sum } from '../events.ts'
import type { Fn } from '../items.ts'
import type { Project } from '../project.ts'
import { bare, lastName, type Node, oneLine, part, textOf, walk } from '../tree.ts'
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
/** Two names of amounts, as people write them, whatever they hold. */
const isNamed = (node: Node): boolean =>
  [part(node, 'left'), part(node, 'right')].every((side) => side?.type === 'identifier') &&
  [part(node, 'left'), part(node, 'right')].some((side) => money.test(textOf(side!)))
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
    const isOfTwo = hasInput(sum.left) && hasInput(sum.right) && sum.op === '*'
    const isTold = isCounted || isOfTwo || (isMeantToWrap && hasInput(sum.left) && hasInput(sum.right)) || isOfAccounts
    if (!isTold && !(isOfCaller && isNamed(sum.node))) continue
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
      const from = isWide ? 128 : widthOf(inner, fn, flow.project)
      if (from !== null && from > to && (isWide || !namesOf(fn).limited.has(spelled(inner))))
        context.raise('cut-cast', node, name, `${oneLine(node)} drops the upper bits without a word`)
    }
}

const bitsOf = (type: string): number | null => {
  const bits = /^[ui](8|16|32|64|128)$/.exec(type)?.[1]
  return bits === undefined ? null : Number(bits)
}

const widths = new WeakMap<Project, ReadonlyMap<string, number | null>>()

/** Where every field of a name has one type: how wide it is. */
function fieldWidths(project: Project): ReadonlyMap<string, number | null> {
  let known = widths.get(project)
  if (known === undefined) {
    const made = new Map<string, number | null>()
    for (const { name, type } of [...project.structs.values()].flat().flatMap(({ fields }) => fields)) {
      const bits = bitsOf(type)
      made.set(name, made.has(name) && made.get(name) !== bits ? null : bits)
    }
    known = made
    widths.set(project, known)
  }
  return known
}

type Names = { readonly declared: ReadonlyMap<string, Node>; readonly limited: ReadonlySet<string> }
const names = new WeakMap<Fn, Names>()
const spelled = (node: Node): string => textOf(bare(node)).slice(0, 200).replace(/\s+/g, '')

/** What a function declares, and of what it asks how large it is. */
function namesOf(fn: Fn): Names {
  let known = names.get(fn)
  if (known === undefined) {
    const declared = new Map<string, Node>()
    const limited = new Set<string>()
    for (const node of walk(fn.body))
      if (node.type === 'let_declaration') {
        const name = lastName(part(node, 'pattern'))
        if (name !== '' && !declared.has(name)) declared.set(name, node)
      } else if (node.type === 'binary_expression' && /^[<>]=?$/.test(textOf(part(node, 'operator') ?? node)))
        for (const side of node.children) limited.add(spelled(side))
      else if (node.type === 'call_expression' && /^require_(gt|gte)_?$/.test(lastName(part(node, 'function'))))
        for (const side of part(node, 'arguments')?.children ?? []) limited.add(spelled(side))
    known = { declared, limited }
    names.set(fn, known)
  }
  return known
}

/** How wide a name is: by its parameter, by the let that says its type, or by the field of that name. */
function widthOf(node: Node, fn: Fn, project: Project): number | null {
  if (node.type === 'field_expression') return fieldWidths(project).get(lastName(node)) ?? null
  if (node.type !== 'identifier') return null
  const name = textOf(node)
  const declaration = namesOf(fn).declared.get(name)
  if (declaration !== undefined) {
    const type = part(declaration, 'type')
    const value = part(declaration, 'value')
    if (type !== null) return bitsOf(textOf(type))
    return value?.type === 'field_expression' ? widthOf(value, fn, project) : null
  }
  const param = fn.params.find((one) => one.name === name)
  return param === undefined ? null : bitsOf(param.type)
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
