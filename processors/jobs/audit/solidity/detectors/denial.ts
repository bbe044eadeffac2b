// One caller stops everybody: payments pushed in loops, lists that only grow, and balances that must be exact.
import type { Context } from '../context.ts'
import { conditionsIn } from '../guards.ts'
import { type Fn, findFunction, findVariable } from '../project.ts'
import { calleeName, calleeOf, isName, isSender, type Node, namesIn, optionsOf, rootOf, some, spell, walk } from '../tree.ts'
import { bitsOf, isAddress, typeOf } from '../types.ts'

export function denial(context: Context): void {
  const raised = new Set<Node>()
  for (const { flow } of context.entries)
    for (const call of flow.calls) {
      const { node, fn, target, kind } = call
      const isLooped = some(fn.node.body, (one) => /^(For|While|DoWhile)Statement$/.test(one.type))
      if (!call.inLoop || kind !== 'transfer' || isLooped || raised.has(node) || target === null || some(target, isSender))
        continue
      if (!isAddress(typeOf(target, fn, fn.contract, context.project))) continue
      raised.add(node)
      context.raise('push-in-loop', node, fn, `called in a loop, one receiver of ${spell(node)} that refuses stops all others`)
    }
  for (const fn of context.functions) {
    const body = fn.node.body as Node
    for (const loop of walk(body))
      if (/^(For|While|DoWhile)Statement$/.test(loop.type)) {
        pushes(context, fn, loop)
        unbounded(context, fn, loop)
        smallCounter(context, fn, loop)
        const limit = loop.conditionExpression?.type === 'BinaryOperation' ? loop.conditionExpression.right : null
        const grows = some(
          loop.body,
          (one) =>
            one.type === 'FunctionCall' &&
            calleeName(one) === 'push' &&
            findVariable(fn.contract, rootOf(calleeOf(one)).name) !== undefined,
        )
        if (grows && limit?.type === 'NumberLiteral' && Number(limit.number) >= 100)
          context.raise('heavy-loop', loop, fn, `${limit.number} new slots in one call may be more than a block can hold`)
      }
    for (const node of walk(body)) {
      if (
        node.type === 'BinaryOperation' &&
        node.operator === '=' &&
        isFreshArray(node.right) &&
        findVariable(fn.contract, rootOf(node.left).name) !== undefined
      )
        context.raise(
          'clears-array',
          node,
          fn,
          `${spell(node.left)} is cleared element by element, however many there are`,
          grows(context, fn, rootOf(node.left).name),
        )
      else if (
        node.type === 'UnaryOperation' &&
        node.operator === 'delete' &&
        findVariable(fn.contract, node.subExpression.name ?? null)?.typeName?.type === 'ArrayTypeName'
      )
        context.raise(
          'clears-array',
          node,
          fn,
          `${spell(node.subExpression)} is cleared element by element, however many there are`,
          grows(context, fn, node.subExpression.name),
        )
    }
    refusals(context, fn)
    exactBalance(context, fn)
  }
}

/** A note only, where no stranger adds to it. */
function grows(context: Context, fn: Fn, name: string | null): { severity?: 'low' } {
  const adds = context
    .entriesOf(fn.contract)
    .some(
      ({ guard, flow }) =>
        guard === null &&
        [...flow.reached].some((one) =>
          some(
            one.node.body,
            (part) =>
              (part.type === 'FunctionCall' && calleeName(part) === 'push' && rootOf(calleeOf(part)).name === name) ||
              (part.type === 'MemberAccess' &&
                part.memberName === 'length' &&
                rootOf(part).name === name &&
                isGrown(one.node.body, part)),
          ),
        ),
    )
  return adds ? {} : { severity: 'low' }
}
const isGrown = (body: Node, length: Node): boolean =>
  some(
    body,
    (one) =>
      (one.type === 'UnaryOperation' && one.operator === '++' && one.subExpression === length) ||
      (one.type === 'BinaryOperation' && /^(\+)?=$/.test(one.operator) && one.left === length),
  )

const isFreshArray = (node: Node): boolean =>
  node.type === 'FunctionCall' &&
  node.expression.type === 'NewExpression' &&
  node.expression.typeName?.type === 'ArrayTypeName' &&
  node.arguments[0]?.number === '0'

function pushes(context: Context, fn: Fn, loop: Node): void {
  for (const node of walk(loop.body)) {
    if (node.type !== 'FunctionCall' || !['transfer', 'send', 'call'].includes(calleeName(node))) continue
    const callee = calleeOf(node)
    if (
      callee.type !== 'MemberAccess' ||
      !isAddress(typeOf(callee.expression, fn, fn.contract, context.project)) ||
      some(callee.expression, isSender)
    )
      continue
    const fails = calleeName(node) === 'transfer' || isRequired(loop.body, node)
    if (fails) context.raise('push-in-loop', node, fn, `one receiver of ${spell(node)} that refuses stops all others`)
  }
}

/** The names that the result of a call goes by. */
function flagsOf(body: Node, call: Node): Set<string> {
  return new Set(
    [...walk(body)].flatMap((one) => {
      if (one.type === 'VariableDeclarationStatement' && one.initialValue === call) return [one.variables[0]?.name as string]
      if (one.type !== 'BinaryOperation' || one.operator !== '=' || one.right !== call) return []
      return [(one.left.name ?? one.left.components?.[0]?.name) as string]
    }),
  )
}

/** Where the call fails, all that was done is undone. */
function isRequired(body: Node, call: Node): boolean {
  const flags = flagsOf(body, call)
  const asks = (root: Node) => some(root, (part) => part === call || (part.type === 'Identifier' && flags.has(part.name)))
  return some(body, (one) => {
    if (one.type === 'FunctionCall' && /^(require|assert)$/.test(calleeName(one))) return asks(one.arguments[0])
    return one.type === 'IfStatement' && asks(one.condition) && [one.trueBody, one.falseBody].some(undoes)
  })
}

const undoes = (branch: Node | null): boolean =>
  some(
    branch,
    (one) =>
      /^(Revert|Throw)Statement$/.test(one.type) || (one.type === 'FunctionCall' && /^(revert|require)$/.test(calleeName(one))),
  )

// A counter of eight or sixteen bits never gets past what is longer: it wraps, or stops the call.
function smallCounter(context: Context, fn: Fn, loop: Node): void {
  const declared =
    loop.initExpression?.type === 'VariableDeclarationStatement' ? (loop.initExpression.variables[0] as Node) : null
  const bits = declared?.typeName?.name === 'var' ? 8 : bitsOf(declared?.typeName ?? null)
  const limit = loop.conditionExpression?.type === 'BinaryOperation' ? (loop.conditionExpression.right as Node) : null
  if (declared === null || bits === null || bits > 16 || limit === null || !isName(loop.conditionExpression.left, declared.name))
    return
  const isAsked = [...conditionsIn(fn.node.body)].some(
    (one) => one !== loop.conditionExpression && some(one, (part) => spell(part) === spell(limit)),
  )
  if (isAsked) return
  const isLong = limit.type === 'MemberAccess' && limit.memberName === 'length' && !isFixed(limit.expression, fn, context)
  const wide = limit.type === 'Identifier' && (bitsOf(typeOf(limit, fn, fn.contract, context.project)) ?? 0) > bits
  if (isLong || wide)
    context.raise(
      'small-counter',
      loop,
      fn,
      `${declared.name} of ${bits} bits never reaches ${spell(limit)} beyond ${2 ** bits - 1}`,
    )
}

const isFixed = (node: Node, fn: Fn, context: Context): boolean => {
  const type = typeOf(node, fn, fn.contract, context.project)
  return type?.type === 'ArrayTypeName' && type.length !== null
}

function unbounded(context: Context, fn: Fn, loop: Node): void {
  const condition = loop.conditionExpression ?? loop.condition
  for (const node of walk(condition)) {
    if (node.type !== 'MemberAccess' || node.memberName !== 'length') continue
    const { name } = rootOf(node.expression)
    if (fn.locals.has(name ?? '')) continue
    const variable = findVariable(fn.contract, name)
    if (variable?.typeName?.type !== 'ArrayTypeName' || variable.typeName.length !== null) continue
    const grower = context.entries.find(
      ({ contract, guard, flow }) =>
        guard === null &&
        contract.line.includes(fn.contract) &&
        [...flow.reached].some((one) =>
          some(
            one.node.body,
            (part) => part.type === 'FunctionCall' && calleeName(part) === 'push' && rootOf(calleeOf(part)).name === name,
          ),
        ),
    )
    const costly = some(
      loop.body,
      (one) => one.type === 'FunctionCall' || (one.type === 'BinaryOperation' && /^[-+*]?=$/.test(one.operator)),
    )
    if (grower !== undefined && costly)
      context.raise(
        'unbounded-loop',
        loop,
        fn,
        `${name} grows by ${grower.fn.name}, which anybody calls, until the loop no longer fits a block`,
        // Only whoever asks goes without an answer.
        fn.isView ? { severity: 'low', confidence: 0.35 } : {},
      )
  }
}

/** The next one is written down only where the last one took its payment. */
const isAwaited = (body: Node, call: Node, to: string): boolean => {
  const flags = flagsOf(body, call)
  return some(
    body,
    (one) =>
      one.type === 'IfStatement' &&
      one.condition.type === 'Identifier' &&
      flags.has(one.condition.name) &&
      some(one.trueBody, (part) => part.type === 'BinaryOperation' && part.operator === '=' && isName(part.left, to)),
  )
}

// The one who is paid off may refuse, and then nobody comes after.
function refusals(context: Context, fn: Fn): void {
  for (const node of walk(fn.node.body)) {
    if (node.type !== 'FunctionCall' || !['transfer', 'send', 'call'].includes(calleeName(node)) || node.arguments.length !== 1)
      continue
    const callee = calleeOf(node)
    if (callee.type !== 'MemberAccess') continue
    const to = keptReceiver(callee.expression, fn)
    const variable = findVariable(fn.contract, to)
    if (to === null || variable === undefined || variable.isImmutable) continue
    if (calleeName(node) === 'call' && optionsOf(node).value === null) continue
    const mustGo = calleeName(node) === 'transfer' || isRequired(fn.node.body, node) || isAwaited(fn.node.body, node, to)
    const replaced = some(
      fn.node.body,
      (one) => one.type === 'BinaryOperation' && one.operator === '=' && isName(one.left, to) && some(one.right, isSender),
    )
    if (mustGo && replaced) context.raise('refused-payment', node, fn, `${to} can refuse the payment and stay for ever`)
  }
}

/** The state that names who is paid: itself, made payable, or copied before it was replaced. */
function keptReceiver(node: Node, fn: Fn): string | null {
  if (node.type === 'FunctionCall' && node.arguments.length === 1 && /^(payable|address)$/.test(spell(node.expression)))
    return keptReceiver(node.arguments[0], fn)
  if (node.type !== 'Identifier') return null
  if (!fn.locals.has(node.name)) return node.name
  const initial = fn.pointers.get(node.name)
  return initial === undefined || isName(initial, node.name) ? null : keptState(initial, fn)
}

const keptState = (node: Node, fn: Fn): string | null => {
  const inner = node.type === 'FunctionCall' && node.arguments.length === 1 ? (node.arguments[0] as Node) : node
  return inner.type === 'Identifier' && !fn.locals.has(inner.name) ? inner.name : null
}

/** What is paid in is counted by the balance, up to a sum that the contract keeps. */
function isGoal(node: Node, fn: Fn): boolean {
  const [side, goal] = isBalance(node.left, fn) ? [node.left, node.right] : [node.right, node.left]
  if (!isBalance(side, fn) || goal.type !== 'Identifier' || fn.locals.has(goal.name)) return false
  const variable = findVariable(fn.contract, goal.name)
  return variable !== undefined && (variable.isDeclaredConst || variable.isImmutable || variable.initial !== null)
}

function exactBalance(context: Context, fn: Fn): void {
  for (const node of walk(fn.node.body)) {
    if (node.type === 'BinaryOperation' && /^[<>]=?$/.test(node.operator) && fn.isPayable && isGoal(node, fn)) {
      context.raise('exact-balance', node, fn, `${spell(node)} is decided by whoever sends a coin unasked`, { confidence: 0.5 })
      return
    }
    if (node.type !== 'BinaryOperation' || (node.operator !== '==' && node.operator !== '!=')) continue
    const other = [node.left, node.right].find((one) => isBalance(one as Node, fn))
    const zero = [node.left, node.right].some((one) => one.type === 'NumberLiteral' && Number(one.number) === 0)
    if (other !== undefined && !zero)
      context.raise('exact-balance', node, fn, `${spell(node)} breaks as soon as somebody sends a coin unasked`)
  }
}

function isBalance(node: Node, fn: Fn): boolean {
  const source = node.type === 'Identifier' && fn.pointers.has(node.name) ? fn.pointers.get(node.name)! : node
  const isOwn = (one: Node) => namesIn(one).has('this') || isName(one, 'this')
  if (source.type === 'MemberAccess' && source.memberName === 'balance') return isOwn(source.expression)
  if (source.type !== 'FunctionCall') return false
  if (['convertToShares', 'convertToAssets'].includes(calleeName(source)))
    return some(source, (one) => one.type === 'Identifier' && one.name === 'totalSupply')
  if (calleeName(source) === 'balanceOf') return (source.arguments as Node[]).some(isOwn)
  // A function of its own that gives the balance back as it is.
  const called =
    calleeOf(source).type === 'Identifier' ? findFunction(fn.contract, calleeName(source), source.arguments.length) : undefined
  const [only, ...more] = (called?.node.body?.statements ?? []) as Node[]
  const given = more.length === 0 && only?.type === 'ReturnStatement' ? (only.expression as Node | null) : null
  return given?.type === 'MemberAccess' && given.memberName === 'balance' && isOwn(given.expression)
}
