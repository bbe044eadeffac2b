// Results that nobody looks at, code run for a stranger, and one payment counted more than once.
import type { Context } from '../context.ts'
import { paramsOf } from '../guards.ts'
import { findFunction, findVariable } from '../project.ts'
import { calleeName, calleeOf, isMember, isName, type Node, namesIn, some, spell, walk } from '../tree.ts'
import { isAddress, isContractType, typeOf } from '../types.ts'

const silent = new Set(['call', 'send', 'delegatecall', 'callcode'])

export function uncheckedCalls(context: Context): void {
  for (const fn of context.functions) {
    let read: ReadonlySet<string> | null = null
    // A function that drops one answer after another lacks one habit: the first is told, the others are notes.
    let isTold = false
    for (const node of walk(fn.node.body)) {
      if (node.type === 'ExpressionStatement' && node.expression?.type === 'FunctionCall') {
        const call = node.expression as Node
        const callee = calleeOf(call)
        if (callee.type !== 'MemberAccess') continue
        const type = typeOf(callee.expression, fn, fn.contract, context.project)
        const isToken = isContractType(type, fn.contract, context.project)
        if (silent.has(callee.memberName) && !isToken && call.arguments.length <= 20) {
          // What runs on this contract's own state is told as that.
          const isNote: boolean = isTold || callee.memberName === 'delegatecall' || callee.memberName === 'callcode'
          isTold ||= !isNote
          context.raise(
            'unchecked-call',
            call,
            fn,
            `the result of ${spell(call)} is dropped`,
            isNote ? { severity: 'low', confidence: 0.4 } : {},
          )
        } else if (
          (callee.memberName === 'transfer' && call.arguments.length === 2) ||
          (callee.memberName === 'transferFrom' && call.arguments.length === 3)
        ) {
          if (isToken) context.raise('unchecked-transfer', call, fn, `the result of ${spell(call)} is dropped`)
        }
      } else if (
        node.type === 'VariableDeclarationStatement' &&
        node.initialValue?.type === 'FunctionCall' &&
        silent.has(calleeName(node.initialValue))
      ) {
        if (!isAddress(typeOf(calleeOf(node.initialValue).expression ?? node, fn, fn.contract, context.project))) continue
        const flag = (node.variables as (Node | null)[])[0]?.name as string | undefined
        read ??= namesIn(fn.node.body)
        const isRead = flag !== undefined && read.has(flag)
        if (!isRead)
          context.raise(
            'unchecked-call',
            node.initialValue,
            fn,
            `the result of ${spell(node.initialValue)} is kept and never asked`,
          )
      }
    }
  }
}

export function delegations(context: Context): void {
  const raised = new Set<Node>()
  for (const { fn, contract, flow, guard } of context.entries) {
    if (guard?.kind === 'caller') continue
    for (const call of flow.calls) {
      if (
        (call.kind !== 'delegatecall' && call.kind !== 'callcode') ||
        raised.has(call.node) ||
        call.node.type !== 'FunctionCall'
      )
        continue
      const given = paramsOf(call.fn)
      const target = call.target === null ? new Set<string>() : namesIn(call.target)
      const data = call.node.arguments[0] as Node | undefined
      const fromData =
        data !== undefined &&
        (some(data, (one) => isMember(one, 'msg', 'data')) || [...namesIn(data)].some((name) => given.has(name)))
      const toInput = [...target].some((name) => given.has(name) && (call.fn === fn || paramsOf(fn).size > 0))
      const variable = [...target].map((name) => findVariable(contract, name)).find((one) => one !== undefined)
      const isOwn =
        isName(call.target ?? call.node, 'this') || spell(call.target) === 'address(this)' || spell(call.target) === '…(this)'
      if (isOwn) continue
      if (toInput) context.raise('delegatecall-input', call.node, call.fn, `${spell(call.target)} comes from the caller`)
      else if (fromData && variable !== undefined && !variable.isDeclaredConst)
        context.raise(
          'delegatecall-data',
          call.node,
          call.fn,
          `the caller's data runs as ${spell(call.target)} on this contract's state`,
        )
      else continue
      raised.add(call.node)
    }
  }
}

export function paymentInLoop(context: Context): void {
  const raised = new Set<Node>()
  for (const { fn, flow } of context.entries)
    for (const call of flow.calls)
      if (fn.isPayable && call.inLoop && call.kind === 'delegatecall' && call.fn !== fn && !raised.has(call.node)) {
        raised.add(call.node)
        context.raise('msg-value-in-loop', call.node, call.fn, `every turn of ${fn.name} sees the same msg.value`)
      }
  for (const fn of context.functions)
    for (const loop of walk(fn.node.body)) {
      if (!/^(For|While|DoWhile)Statement$/.test(loop.type)) continue
      for (const node of walk(loop.body))
        if (isMember(node, 'msg', 'value'))
          context.raise('msg-value-in-loop', node, fn, 'msg.value is the same in every turn of the loop')
        else if (node.type === 'FunctionCall' && calleeName(node) === 'delegatecall' && fn.isPayable)
          context.raise('msg-value-in-loop', node, fn, 'every turn sees the same msg.value')
        else if (node.type === 'FunctionCall' && calleeOf(node).type === 'Identifier') {
          const called = findFunction(fn.contract, calleeName(node), node.arguments.length)
          for (const part of walk(called?.node.body))
            if (isMember(part, 'msg', 'value'))
              context.raise(
                'msg-value-in-loop',
                part,
                called!,
                `${fn.name} calls this in a loop, and each turn sees the same msg.value`,
              )
        }
    }
}

/** Before and after a call the balance is compared, and what a deposit within it adds counts as paid back. */
export function balanceAfterCall(context: Context): void {
  for (const { fn, flow, contract } of context.entries) {
    const call = flow.calls.find((one) => one.value !== null && ['call', 'method'].includes(one.kind) && one.fn === fn)
    if (call === undefined) continue
    const isOwn = (node: Node) => node.type === 'MemberAccess' && node.memberName === 'balance' && namesIn(node).has('this')
    const asks = [...walk(fn.node.body)].some(
      (node) =>
        node.type === 'BinaryOperation' &&
        /^[<>]=?$/.test(node.operator) &&
        some(node, isOwn) &&
        (node.loc?.start.line ?? 0) > (call.node.loc?.start.line ?? 0),
    )
    const deposit = context
      .entriesOf(contract)
      .find(
        (other) =>
          other.fn !== fn &&
          other.fn.isPayable &&
          other.flow.writes.some(
            ({ node }) => node.operator === '+=' && some(node.right, (one) => isMember(one, 'msg', 'value')),
          ),
      )
    if (asks && deposit !== undefined)
      context.raise(
        'balance-after-call',
        fn.node,
        fn,
        `what the borrower puts in by ${deposit.fn.name} counts as paid back, and is its own to take`,
      )
  }
}

/** Who is paid is asked after what is sold has changed hands. */
export function paysNewOwner(context: Context): void {
  for (const fn of context.functions) {
    const all = [...walk(fn.node.body)].filter((node) => node.type === 'FunctionCall')
    const moved = all.find(
      (node) =>
        /^(safeT|t)ransferFrom$/.test(calleeName(node)) &&
        some((node.arguments as Node[])[0], (one) => one.type === 'FunctionCall' && calleeName(one) === 'ownerOf'),
    )
    if (moved === undefined) continue
    const paid = all.find(
      (node) =>
        ['sendValue', 'transfer', 'send', 'call', 'safeTransferETH'].includes(calleeName(node)) &&
        some(node, (one) => one.type === 'FunctionCall' && calleeName(one) === 'ownerOf') &&
        (node.loc?.start.line ?? 0) > (moved.loc?.start.line ?? 0),
    )
    if (paid !== undefined)
      context.raise('pays-new-owner', paid, fn, `${spell(paid)} pays the buyer, who owns it since line ${moved.loc?.start.line}`)
  }
}

const callbacks =
  /^(executeOperation|onFlashLoan|uniswapV[23](Call|SwapCallback|FlashCallback|MintCallback)|pancake(V3SwapCallback|Call)|receiveFlashLoan|callFunction|onMorphoFlashLoan|algebraSwapCallback|swapCallback|flashLoanCallback|ccipReceive|lzReceive|unlockCallback|lockAcquired|(before|after)(Swap|AddLiquidity|RemoveLiquidity|Donate|Initialize))$/

export function callbacksAnyoneCalls(context: Context): void {
  for (const { fn, guard, flow } of context.entries) {
    if (!callbacks.test(fn.name) || guard?.kind === 'caller') continue
    if (flow.calls.length === 0 && flow.writes.length === 0) continue
    const asksInitiator =
      [...namesIn(fn.node.body)].some((name) => /initiator/i.test(name)) &&
      some(fn.node.body, (one) => one.type === 'IfStatement' || isName(one, 'require'))
    if (!asksInitiator)
      context.raise('unprotected-callback', fn.node, fn, `${fn.name} asks neither who calls nor who began the loan`)
  }
}

export function permitsByCall(context: Context): void {
  for (const fn of context.functions)
    for (const node of walk(fn.node.body)) {
      if (node.type !== 'FunctionCall' || calleeName(node) !== 'call') continue
      const data = node.arguments[0] as Node | undefined
      if (
        data !== undefined &&
        some(
          data,
          (one) =>
            (one.type === 'StringLiteral' && /^permit\(/.test(one.value)) ||
            (one.type === 'MemberAccess' && one.memberName === 'permit'),
        )
      )
        context.raise('permit-fallback', node, fn, 'a token with a fallback answers a permit that it does not have')
    }
}

/** A lender that takes its fee of a receiver whom anybody names. */
export function loansForOthers(context: Context): void {
  for (const { fn, flow, guard } of context.entries) {
    if (!/^flash(Loan|Borrow)?$/i.test(fn.name) || guard?.kind === 'caller') continue
    const given = paramsOf(fn)
    const takes = flow.calls.find(
      (call) =>
        /^(safeT|t)ransferFrom$/.test(call.name) &&
        [...namesIn((call.node.arguments as Node[])[0])].some((name) => given.has(name)),
    )
    if (takes !== undefined)
      context.raise('loan-for-others', fn.node, fn, `${spell(takes.node)} charges a receiver that did not ask`)
  }
}

/** Tokens are moved from whom the caller names. */
export function takesFromOthers(context: Context): void {
  const raised = new Set<Node>()
  for (const { fn, flow, guard, contract } of context.entries) {
    if (guard !== null) continue
    const given = paramsOf(fn)
    for (const call of flow.calls) {
      if (call.kind !== 'method' || !/^(safeT|t)ransferFrom$/.test(call.name) || call.fn !== fn || raised.has(call.node)) continue
      const from = (call.node.arguments as Node[])[call.node.arguments.length - 3] as Node | undefined
      if (from?.type !== 'Identifier') continue
      // An account that the contract keeps: its allowance is spent for whom the caller names.
      const to = (call.node.arguments as Node[])[call.node.arguments.length - 2]
      const isKept =
        !fn.locals.has(from.name) &&
        isAddress(findVariable(contract, from.name)?.typeName ?? null) &&
        to?.type === 'Identifier' &&
        given.has(to.name)
      if (!given.has(from.name) && !isKept) continue
      if (some(fn.node.body, (one) => one.type === 'MemberAccess' && one.memberName === 'sender')) continue
      raised.add(call.node)
      context.raise(
        'arbitrary-from',
        call.node,
        fn,
        isKept ? `${from.name} pays whom the caller names` : `${from.name} is whoever the caller names`,
      )
    }
  }
}
