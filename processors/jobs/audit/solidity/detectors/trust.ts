// Words believed too easily: price feeds, tokens, and a caller's claim to be no contract.
import type { Context } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { type Contract, type Fn, findVariable } from '../project.ts'
import { calleeName, calleeOf, isMember, isSender, isTime, type Node, namesIn, rootOf, some, spell, walk } from '../tree.ts'
import { recovers } from './signatures.ts'

export function oracles(context: Context): void {
  for (const fn of context.functions) {
    const body = fn.node.body as Node
    const doesSums =
      some(body, (one) => one.type === 'BinaryOperation' && ['*', '/'].includes(one.operator)) ||
      some(body, (one) => one.type === 'FunctionCall' && /^(mulDiv|mul|div|quote|getAmount\w+)$/.test(calleeName(one)))
    for (const node of walk(body)) {
      if (node.type !== 'FunctionCall') continue
      const name = calleeName(node)
      if ((name === 'getReserves' || name === 'slot0' || isSpotQuestion(node, fn)) && doesSums && !isTrade(fn))
        context.raise('spot-price', node, fn, `${spell(node)} is what the last trade made of it`)
      else if (name === 'balanceOf' && isPriceLike(fn) && isPool(node))
        context.raise('spot-price', node, fn, `${spell(node)} of a pool is what the last trade made of it`)
      else if (name === 'latestAnswer') context.raise('stale-price', node, fn, 'latestAnswer says nothing of its age')
      else if (/^get(Ema)?PriceUnsafe$/.test(name) && !some(body, (one) => one.memberName === 'publishTime'))
        context.raise('stale-price', node, fn, `${spell(node)} is used whenever it was published`)
      else if (name === 'latestRoundData' && !asksAge(fn, node))
        context.raise('stale-price', node, fn, `the price of ${spell(node)} is used however old it is`)
    }
    const ratio = [...walk(body)].find(
      (one) =>
        one.type === 'BinaryOperation' &&
        one.operator === '/' &&
        isPriceLike(fn) &&
        balances(one.left, fn) &&
        balances(one.right, fn),
    )
    if (ratio !== undefined)
      context.raise('spot-price', ratio, fn, `${spell(ratio)} is a ratio of balances that one trade can move`)
  }
}

/** A pool that is asked for its price of this moment. */
const isSpotQuestion = (node: Node, fn: Fn): boolean =>
  calleeOf(node).type === 'MemberAccess' &&
  (/^(get)?(spot|instant)_?price/i.test(calleeName(node)) ||
    (/^getAmounts?(Out|In)$/.test(calleeName(node)) && isPriceLike(fn))) &&
  !some(calleeOf(node).expression, (one) => one.type === 'Identifier' && /oracle|twap|feed/i.test(one.name))

const isTrade = (fn: Fn): boolean => /^_?(swap|add_?liq|remove|mint|burn|sync|skim|_update|flash)/i.test(fn.name)
const isPriceLike = (fn: Fn): boolean => /price|quote|rate|value|collateral|deposit_?required|oracle|borrow/i.test(fn.name)
const isPool = (node: Node): boolean =>
  (node.arguments as Node[]).some((one) => some(one, (part) => part.type === 'Identifier' && /pair|pool|amm|lp/i.test(part.name)))
const balances = (node: Node, fn: Fn): boolean =>
  some(node, (one) => {
    const source = one.type === 'Identifier' ? (fn.pointers.get(one.name) ?? one) : one
    return (
      (source.type === 'FunctionCall' && calleeName(source) === 'balanceOf') ||
      (source.type === 'MemberAccess' && source.memberName === 'balance')
    )
  })

function asksAge(fn: Fn, call: Node): boolean {
  const parts = [...walk(fn.node.body)].flatMap((one): (Node | null)[] => {
    if (one.type === 'VariableDeclarationStatement' && one.initialValue === call) return one.variables
    return one.type === 'BinaryOperation' && one.right === call && one.left.type === 'TupleExpression' ? one.left.components : []
  })
  if (parts.length === 0) return some(fn.node.body, isTime)
  const updatedAt = parts[3]?.name as string | undefined
  return updatedAt !== undefined && [...conditionsIn(fn.node.body)].some((one) => namesIn(one).has(updatedAt))
}

export function tokens(context: Context): void {
  for (const fn of context.functions) {
    const body = fn.node.body as Node
    const all = [...walk(body)]
    for (const node of all) {
      if (node.type !== 'FunctionCall') continue
      const name = calleeName(node)
      const values = node.arguments as Node[]
      if (/^(safeT|t)ransferFrom$/.test(name) && values.length >= 3) feeOnTransfer(context, fn, values, all)
      if (
        /^(swap\w*|exactInput\w*|exactOutput\w*|addLiquidity\w*|removeLiquidity\w*)$/.test(name) &&
        calleeOf(node).type === 'MemberAccess'
      )
        slippage(context, fn, node, values)
    }
  }
}

function feeOnTransfer(context: Context, fn: Fn, values: readonly Node[], all: readonly Node[]): void {
  const [from, to, amount] = values.slice(-3) as [Node, Node, Node]
  if (!some(from, isSender) || !namesIn(to).has('this') || amount.type !== 'Identifier') return
  if (
    all.some(
      (one) =>
        one.type === 'FunctionCall' &&
        calleeName(one) === 'balanceOf' &&
        (one.arguments as Node[]).some((value) => namesIn(value).has('this')),
    )
  )
    return
  const credit = all.find(
    (one) =>
      one.type === 'BinaryOperation' &&
      ['+=', '='].includes(one.operator) &&
      rootOf(one.left).indexes.length > 0 &&
      namesIn(one.right).has(amount.name) &&
      some(one.left, isSender),
  )
  if (credit !== undefined)
    context.raise('fee-on-transfer', credit, fn, `${amount.name} is credited whole, although a token with a fee delivers less`)
}

/** Its own pool trades at whatever it holds when the call arrives, and the caller cannot say what it wants at least. */
export function trades(context: Context): void {
  for (const { fn, contract, flow } of context.entries) {
    if (fn.isView || !/^_?(swap|buy|sell|exchange|trade)/i.test(fn.name)) continue
    if (fn.params.some(({ name }) => /min|least|expect|slippage|limit|max|deadline/i.test(name ?? ''))) continue
    const ratio = [...flow.reached].flatMap((one) =>
      [...walk(one.node.body)].filter((node) => isPoolPrice(node, one, contract)),
    )[0]
    const pays = flow.calls.some(({ kind, name, target, node }) =>
      kind === 'method' ? /^(safeT|t)ransfer$/.test(name) : target !== null && some(node, isSender),
    )
    if (ratio !== undefined && pays)
      context.raise('no-slippage', ratio, fn, `${spell(ratio)} is what comes out, however little that is by then`, {
        confidence: 0.5,
      })
  }
}

/** a * x / (b + x), where a and b are state. */
const isPoolPrice = (node: Node, fn: Fn, contract: Contract): boolean => {
  if (node.type !== 'BinaryOperation' || node.operator !== '/') return false
  const isState = (one: Node) =>
    one.type === 'Identifier' && !fn.locals.has(one.name) && findVariable(contract, one.name)?.isDeclaredConst === false
  const isProduct = some(node.left, (one) => one.type === 'BinaryOperation' && one.operator === '*' && some(one, isState))
  const isSum = some(node.right, (one) => one.type === 'BinaryOperation' && one.operator === '+' && some(one, isState))
  return isProduct && isSum
}

function slippage(context: Context, fn: Fn, node: Node, values: readonly Node[]): void {
  const struct = values[0]?.type === 'FunctionCall' ? (values[0] as Node) : undefined
  const named =
    struct === undefined ? [] : (struct.names as string[]).map((name, i) => ({ name, value: struct.arguments[i] as Node }))
  const isZero = (one: Node | undefined) => one?.type === 'NumberLiteral' && Number(one.number) === 0
  const unlimited = /^swapExact|^swapTokens/.test(calleeName(node))
    ? isZero(values[calleeName(node).startsWith('swapExactETH') ? 0 : 1])
    : named.some(({ name, value }) => /Minimum|Min$/.test(name) && isZero(value))
  const now = values.some((one) => isTime(one)) || named.some(({ name, value }) => name === 'deadline' && isTime(value))
  if (unlimited) context.raise('no-slippage', node, fn, 'whatever comes out is taken: the least amount is 0')
  else if (now) context.raise('no-slippage', node, fn, 'block.timestamp as deadline is never past', { severity: 'low' })
}

export function contractChecks(context: Context): void {
  for (const fn of context.functions) {
    if (fn.contract.kind === 'library' || some(fn.node.body, (one) => isMember(one, 'tx', 'origin'))) continue
    if (!/iscontract|isEOA|onlyHuman|noContract/i.test(fn.name)) {
      const asked = [...conditionsIn(fn.node.body)].find((one) => asksCallersCode(one, fn))
      if (asked !== undefined) context.raise('code-size', asked, fn, 'a contract has no code while its constructor runs')
      continue
    }
    const size = [...walk(fn.node.body)].find(
      (one) =>
        (one.type === 'AssemblyCall' && one.functionName === 'extcodesize') ||
        (one.type === 'MemberAccess' &&
          one.memberName === 'length' &&
          one.expression.type === 'MemberAccess' &&
          one.expression.memberName === 'code'),
    )
    if (size !== undefined) context.raise('code-size', size, fn, 'a contract has no code while its constructor runs')
  }
}

/** No code at msg.sender is taken for a person. */
const asksCallersCode = (condition: Node, fn: Fn): boolean =>
  some(condition, (one) => {
    if (one.type !== 'BinaryOperation' || one.operator !== '==' || one.right.number !== '0') return false
    if (spell(one.left) === 'msg.sender.code.length') return true
    return (
      one.left.type === 'Identifier' &&
      some(
        fn.node.body,
        (part) =>
          part.type === 'AssemblyAssignment' &&
          part.names[0]?.name === one.left.name &&
          part.expression?.functionName === 'extcodesize' &&
          part.expression.arguments[0]?.functionName === 'caller',
      )
    )
  })

/** A check of every member of a list lets the empty list through. */
export function emptyLists(context: Context): void {
  for (const fn of context.functions) {
    const given = paramsOf(fn)
    for (const loop of walk(fn.node.body)) {
      if (
        loop.type !== 'ForStatement' ||
        !some(
          loop.body,
          (one) => recovers(one) || (one.type === 'FunctionCall' && /^verify(Sig\w*|Proof)?$/i.test(calleeName(one))),
        )
      )
        continue
      const lists = [...walk(loop.conditionExpression)]
        .filter((one) => one.type === 'MemberAccess' && one.memberName === 'length')
        .map((one) => rootOf(one.expression).name ?? '')
      const asked = [...conditionsIn(fn.node.body)].some((one) => isLengthAsked(one, lists) && one !== loop.conditionExpression)
      // Of a list of a fixed length there is no empty one.
      const isFixed = (name: string) => fn.params.some((one) => one.name === name && one.typeName?.length != null)
      if (lists.some((name) => given.has(name) && !isFixed(name)) && !asked)
        context.raise('empty-list', loop, fn, `an empty ${lists[0]} passes: nothing is checked`)
    }
  }
}

const isLengthAsked = (condition: Node, lists: readonly string[]): boolean =>
  some(
    condition,
    (one) => one.type === 'MemberAccess' && one.memberName === 'length' && lists.includes(rootOf(one.expression).name ?? ''),
  )
