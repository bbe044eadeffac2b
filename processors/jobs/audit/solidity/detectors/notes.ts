// What a reader of Solidity should look at twice: names that hide state, answers nobody asks, assembly that wraps, orders that others may come before.
import type { Context, Entry } from '../context.ts'
import type { Write } from '../flow.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { type Contract, type Fn, findVariable } from '../project.ts'
import { calleeOf, isComparison, isMember, isSender, type Node, namesIn, rootOf, some, spell, walk } from '../tree.ts'
import { bitsOf, isContractType, typeOf } from '../types.ts'

export function notes(context: Context): void {
  for (const fn of context.functions) {
    hiddenState(context, fn)
    droppedAnswers(context, fn)
    assemblySums(context, fn)
  }
  const named = new Map<Contract, ReadonlyMap<string, Node>>()
  for (const entry of context.entries) {
    openRoles(context, entry, named)
    places(context, entry)
    toldAfter(context, entry)
  }
  prices(context)
}

/** A local or a parameter has the name of state that is no constant: what is written to it is gone afterwards. */
function hiddenState(context: Context, fn: Fn): void {
  for (const [name, local] of fn.locals) {
    const variable = findVariable(fn.contract, name)
    if (variable === undefined || variable === local || variable.isDeclaredConst || name === '') continue
    const isParam = fn.params.some((one) => one.name === name)
    // Parameters of constructors often carry the name on purpose.
    if (isParam && fn.isConstructor && fn.contract.variables.has(name)) continue
    const at = (local.loc ? local : fn.node) as Node
    context.raise('shadowed-local', at, fn, `${name} stands for a local here, and hides the state of that name`)
  }
}

/** A contract is asked something that it answers with true or false, and nobody looks. */
function droppedAnswers(context: Context, fn: Fn): void {
  for (const node of walk(fn.node.body)) {
    if (node.type !== 'ExpressionStatement' || node.expression?.type !== 'FunctionCall') continue
    const callee = calleeOf(node.expression)
    if (callee.type !== 'MemberAccess' || /^(transfer|transferFrom|approve|send|call|push|pop)$/.test(callee.memberName)) continue
    const type = typeOf(callee.expression, fn, fn.contract, context.project)
    if (!isContractType(type, fn.contract, context.project)) continue
    const asked = context.project.byName.get(type!.namePath)?.functions.find((one) => one.name === callee.memberName)
    const results = (asked?.node.returnParameters ?? []) as Node[]
    if (results.length === 1 && results[0]!.typeName?.name === 'bool')
      context.raise('unchecked-answer', node, fn, `what ${spell(callee)} answers is not looked at`)
  }
}

/** Assembly reckons with what the caller gives and checks nothing: it wraps in every compiler. */
function assemblySums(context: Context, fn: Fn): void {
  if (fn.contract.kind === 'library' || !fn.isEntry) return
  const given = paramsOf(fn)
  for (const block of walk(fn.node.body)) {
    if (block.type !== 'InlineAssemblyStatement') continue
    if (
      some(
        block,
        (one) =>
          one.type === 'AssemblyCall' &&
          /^(s?lt|s?gt|eq|iszero|revert|s?div|mod|mload|mstore|calldataload)$/.test(one.functionName),
      )
    )
      continue
    for (const node of walk(block)) {
      if (node.type !== 'AssemblyCall' || !/^(add|sub|mul)$/.test(node.functionName)) continue
      const names = (node.arguments as Node[]).map((one) =>
        one.type === 'AssemblyCall' && one.arguments.length === 0 ? one.functionName : one.name,
      )
      if (
        names.length === 2 &&
        names.every((name) => given.has(name) && bitsOf(fn.locals.get(name)?.typeName ?? null) !== null)
      ) {
        context.raise(
          'arithmetic-unchecked',
          node,
          fn,
          `${node.functionName}(${names.join(', ')}) in assembly wraps around: no check bounds what the caller gives`,
        )
        break
      }
    }
  }
}

/** Who may act stands in a mapping, and anybody writes into it whom he likes. */
function openRoles(
  context: Context,
  { fn, flow, guard, contract }: Entry,
  named: Map<Contract, ReadonlyMap<string, Node>>,
): void {
  if (guard !== null || fn.isConstructor || fn.isPayable) return
  if (!named.has(contract)) named.set(contract, rolesOf(contract))
  const roles = named.get(contract)!
  for (const write of flow.writes) {
    if (!roles.has(write.name) || write.node.type !== 'BinaryOperation' || write.node.operator !== '=') continue
    const [first] = rootOf(write.node.left).indexes
    const isWhom = first !== undefined && (isSender(first) || [...namesIn(first)].some((name) => paramsOf(write.fn).has(name)))
    if (!isWhom || [...conditionsIn(fn.node.body)].some((one) => some(one, isSender))) continue
    context.raise(
      'unprotected-owner',
      fn.node,
      write.fn,
      `anybody may write whom he likes into ${write.name}, which says who may act`,
    )
    return
  }
}

/** Mappings that modifiers ask about the sender. */
function rolesOf(contract: Contract): Map<string, Node> {
  const found = new Map<string, Node>()
  for (const one of contract.line)
    for (const modifier of one.modifiers.values())
      for (const condition of conditionsIn(modifier.body))
        for (const node of walk(condition)) {
          const root = node.type === 'IndexAccess' ? rootOf(node) : null
          const type = root?.name ? findVariable(contract, root.name)?.typeName : undefined
          // A balance is no role.
          if (
            root?.name &&
            type?.type === 'Mapping' &&
            /^(bool|address)$/.test(type.valueType?.name ?? '') &&
            root.indexes.some(isSender)
          )
            found.set(root.name, node)
        }
  return found
}

/** Whoever comes last before the end takes the place, and everybody sees him come. */
function places(context: Context, { fn, flow, guard }: Entry): void {
  if (guard !== null || fn.isConstructor) return
  for (const write of flow.writes) {
    if (write.fn !== fn || write.node.type !== 'BinaryOperation' || write.node.operator !== '=' || !isSender(write.node.right))
      continue
    if (write.node.left.type !== 'Identifier' || !/winner|leader|king|champion|highest|best|first/i.test(write.name)) continue
    const isAsked = [...conditionsIn(fn.node.body)].some((one) =>
      some(
        one,
        (node) =>
          isComparison(node) &&
          (isMember(node.left, 'msg', 'value') || [...namesIn(node)].some((name) => paramsOf(fn).has(name))),
      ),
    )
    if (isAsked)
      context.raise('last-comer', write.node, fn, `${write.name} is whoever comes last, and a call that waits is seen by all`)
  }
}

/** A price that one function sets is what another one takes or tells, and the buyer names no most. */
function prices(context: Context): void {
  for (const contract of new Set(context.entries.map((one) => one.contract))) {
    const entries = context.entriesOf(contract)
    const setters = new Map<string, { fn: Fn; write: Write }[]>()
    for (const { fn, flow } of entries)
      for (const write of flow.writes)
        if (priced.test(write.name) && !write.fn.isConstructor && (setters.get(write.name)?.at(-1)?.fn ?? null) !== fn)
          setters.get(write.name)?.push({ fn, write }) ?? setters.set(write.name, [{ fn, write }])
    for (const { fn, flow } of entries) {
      if (!/buy|purchase|order|mint|swap|exchange|redeem|invest|bid/i.test(fn.name) || fn.isView) continue
      if (fn.params.some((one) => /max|min|limit|slip|expected|price|deadline/i.test(one.name ?? ''))) continue
      const name = [...setters.keys()].find((one) => flow.reads.has(one) && isLoose(contract, one))
      const set = name === undefined ? undefined : setters.get(name)!.find((one) => one.fn !== fn)
      if (set === undefined) continue
      context.raise(
        'price-moves',
        fn.node,
        fn,
        `${name} is what ${set.fn.name} made it just before, and the caller names no most`,
      )
      context.raise('price-moves', set.write.node, set.write.fn, `${name} is set here, and ${fn.name} takes it as it is by then`)
      break
    }
  }
}

const priced = /price|rate|cost/i
const isLoose = (contract: Contract, name: string): boolean => {
  const variable = findVariable(contract, name)
  return variable !== undefined && !variable.isDeclaredConst && !variable.isImmutable && bitsOf(variable.typeName) !== null
}

/** What is told of state is told after a stranger's code ran: it may have changed, and what is told comes out of order. */
function toldAfter(context: Context, { fn, flow }: Entry): void {
  if (flow.modifiers.some(({ name }) => /nonReentrant|lock|guard/i.test(name))) return
  const given = paramsOf(fn)
  const call = flow.calls.find(
    (one) =>
      one.fn === fn &&
      (one.kind === 'method' || one.kind === 'call') &&
      one.target !== null &&
      (isSender(one.target) || [...namesIn(one.target)].some((name) => given.has(name))),
  )
  const line = call?.node.loc?.start.line
  if (line === undefined) return
  const written = new Set(flow.writes.map((write) => write.name))
  const told = [...walk(fn.node.body)].find(
    (node) =>
      node.type === 'EmitStatement' &&
      (node.loc?.start.line ?? 0) > line &&
      some(node, (one) => one.type === 'Identifier' && !fn.locals.has(one.name) && written.has(one.name)),
  )
  if (told !== undefined)
    context.raise(
      'reentrancy-told',
      told,
      fn,
      `${spell(told)} tells of state after ${call!.name || call!.kind} ran code of a stranger`,
    )
}
