// Names that take values, and assignments that change accounts.
import type { Account } from './accounts.ts'
import { lastName, type Node, ofType, part, textOf } from './tree.ts'
import { holds, isData, mixed, nothing, type Value } from './values.ts'
import { type Frame, fieldOf, type Walker } from './walker.ts'

export function bindTo(pattern: Node | null, value: Value, frame: Frame, walker: Walker): void {
  if (pattern === null) return
  if (pattern.type === 'identifier' || pattern.type === 'shorthand_field_identifier' || pattern.type === 'self') {
    frame.env.set(textOf(pattern), value)
    return
  }
  if (pattern.type === 'struct_pattern') {
    for (const one of ofType(pattern, 'field_pattern')) {
      const name = textOf(part(one, 'name') ?? one)
      bindTo(part(one, 'pattern') ?? part(one, 'name'), fieldOf(value, name, walker), frame, walker)
    }
    return
  }
  if (pattern.type === 'tuple_pattern' && value.fields !== null) {
    const names = pattern.children.filter(({ type }) => !type.endsWith('comment'))
    for (const [index, one] of names.entries()) bindTo(one, value.fields.get(String(index)) ?? nothing, frame, walker)
    return
  }
  const isList = pattern.type === 'slice_pattern' && value.tags.has('list')
  for (const child of pattern.children)
    if (child.field !== 'type' && child.field !== 'condition')
      bindTo(
        child,
        isList && child.type === 'identifier' ? walker.fresh(textOf(child), child, frame, 'native') : value,
        frame,
        walker,
      )
}

const traits = /^(Anchor|Borsh|Account)?(De)?[Ss]erialize$|^Pack$|^Pod$/

/** Bytes read by a trait's own name are of the type that the name they are given to declares. */
export function declared(value: Value, type: Node | null, { flow }: Walker): Value {
  const read = flow.reads.at(-1)
  if (type === null || read === undefined || !traits.test(read.type) || !holds(value, read.account)) return value
  const name = lastName(type)
  flow.reads[flow.reads.length - 1] = { ...read, type: name }
  return {
    ...value,
    leaves: value.leaves.map((leaf) => (leaf.path === `.data:${read.type}` ? { ...leaf, path: `.data:${name}` } : leaf)),
  }
}

export function assign(node: Node, frame: Frame, walker: Walker): void {
  const left = part(node, 'left')!
  const right = walker.value(part(node, 'right'), frame)
  const op = node.type === 'assignment_expression' ? '=' : textOf(part(node, 'operator') ?? node)
  const { flow } = walker
  const place = { node, fn: frame.fn, order: walker.next() }
  if (left.type === 'identifier') {
    const held = frame.env.get(textOf(left)) ?? nothing
    if (op !== '=') flow.sums.push({ ...place, op: op.slice(0, -1), left: held, right })
    frame.env.set(textOf(left), op === '=' ? right : mixed([held, right]))
    return
  }
  const target = walker.value(left, frame)
  if (op !== '=') flow.sums.push({ ...place, op: op.slice(0, -1), left: target, right })
  const leaf = target.leaves[0]
  if (leaf === undefined || leaf.account === null || target.leaves.length > 1) return
  const { account } = leaf
  if (/\.lamports\b/.test(leaf.path)) {
    const kind = op === '-=' ? 'less' : op === '+=' ? 'more' : setting(right, account)
    flow.lamports.push({ ...place, account, kind, value: right })
  } else if (isData(leaf) || leaf.path.includes('data'))
    flow.writes.push({ ...place, account, path: leaf.path, value: right, op })
}

/** Lamports set to a value: to nothing, to less or to more than there were. */
export const setting = (value: Value, account: Account): 'zero' | 'less' | 'more' | 'set' =>
  value.tags.has('zero') ? 'zero' : kindOf(value, account)

function kindOf(value: Value, account: Account): 'less' | 'more' | 'set' {
  const isOwn = value.leaves.some((leaf) => leaf.account === account && leaf.path.includes('lamports'))
  if (isOwn && (value.tags.has('op:-') || value.tags.has('op:sub'))) return 'less'
  return isOwn || value.tags.has('op:+') || value.tags.has('op:add') ? 'more' : 'set'
}
