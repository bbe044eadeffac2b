// Addresses that rule or are paid, kept as they were given: zero among them. And locals written where state of their name was meant.
import type { Context } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { type Fn, findVariable } from '../project.ts'
import { calleeName, isAssignment, type Node, namesIn, rootOf, some, spell, walk } from '../tree.ts'
import { isAddress } from '../types.ts'

export function zeroAddresses(context: Context): void {
  for (const fn of context.functions) {
    if (fn.contract.kind === 'library') continue
    shadowedWrites(context, fn)
    if (!fn.isConstructor && !fn.isEntry) continue
    const kept = [...walk(fn.node.body)].find((node) => isKeptAsGiven(node, fn))
    if (kept !== undefined && fn.isConstructor)
      context.raise('zero-address', kept, fn, `${spell(kept.left)} may be the zero address for ever`)
  }
}

function isKeptAsGiven(node: Node, fn: Fn): boolean {
  if (node.type !== 'BinaryOperation' || node.operator !== '=' || node.left.type !== 'Identifier') return false
  if (node.right.type !== 'Identifier' || !paramsOf(fn).has(node.right.name)) return false
  const variable = findVariable(fn.contract, node.left.name)
  if (variable === undefined || !isAddress(variable.typeName)) return false
  const name = node.right.name as string
  const asks = [...conditionsIn(fn.node.body)].some((one) => namesIn(one).has(name))
  const handed = some(
    fn.node.body,
    (one) => one.type === 'FunctionCall' && /zero|valid|check|require/i.test(calleeName(one)) && namesIn(one).has(name),
  )
  return !asks && !handed && !((fn.node.modifiers ?? []) as Node[]).some((one) => /zero|valid/i.test(one.name))
}

// Written to, and what is read of it is only itself: nothing of the call remains.
function shadowedWrites(context: Context, fn: Fn): void {
  for (const param of fn.params) {
    const name = param.name as string | null
    if (!name || param.storageLocation === 'storage') continue
    const state = findVariable(fn.contract, name)
    if (state === undefined || state.isDeclaredConst) continue
    const write = [...walk(fn.node.body)].find(
      (node) => isAssignment(node) && node.left.type === 'Identifier' && node.left.name === name,
    )
    if (write === undefined) continue
    const reads = [...walk(fn.node.body)].filter((node) => node.type === 'Identifier' && node.name === name)
    const within = new Set([...walk(write)])
    if (reads.every((node) => within.has(node)) && rootOf(write.left).name === name)
      context.raise('shadowed-write', write, fn, `${spell(write)} writes the parameter ${name}, and the state of that name stays`)
  }
}
