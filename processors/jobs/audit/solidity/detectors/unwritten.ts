// State that is read and that nothing ever writes: it is zero for whoever pays it or compares with it.
import type { Context } from '../context.ts'
import type { Contract } from '../project.ts'
import { calleeOf, type Node, rootOf, walk } from '../tree.ts'

/** Names as one contract's code uses them; one pass, whatever is asked afterwards. */
type Uses = { readonly named: Set<string>; readonly written: Set<string>; readonly paid: Set<string>; isForeign: boolean }

export function unwritten(context: Context): void {
  const all = context.project.contracts
  const uses = new Map(all.map((one) => [one, usesIn(one)]))
  const heirs = new Map<Contract, Contract[]>(all.map((one) => [one, []]))
  for (const one of all) for (const base of one.line) if (base !== one) heirs.get(base)?.push(one)
  for (const contract of context.contracts) {
    const below = heirs.get(contract) ?? []
    const family = [...contract.line, ...below]
    // What was not given may write it, and so may code that runs on this contract's storage.
    if (contract.kind === 'library' || family.some((one) => one.missing.length > 0 || uses.get(one)?.isForeign)) continue
    if (contract.kind === 'abstract' && below.every((one) => one.kind === 'abstract')) continue
    const known = family.map((one) => uses.get(one)!)
    for (const [name, variable] of contract.variables) {
      if (variable.initial || variable.isDeclaredConst || variable.isImmutable || /gap/i.test(name)) continue
      if (!known.some(({ named }) => named.has(name)) || known.some(({ written }) => written.has(name))) continue
      const isPaid = known.some(({ paid }) => paid.has(name))
      context.raise(
        'never-written',
        variable,
        contract,
        `${name} is read and nothing ever writes it`,
        isPaid ? { severity: 'high', confidence: 0.7 } : {},
      )
    }
  }
}

function usesIn(contract: Contract): Uses {
  const uses: Uses = { named: new Set(), written: new Set(), paid: new Set(), isForeign: false }
  for (const fn of contract.functions) collect(fn.node, fn.locals, uses)
  for (const modifier of contract.modifiers.values()) collect(modifier, new Map(), uses)
  return uses
}

/** Assigned, counted, or handed to anything that could write through it counts as written. */
function collect(body: Node, locals: ReadonlyMap<string, Node>, uses: Uses): void {
  const add = (names: Set<string>, node: Node | null | undefined) => {
    const name = node ? rootOf(node).name : null
    if (name !== null && !locals.has(name)) names.add(name)
  }
  for (const node of walk(body)) {
    if (node.type === 'Identifier') add(uses.named, node)
    else if (node.type === 'InlineAssemblyStatement') uses.isForeign = true
    else if (node.type === 'MemberAccess' && /^(delegatecall|callcode)$/.test(node.memberName)) uses.isForeign = true
    else if (node.type === 'BinaryOperation' && /^([-+*/%|&^]|<<|>>)?=$/.test(node.operator))
      for (const target of node.left.type === 'TupleExpression' ? (node.left.components as (Node | null)[]) : [node.left])
        add(uses.written, target)
    else if (node.type === 'UnaryOperation' && /^(\+\+|--|delete)$/.test(node.operator)) add(uses.written, node.subExpression)
    else if (node.type === 'VariableDeclarationStatement') {
      if ((node.variables as (Node | null)[]).some((one) => one?.storageLocation === 'storage'))
        add(uses.written, node.initialValue)
    } else if (node.type === 'FunctionCall') {
      const callee = calleeOf(node)
      const isSent = callee.type === 'MemberAccess' && /^(transfer|send|call)$/.test(callee.memberName)
      if (isSent && callee.expression.type === 'Identifier') add(uses.paid, callee.expression)
      if (callee.type === 'MemberAccess' && !isSent) add(uses.written, callee.expression)
      if (callee.type !== 'ElementaryTypeName') for (const one of node.arguments as Node[]) add(uses.written, one)
    }
  }
}
