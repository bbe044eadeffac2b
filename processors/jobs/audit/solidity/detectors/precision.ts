// Divisions that come too soon, and rests that nobody gets.
import type { Context } from '../context.ts'
import { type Node, some, spell, walk } from '../tree.ts'

export function precision(context: Context): void {
  for (const fn of context.functions)
    for (const node of walk(fn.node.body)) {
      if (node.type !== 'BinaryOperation' || node.operator !== '*') continue
      for (const side of [node.left, node.right] as Node[]) {
        const plain = unwrap(side)
        const source = plain.type === 'Identifier' && fn.pointers.has(plain.name) ? unwrap(fn.pointers.get(plain.name)!) : plain
        if (source.type !== 'BinaryOperation' || source.operator !== '/') continue
        const isExact = source.left.type === 'NumberLiteral' && source.right.type === 'NumberLiteral'
        // (a / b) * b rounds on purpose.
        if (isExact || spell(source.right) === spell(node.right) || spell(source.right) === spell(node.left)) continue
        context.raise('divide-before-multiply', node, fn, `${spell(source)} is cut to a whole number before it is multiplied`)
        break
      }
    }
}

const people =
  /(^|_)(members?|users?|people|players?|winners?|holders?|recipients?|investors?|participants?|partners?|owners?|voters?)(_?(count|number|total))?$/i

/** What is shared out among so many leaves a rest that nobody gets. */
export function restsOfShares(context: Context): void {
  for (const fn of context.functions)
    for (const node of walk(fn.node.body)) {
      if (node.type !== 'BinaryOperation' || node.operator !== '/') continue
      const by = unwrap(node.right)
      const isMany = by.type === 'MemberAccess' ? by.memberName === 'length' : by.type === 'Identifier' && people.test(by.name)
      if (!isMany || fn.isView || some(fn.node.body, (one) => one.type === 'BinaryOperation' && one.operator === '%')) continue
      context.raise('rest-of-shares', node, fn, `${spell(node)} is cut to a whole number, and its rest is nobody's`)
      break
    }
}

const unwrap = (node: Node): Node =>
  node.type === 'TupleExpression' && node.components.length === 1 && node.components[0] ? unwrap(node.components[0]) : node
