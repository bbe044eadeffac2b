// Pages of others in a contract's books: an entry under whatever address the caller names is set, and nobody asks who calls.
import type { Context, Entry } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { findVariable } from '../project.ts'
import { isName, isSender, type Node, namesIn, rootOf, some, spell } from '../tree.ts'

export function othersEntries(context: Context): void {
  for (const entry of context.entries) written(context, entry)
}

function written(context: Context, { fn, flow, guard, contract }: Entry): void {
  if (guard !== null || fn.isPayable || fn.isView || flow.calls.length > 0 || /^(initiali[sz]e|constructor|setUp)/.test(fn.name))
    return
  const given = paramsOf(fn)
  for (const { node, fn: at } of flow.writes) {
    const target = targetOf(node)
    if (at !== fn || target === null || target.type !== 'IndexAccess') continue
    const { name, indexes } = rootOf(target)
    const [key] = indexes
    const type = findVariable(contract, name)?.typeName
    const isPerson = type?.type === 'Mapping' && type.keyType?.name === 'address'
    if (!isPerson || key?.type !== 'Identifier' || !given.has(key.name) || indexes.some((one) => some(one, isSender))) continue
    // What the caller takes off itself, or who it says it is, is its own business.
    if (some(fn.node.body, isSender)) continue
    // A book that is asked first keeps its own order.
    const isAsked = [...conditionsIn(fn.node.body)].some((one) => namesIn(one).has(name!) || namesIn(one).has(key.name))
    if (isAsked || !isBelieved(context, contract, name!)) continue
    context.raise('others-entry-set', node, fn, `${spell(target)} is set for whomever the caller names`)
    return
  }
}

const targetOf = (node: Node): Node | null =>
  node.type === 'BinaryOperation' && node.operator === '='
    ? node.left
    : node.type === 'UnaryOperation' && node.operator === 'delete'
      ? node.subExpression
      : null

/** Other functions ask it about their caller, or pay by it. */
const isBelieved = (context: Context, contract: Entry['contract'], name: string): boolean =>
  context
    .entriesOf(contract)
    .some(({ fn }) =>
      some(
        fn.node.body,
        (one) => one.type === 'IndexAccess' && isName(one.base, name) && some(one.index, isSender) && !fn.isView,
      ),
    )
