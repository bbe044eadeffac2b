// Where a function destroys its contract, in Solidity or in assembly.
import type { Fn } from './project.ts'
import { calleeName, calleeOf, type Node, walk } from './tree.ts'

const known = new WeakMap<Fn, readonly Node[]>()

export function destructionsIn(fn: Fn): readonly Node[] {
  const found = known.get(fn) ?? [...walk(fn.node.body)].filter(isDestruction)
  known.set(fn, found)
  return found
}

const isDestruction = (node: Node): boolean =>
  node.type === 'FunctionCall'
    ? /^(selfdestruct|suicide)$/.test(calleeName(node)) && calleeOf(node).type === 'Identifier'
    : node.type === 'AssemblyCall' && node.functionName === 'selfdestruct'
