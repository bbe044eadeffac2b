// Calls made on another's behalf: the relayer picks the gas, and a call that failed for want of it is marked as done.
import type { Context } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { isName, type Node, namesIn, optionsOf, some, spell, walk } from '../tree.ts'

const done = /execut|used|process|relay|done|complet|nonce|consum|deliver|handled|spent/i

export function relays(context: Context): void {
  const raised = new Set<Node>()
  for (const { flow, guard } of context.entries) {
    if (guard !== null && /^only|owner|admin/i.test(guard.by)) continue
    for (const call of flow.calls) {
      const { node, fn } = call
      if (call.kind !== 'call' || node.type !== 'FunctionCall' || node.arguments.length === 0 || raised.has(node)) continue
      const given = paramsOf(fn)
      const fromCaller = [...namesIn(node.arguments[0])].some((name) => given.has(name) || isFrom(fn.pointers.get(name), given))
      const marks = flow.writes.some(({ name, node: write }) => done.test(name) && write.loc !== undefined)
      if (!fromCaller || !marks || optionsOf(node).gas !== null) continue
      const asksGas = [...flow.reached].some((one) =>
        some(one.node.body, (part) => isName(part, 'gasleft') || part.memberName === 'gas'),
      )
      if (asksGas || isRequired(node, fn.node.body)) continue
      raised.add(node)
      context.raise('gas-griefing', node, fn, `${spell(node)} may fail for want of gas and counts as done`)
    }
  }
}

const isFrom = (node: Node | undefined, given: ReadonlySet<string>): boolean => [...namesIn(node)].some((name) => given.has(name))

function isRequired(call: Node, body: Node): boolean {
  const flags = [...walk(body)].flatMap((one) =>
    one.type === 'VariableDeclarationStatement' && one.initialValue === call
      ? [one.variables[0]?.name as string | undefined]
      : one.type === 'BinaryOperation' && one.operator === '=' && one.right === call
        ? [one.left.name ?? one.left.components?.[0]?.name]
        : [],
  )
  return [...conditionsIn(body)].some((one) =>
    some(one, (part) => part === call || (part.type === 'Identifier' && flags.includes(part.name))),
  )
}
