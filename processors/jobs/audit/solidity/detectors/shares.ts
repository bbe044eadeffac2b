// Shares of a pool priced by what it happens to hold: the first one in, or a gift, makes the next ones' shares round to nothing.
import type { Context } from '../context.ts'
import { isBalanceOfThis, isOwnBalance } from '../guards.ts'
import type { Contract, Fn } from '../project.ts'
import { calleeName, type Node, some, spell, walk } from '../tree.ts'

const supply = /^_?(total)?(supply|shares)$/i
const cured =
  /decimalsOffset|virtual|minimum_?(liquidity|shares)|dead_?(shares|address)|initial_?shares|burned_?shares|locked_?shares/i

export function shares(context: Context): void {
  for (const fn of context.functions) {
    if (fn.contract.kind === 'library') continue
    const all = [...walk(fn.node.body)]
    const price = all.find((node) => isPriced(node, fn))
    if (price === undefined || !all.some((node) => isFirst(node, fn)) || isCured(fn.contract)) continue
    context.raise(
      'share-inflation',
      price,
      fn,
      `${spell(price)} prices shares by the balance, which a gift to the contract raises`,
    )
  }
}

const isSupply = (node: Node): boolean =>
  (node.type === 'Identifier' && supply.test(node.name)) ||
  (node.type === 'MemberAccess' && supply.test(node.memberName)) ||
  (node.type === 'FunctionCall' && /^_?total(Supply|Shares)$/i.test(calleeName(node)))

/** Amount × supply / balance, spelled out or as mulDiv. */
function isPriced(node: Node, fn: Fn): boolean {
  const [up, down] =
    node.type === 'BinaryOperation' && node.operator === '/'
      ? [node.left as Node, node.right as Node]
      : node.type === 'FunctionCall' && /^(f?mulDiv(Down|Up)?|mulDivDown)$/i.test(calleeName(node)) && node.arguments.length >= 2
        ? [node, (node.arguments as Node[]).at(node.arguments.length >= 3 ? 2 : -1)!]
        : [null, null]
  if (up === null || down === null) return false
  if (some(down, (one) => one.type === 'BinaryOperation' && one.operator === '+')) return false
  const has = (root: Node, test: (one: Node) => boolean) =>
    some(
      root,
      (one) => test(one) || (one.type === 'Identifier' && fn.pointers.has(one.name) && some(fn.pointers.get(one.name), test)),
    )
  return has(up, isSupply) && has(down, (one) => isOwnBalance(one, fn, isBalanceOfThis))
}

/** Where there are none yet, shares are as many as what is put in. */
const isFirst = (node: Node, fn: Fn): boolean =>
  node.type === 'BinaryOperation' &&
  node.operator === '==' &&
  [node.left, node.right].some((one) => one.type === 'NumberLiteral' && Number(one.number) === 0) &&
  [node.left, node.right].some(
    (one) => isSupply(one) || (one.type === 'Identifier' && isSupply(fn.pointers.get(one.name) ?? one)),
  )

const isCured = (contract: Contract): boolean =>
  contract.line.some(
    (one) =>
      [...one.variables.keys()].some((name) => cured.test(name)) ||
      one.functions.some((fn) => some(fn.node.body, (node) => node.type === 'Identifier' && cured.test(node.name))),
  )
