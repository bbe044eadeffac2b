// What a contract does for whoever asks: calls with a stranger's target and data, and payments of tokens that it holds.
import type { Context, Entry } from '../context.ts'
import type { Call } from '../flow.ts'
import { conditionsIn, ownAmount, paramsOf } from '../guards.ts'
import type { Fn } from '../project.ts'
import { calleeName, isSender, type Node, namesIn, rootOf, some, spell, walk } from '../tree.ts'

export function strangers(context: Context): void {
  const raised = new Set<Node>()
  for (const entry of context.entries) {
    if (entry.fn.isView || (entry.guard !== null && entry.guard.by !== ownAmount)) continue
    for (const call of entry.flow.calls) {
      if (raised.has(call.node) || call.node.type !== 'FunctionCall') continue
      if (isDirected(call)) {
        raised.add(call.node)
        const holds = entry.contract.line.some((one) => [...one.variables.values()].some((state) => !state.isDeclaredConst))
        const isRich = entry.contract.line.some((one) => one.functions.some(holdsValue))
        context.raise(
          'arbitrary-call',
          call.node,
          call.fn,
          `${spell(call.target)} and what it is asked both come from the caller`,
          isRich ? (holds ? {} : { severity: 'medium', confidence: 0.5 }) : { severity: 'low', confidence: 0.4 },
        )
      } else if (isGivenAway(call, entry)) {
        raised.add(call.node)
        context.raise('unprotected-tokens', call.node, call.fn, `${entry.fn.name} sends what the contract holds to whoever asks`)
      }
    }
  }
}

/** Ether or tokens come to lie in the contract, or others let it take theirs. */
const holdsValue = ({ isPayable, isConstructor, node }: Fn): boolean =>
  (isPayable && !isConstructor) ||
  some(
    node.body,
    (one) =>
      one.type === 'FunctionCall' && /^(safeT|t)ransfer(From)?$|^(safeA|a)pprove$|^balanceOf$|^send$/.test(calleeName(one)),
  )

/** Both the target and the bytes of a call are parameters, and no condition asks about the target. */
function isDirected({ kind, node, target, fn }: Call): boolean {
  if (kind !== 'call' || target === null) return false
  const given = paramsOf(fn)
  const targets = [...namesIn(target)].filter((one) => given.has(one))
  const data = (node.arguments as Node[]).find((one) => isBytes(one, fn))
  if (targets.length === 0 || data === undefined || !fn.isEntry) return false
  // A selector that is written down leaves the caller no choice.
  if (some(data, (one) => one.type === 'MemberAccess' && /^encode(WithSignature|WithSelector|Call)$/.test(one.memberName)))
    return false
  return ![...conditionsIn(fn.node.body)].some(
    (condition) => targets.some((one) => namesIn(condition).has(one)) && !some(condition, (one) => one === node),
  )
}

/** Bytes as the caller gave them: a parameter, an element of one, or a local that holds it. */
function isBytes(node: Node, fn: Fn): boolean {
  const source = node.type === 'Identifier' ? (fn.pointers.get(node.name) ?? node) : node
  const { name } = rootOf(source)
  const param = fn.params.find((one) => one.name && one.name === name)
  if (param === undefined) return false
  if (source.type === 'Identifier') return param.typeName?.name === 'bytes'
  return source.type === 'IndexAccess'
    ? param.typeName?.baseTypeName?.name === 'bytes'
    : /data|payload|calldata/i.test(source.memberName ?? '')
}

const takes = /burn|transferFrom|redeem|withdraw|swap|claim|spend|release|consume|settle|repay|_update|pull/i

/** Tokens leave for the caller or whom it names, as many as it says or all there are, and nothing is taken off for it. */
function isGivenAway(call: Call, { fn, flow }: Entry): boolean {
  if (call.kind !== 'method' || !/^(safeT|t)ransfer$/.test(call.name) || call.fn !== fn || flow.writes.length > 0) return false
  const values = call.node.arguments as Node[]
  if (values.length < 2) return false
  const [to, amount] = values.slice(-2) as [Node, Node]
  const given = paramsOf(fn)
  const isCaller = some(to, isSender) || [...namesIn(to)].some((name) => given.has(name))
  const source = amount.type === 'Identifier' ? (fn.pointers.get(amount.name) ?? amount) : amount
  const isAll =
    source.type === 'FunctionCall' &&
    calleeName(source) === 'balanceOf' &&
    (source.arguments as Node[]).some((one) => namesIn(one).has('this'))
  if (!isCaller || !(isAll || (source.type === 'Identifier' && given.has(source.name)))) return false
  const others = [...walk(fn.node.body)].some(
    (one) => one.type === 'FunctionCall' && one !== call.node && takes.test(calleeName(one)),
  )
  const asks = [...conditionsIn(fn.node.body)].some((one) =>
    some(
      one,
      (part) =>
        part.type === 'IndexAccess' || isBalance(part.type === 'Identifier' ? (fn.pointers.get(part.name) ?? part) : part),
    ),
  )
  return !others && !asks && !flow.isCut
}

const isBalance = (node: Node): boolean => node.type === 'FunctionCall' && calleeName(node) === 'balanceOf'
