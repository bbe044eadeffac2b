// Who may call: whether a function lets only some callers through, and what says so.
import type { Flow } from './flow.ts'
import { type Contract, type Fn, findFunction } from './project.ts'
import { calleeName, calleeOf, isComparison, isMember, isSender, type Node, namesIn, rootOf, some, walk } from './tree.ts'

const guardName =
  /^_?(only|auth|requires?Auth|restrict|governance|initializer|reinitializer|whenOwner|is(Owner|Admin|Auth)|check(Owner|Role|Auth|Admin|Can|Caller)|_?enforce|assert(Owner|Only|Caller)|requireOwner|has(Role|Permission)|can[A-Z])/i
const signed = /^(ecrecover|recover|tryRecover|isValidSignatureNow|isValidSignature|verify|processProof|verifyCalldata)$/

/** The conditions that stop a call: of require and assert, and of an if that reverts. */
export function* conditionsIn(root: Node | null | undefined): Generator<Node> {
  for (const node of walk(root)) {
    if (node.type === 'FunctionCall' && ['require', 'assert'].includes(calleeName(node)) && node.arguments[0])
      yield node.arguments[0]
    else if (node.type === 'IfStatement') yield node.condition
    else if (node.type === 'WhileStatement' && node.condition) yield node.condition
  }
}

const pays = /^(transfer|transferFrom|safeTransfer|safeTransferFrom|send|sendValue|call)$/

// Who is paid within a condition is not asked who it is.
function asksSender(condition: Node, senders: ReadonlySet<string>): boolean {
  const isAsked = (node: Node) =>
    isSender(node) || isMember(node, 'tx', 'origin') || (node.type === 'Identifier' && senders.has(node.name))
  if (!some(condition, isAsked)) return false
  const receivers = new Set<Node>()
  for (const node of walk(condition)) {
    if (node.type !== 'FunctionCall' || calleeOf(node).type !== 'MemberAccess') continue
    // Nor is whoever answers for itself.
    for (const part of walk(pays.test(calleeName(node)) ? node : calleeOf(node).expression)) receivers.add(part)
  }
  return some(condition, (node) => isAsked(node) && !receivers.has(node))
}

export type Guard = { readonly kind: 'caller' | 'signature' | 'once'; readonly by: string }

/** What stops strangers on the way of a flow; null where nothing does. */
export function guardOf(flow: Flow): Guard | null {
  for (const { name, node } of flow.modifiers) {
    if (guardName.test(name)) return { kind: 'caller', by: name }
    if (node !== undefined && modifierGuards(node) !== null) return { kind: 'caller', by: name }
  }
  for (const fn of flow.reached) {
    const found = guardIn(fn)
    if (found !== null) return found
  }
  return null
}

const guards = new WeakMap<Fn, { readonly found: Guard | null }>()

function guardIn(fn: Fn): Guard | null {
  const known = guards.get(fn) ?? { found: bodyGuards(fn.node.body) ?? guardCalled(fn.node.body) }
  guards.set(fn, known)
  return known.found
}

function guardCalled(body: Node | null | undefined): Guard | null {
  for (const node of walk(body)) {
    if (node.type !== 'FunctionCall') continue
    const name = calleeName(node)
    if (guardName.test(name)) return { kind: 'caller', by: name }
    if (signed.test(name)) return { kind: 'signature', by: name }
  }
  return null
}

const modifiers = new WeakMap<Node, { readonly found: Guard | null }>()

function modifierGuards(node: Node): Guard | null {
  const known = modifiers.get(node) ?? { found: bodyGuards(node.body) }
  modifiers.set(node, known)
  return known.found
}

function bodyGuards(body: Node | null | undefined): Guard | null {
  const senders = new Set<string>()
  for (const node of walk(body))
    if (
      node.type === 'VariableDeclarationStatement' &&
      node.initialValue &&
      node.variables[0]?.name &&
      isSender(node.initialValue)
    )
      senders.add(node.variables[0].name)
  let weak: Guard | null = null
  for (const condition of conditionsIn(body)) {
    if (asksSender(condition, senders) && !isOnlyZero(condition)) {
      if (!isAmount(condition) && !isOncePerCaller(condition)) return { kind: 'caller', by: 'a condition on msg.sender' }
      weak = { kind: 'caller', by: ownAmount }
    }
    if (some(condition, (node) => node.type === 'Identifier' && /initiali[sz]ed|_initialized/i.test(node.name)))
      return { kind: 'once', by: 'an initialised flag' }
  }
  return weak
}

/** Whoever has enough may call: that stops nobody who has. */
export const ownAmount = "an amount of msg.sender's"

/** That the caller has not been here before stops nobody the first time. */
function isOncePerCaller(condition: Node): boolean {
  if (condition.type !== 'UnaryOperation' || condition.operator !== '!') return false
  const { indexes } = rootOf(condition.subExpression)
  return indexes.some((one) => some(one, isSender))
}

const isAmount = (condition: Node): boolean =>
  [...walk(condition)].every((node) => !isComparison(node) || !some(node, isSender) || /^[<>]=?$/.test(node.operator)) &&
  [...walk(condition)].some((node) => isComparison(node) && some(node, isSender))

// A caller is never the zero address, and asking whether it is a person stops nobody.
function isOnlyZero(condition: Node): boolean {
  if (condition.type === 'UnaryOperation' && condition.operator === '!') return isOnlyZero(condition.subExpression)
  if (condition.type === 'FunctionCall' && /^_?isContract$/i.test(calleeName(condition))) return true
  if (!isComparison(condition)) return false
  const names = namesIn(condition)
  const others = [...names].filter((name) => name !== 'msg' && name !== 'tx')
  return others.length === 0 && !some(condition, (node) => node.type === 'IndexAccess')
}

/** State that conditions compare the caller with: who may write it is who rules. */
export function rulersOf(contract: Contract): Set<string> {
  const rulers = new Set<string>()
  const look = (body: Node | null | undefined) => {
    for (const condition of conditionsIn(body))
      for (const node of walk(condition))
        if (node.type === 'BinaryOperation' && (node.operator === '==' || node.operator === '!='))
          for (const [one, other] of [
            [node.left, node.right],
            [node.right, node.left],
          ] as [Node, Node][])
            if ((isSender(one) || isMember(one, 'tx', 'origin')) && other.type === 'Identifier') rulers.add(other.name)
  }
  for (const one of contract.line) {
    for (const modifier of one.modifiers.values()) look(modifier.body)
    for (const fn of one.functions) look(fn.node.body)
    for (const [name, variable] of one.variables)
      if (
        /^_?(owner|admin|governor|governance|operator|minter|controller|authority|implementation)$/i.test(name) &&
        /address/.test(variable.typeName?.name ?? '')
      )
        rulers.add(name)
  }
  return rulers
}

export const paramsOf = (fn: Fn): Set<string> => new Set(fn.params.flatMap((one) => (one.name ? [one.name as string] : [])))

/** What the contract itself holds, of ether or of a token: asked here, or in a function that is called and, by its nodes, asks for it. */
export function isOwnBalance(node: Node, fn: Fn, asksForIt: (inCalled: Node) => boolean): boolean {
  if (node.type === 'MemberAccess') return node.memberName === 'balance' && namesIn(node.expression).has('this')
  if (node.type !== 'FunctionCall') return false
  if (calleeName(node) === 'balanceOf') return isBalanceOfThis(node)
  if (calleeOf(node).type !== 'Identifier') return false
  return some(findFunction(fn.contract, calleeName(node), node.arguments.length)?.node.body, asksForIt)
}

export const isBalanceOfThis = (node: Node): boolean =>
  node.type === 'FunctionCall' &&
  calleeName(node) === 'balanceOf' &&
  (node.arguments as Node[]).some((one) => namesIn(one).has('this'))
