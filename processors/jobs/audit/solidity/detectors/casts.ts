// Casts that cut a number, or take one below zero for a huge one.
import type { Context } from '../context.ts'
import { conditionsIn } from '../guards.ts'
import { type Fn, findModifier } from '../project.ts'
import { isComparison, isMember, isTime, type Node, some, spell, walk } from '../tree.ts'
import { bitsOf, typeOf } from '../types.ts'
import { type Bound, boundsOf, isGiven } from './arithmetic.ts'

export function casts(context: Context): void {
  for (const fn of context.functions) {
    if (fn.contract.kind === 'library') continue
    const bounds = boundsOf(fn)
    const seen = new Set<string>()
    for (const node of walk(fn.node.body)) {
      if (node.type !== 'FunctionCall' || node.arguments.length !== 1) continue
      const callee = node.expression as Node
      const [value] = node.arguments as [Node]
      const to = callee.type === 'ElementaryTypeName' ? callee : callee.type === 'TypeNameExpression' ? callee.typeName : null
      const bits = bitsOf(to)
      turned(context, fn, node, to, value, bounds)
      if (bits === null || bits >= 256) continue
      const wide =
        bitsOf(typeOf(value, fn, fn.contract, context.project)) ??
        (value.type === 'BinaryOperation' && isGiven(value, fn) ? 256 : null)
      if (wide === null || wide <= bits || some(value, isTime)) continue
      const isTheirs = bits < 160 && (isGiven(value, fn) || isMember(value, 'msg', 'value'))
      // What the contract itself holds is a note.
      if (!isTheirs && (value.type === 'NumberLiteral' || value.type === 'BinaryOperation')) continue
      const name = spell(value)
      if (seen.has(`${bits} ${name}`) || bounds.some(({ sides }) => sides.some((side) => side.includes(name)))) continue
      if (isMasked(value) || isAskedBack(fn, value, name)) continue
      seen.add(`${bits} ${name}`)
      context.raise(
        'unsafe-downcast',
        node,
        fn,
        `${spell(node)} keeps only the low ${bits} of ${wide} bits`,
        isTheirs ? {} : { severity: 'low', confidence: 0.4 },
      )
    }
  }
}

/** A number that may be below zero is taken for one that may not: it becomes huge. */
function turned(context: Context, fn: Fn, node: Node, to: Node | null, value: Node, bounds: readonly Bound[]): void {
  const from = typeOf(value, fn, fn.contract, context.project)
  if (!/^uint\d*$/.test(to?.name ?? '') || !/^int\d*$/.test(from?.name ?? '')) return
  const name = spell(value)
  const isFloored =
    bounds.some(({ sides }) => sides.includes(name) && sides.includes('0')) ||
    [...conditionsIn(fn.node.body)].some((one) => some(one, (part) => isFloorOf(part, name)))
  if (isFloored) return
  context.raise(
    'unsafe-downcast',
    node,
    fn,
    `${spell(node)} makes a number below zero a huge one`,
    isGiven(value, fn) ? {} : { severity: 'low', confidence: 0.4 },
  )
}

/** Compared with nothing, or with one. */
const isFloorOf = (node: Node, name: string): boolean =>
  isComparison(node) &&
  [node.left, node.right].some((side: Node) => spell(side) === name) &&
  [node.left, node.right].some(
    (side: Node) => side.type === 'NumberLiteral' && side.subdenomination === null && Number(side.number) <= 1,
  )

const isMasked = (node: Node): boolean => some(node, (one) => one.type === 'BinaryOperation' && one.operator === '&')

/** The cast value is compared with the whole one, here or in a modifier that is given it. */
function isAskedBack(fn: Fn, value: Node, name: string): boolean {
  const isBack = (one: Node, of: string) =>
    one.type === 'BinaryOperation' &&
    /^[=!]=$/.test(one.operator) &&
    [one.left, one.right].some((side) => spell(side) === of) &&
    [one.left, one.right].some((side) => side.type === 'FunctionCall' && some(side, (part) => spell(part) === of))
  if ([...conditionsIn(fn.node.body)].some((one) => some(one, (part) => isBack(part, name)))) return true
  return ((fn.node.modifiers ?? []) as Node[]).some((one) => {
    const at = ((one.arguments ?? []) as Node[]).findIndex((given) => spell(given) === spell(value))
    const modifier = at < 0 ? undefined : findModifier(fn.contract, one.name)
    return modifier !== undefined && [...conditionsIn(modifier.body)].length > 0
  })
}
