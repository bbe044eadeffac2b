// What a function compares before it reckons.
import type { Fn } from '../project.ts'
import type { Expr } from '../tree.ts'
import { namesIn, some, walk } from '../walk.ts'

type Binary = Extract<Expr, { kind: 'binary' }>
const known = new WeakMap<Fn, Binary[]>()

/** The comparisons in conditions and assertions of a function. */
export function comparisonsIn(fn: Fn): readonly Binary[] {
  const made = known.get(fn)
  if (made !== undefined) return made
  const found = [...walk(fn.item.body)].filter(
    (node): node is Binary => node.kind === 'binary' && ['<', '>', '<=', '>=', '==', '!='].includes(node.op),
  )
  known.set(fn, found)
  return found
}

/** A name is compared for its size, cut by a smaller one, or given to something that checks. */
export function isBounded(fn: Fn, name: string, besides?: Expr): boolean {
  if (
    comparisonsIn(fn).some(
      (one) => one !== besides && one.op !== '==' && one.op !== '!=' && namesIn(one).has(name) && !isPositive(one),
    )
  )
    return true
  return some(
    fn.item.body,
    (node) =>
      ((node.kind === 'call' || node.kind === 'method') &&
        /min|clamp|assert_|check_|validate|ensure|try_into|to_u\d+|safe/.test(
          node.kind === 'call' ? node.path.at(-1)! : node.name,
        ) &&
        namesIn(node).has(name)) ||
      (node.kind === 'binary' && (node.op === '%' || node.op === '&') && namesIn(node).has(name)),
  )
}

const isPositive = ({ op, left, right }: Binary): boolean =>
  (op === '>' && right.kind === 'literal' && /^0(u\d+)?$/.test(right.text)) ||
  (op === '<' && left.kind === 'literal' && /^0(u\d+)?$/.test(left.text))
