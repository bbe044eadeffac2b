// Follows a function statement by statement, calls within the project included: what it calls outside and what it writes after that.
import { type Contract, type Fn, findFunction, findModifier, findVariable, type Project } from './project.ts'
import { calleeName, calleeOf, childrenOf, isAssignment, isName, type Node, optionsOf, rootOf } from './tree.ts'
import { isAddress, isContractType, typeOf } from './types.ts'

export type Call = {
  readonly node: Node
  readonly kind: 'call' | 'delegatecall' | 'callcode' | 'staticcall' | 'send' | 'transfer' | 'method' | 'create' | 'hook'
  readonly name: string
  readonly target: Node | null
  readonly value: Node | null
  readonly fn: Fn
  readonly inLoop: boolean
}
export type Write = {
  readonly name: string
  readonly node: Node
  readonly fn: Fn
  readonly after: ReadonlySet<Call>
  readonly inLoop: boolean
}
export type Flow = {
  readonly entry: Fn
  readonly calls: readonly Call[]
  readonly writes: readonly Write[]
  readonly reads: ReadonlySet<string>
  readonly reached: ReadonlySet<Fn>
  readonly modifiers: readonly { name: string; node: Node | undefined; args: readonly Node[] }[]
  /** Some of the way was not followed: it is longer than one entry may have. */
  readonly isCut: boolean
}

type State = ReadonlySet<Call> | null
const mostSteps = 20_000
/** Of the calls on the way to a write the last ones are kept: nothing that people write has more. */
const mostBefore = 200
const mostDepth = 6
const none: ReadonlySet<Call> = new Set()
const lastOf = (calls: readonly Call[]): ReadonlySet<Call> => new Set(calls.slice(-mostBefore))
const merge = (a: State, b: State): State => (a === null || a === b ? b : b === null ? a : lastOf([...new Set([...a, ...b])]))
const hooks = new Set(['_safeMint', '_safeTransfer', 'safeTransferFrom', '_checkOnERC721Received', 'safeBatchTransferFrom'])
const lowLevel = new Set(['call', 'delegatecall', 'callcode', 'staticcall', 'send', 'transfer'])
/** Library functions that call as call does, and revert where that fails. */
const asCall = /^(sendValue|(force)?[sS]afeTransferETH|functionCall(WithValue)?)$/
const libraries = /^(Address|SafeERC20|SafeTransferLib|TransferHelper|FunctionCall)$/
const ends = new Set(['revert', 'selfdestruct', 'suicide'])

export type Budget = { left: number }

export function flowOf(entry: Fn, contract: Contract, project: Project, budget: Budget): Flow {
  const calls: Call[] = []
  const writes: Write[] = []
  const reads = new Set<string>()
  const reached = new Set<Fn>()
  const modifiers: { name: string; node: Node | undefined; args: readonly Node[] }[] = []
  const most = Math.min(mostSteps, budget.left)
  let steps = 0
  let isCut = false
  let loops = 0

  function enter(fn: Fn, before: State, stack: readonly Fn[]): State {
    if (stack.includes(fn)) return before
    if (stack.length >= mostDepth) {
      isCut = true
      return before
    }
    reached.add(fn)
    const wrapping = ((fn.node.modifiers ?? []) as Node[]).map((one) => ({
      name: one.name as string,
      node: findModifier(contract, one.name),
      args: (one.arguments ?? []) as Node[],
    }))
    if (stack.length === 0) modifiers.push(...wrapping)
    // What a modifier does before its underscore comes first; what it does after is taken with it.
    let state = before
    for (const { node } of wrapping) if (node?.body) state = statement(node.body, state, fn, [...stack, fn])
    return statement(fn.node.body, state ?? before, fn, [...stack, fn])
  }

  // Loops are followed twice, and loops within loops twice as often each.
  function isOver(): boolean {
    if (++steps <= most) return false
    isCut = true
    return true
  }

  function statement(node: Node | null | undefined, before: State, fn: Fn, stack: readonly Fn[]): State {
    if (node === null || node === undefined || before === null || isOver()) return before
    switch (node.type) {
      case 'Block': {
        let state: State = before
        for (const one of node.statements as Node[]) state = statement(one, state, fn, stack)
        return state
      }
      case 'UncheckedStatement':
        return statement(node.block, before, fn, stack)
      case 'IfStatement': {
        const state = expression(node.condition, before, fn, stack)
        const no = node.falseBody ? statement(node.falseBody, state, fn, stack) : state
        return merge(statement(node.trueBody, state, fn, stack), no)
      }
      case 'ForStatement':
      case 'WhileStatement':
      case 'DoWhileStatement': {
        let state = node.initExpression ? statement(node.initExpression, before, fn, stack) : before
        loops++
        // Twice: what one turn calls comes before what the next turn writes.
        for (let turn = 0; turn < 2; turn++) {
          const condition = node.conditionExpression ?? node.condition
          const checked = condition ? expression(condition, state, fn, stack) : state
          const done = statement(node.body, checked, fn, stack)
          state = merge(checked, node.loopExpression ? statement(node.loopExpression, done, fn, stack) : done)
        }
        loops--
        return state
      }
      case 'ReturnStatement':
        expression(node.expression, before, fn, stack)
        return null
      case 'RevertStatement':
      case 'ThrowStatement':
        return null
      case 'VariableDeclarationStatement':
        return expression(node.initialValue, before, fn, stack)
      case 'ExpressionStatement': {
        const state = expression(node.expression, before, fn, stack)
        const ending = node.expression?.type === 'FunctionCall' && ends.has(calleeName(node.expression))
        return ending && calleeOf(node.expression).type === 'Identifier' ? null : state
      }
      case 'TryStatement': {
        const state = expression(node.expression, before, fn, stack)
        let after = statement(node.body, state, fn, stack)
        for (const clause of node.catchClauses as Node[]) after = merge(after, statement(clause.body, state, fn, stack))
        return after
      }
      case 'InlineAssemblyStatement':
        return expression(node.body, before, fn, stack)
      case 'EmitStatement':
        return expression(node.eventCall, before, fn, stack)
      default:
        return before
    }
  }

  function expression(node: Node | null | undefined, before: State, fn: Fn, stack: readonly Fn[]): State {
    if (node === null || node === undefined || before === null || isOver()) return before
    if (isAssignment(node)) {
      let state = expression(node.right, before, fn, stack)
      const targets = node.left.type === 'TupleExpression' ? (node.left.components as (Node | null)[]) : [node.left as Node]
      for (const target of targets) {
        if (!target) continue
        for (const index of rootOf(target).indexes) state = expression(index, state, fn, stack)
        if (node.operator !== '=') state = expression(target, state, fn, stack)
        write(target, node, state ?? none, fn)
      }
      return state
    }
    if (node.type === 'UnaryOperation' && ['++', '--', 'delete'].includes(node.operator)) {
      const state = expression(node.subExpression, before, fn, stack)
      write(node.subExpression, node, state ?? none, fn)
      return state
    }
    if (node.type === 'Identifier') {
      if (!fn.locals.has(node.name) && findVariable(contract, node.name) !== undefined) reads.add(node.name)
      return before
    }
    if (node.type === 'FunctionCall') return call(node, before, fn, stack)
    if (node.type === 'AssemblyCall') return assemblyCall(node, before, fn)
    let state: State = before
    for (const child of childrenOf(node)) state = expression(child, state, fn, stack)
    return state
  }

  function write(target: Node, node: Node, after: ReadonlySet<Call>, fn: Fn): void {
    const { name } = rootOf(target)
    if (name === null) return
    const local = fn.locals.get(name)
    // A storage pointer writes the state that it was taken from.
    if (local !== undefined && local.storageLocation !== 'storage' && !isOldPointer(local, target, fn)) return
    if (local === undefined && findVariable(contract, name) === undefined) return
    writes.push({ name: local === undefined ? name : (pointed(name, fn) ?? name), node, fn, after, inLoop: loops > 0 })
  }

  function call(node: Node, before: ReadonlySet<Call>, fn: Fn, stack: readonly Fn[]): State {
    const callee = calleeOf(node)
    let state: State = before
    if (callee.type === 'MemberAccess') state = expression(callee.expression, state, fn, stack)
    const { value } = optionsOf(node)
    state = expression(value, state, fn, stack)
    for (const one of node.arguments as Node[]) state = expression(one, state, fn, stack)
    const name = calleeName(node)
    const kind = kindOf(node, callee, name, fn)
    if (kind !== null && state !== null) {
      const made: Call = { node, kind, name, ...receiverOf(node, callee, name, value), fn, inLoop: loops > 0 }
      calls.push(made)
      return lastOf([...state, made])
    }
    const inner = resolve(callee, name, node.arguments.length)
    return inner === undefined ? state : (enter(inner, state, stack) ?? state)
  }

  function assemblyCall(node: Node, before: ReadonlySet<Call>, fn: Fn): State {
    const name = node.functionName as string
    if (name === 'sstore' && node.arguments.length === 2)
      writes.push({ name: '(slot)', node, fn, after: before, inLoop: loops > 0 })
    let state: State = before
    for (const one of node.arguments as Node[]) state = expression(one, state, fn, [])
    const kind = name === 'call' || name === 'delegatecall' || name === 'callcode' || name === 'staticcall' ? name : null
    if (kind === null) return state
    const target = (node.arguments as Node[])[1] ?? null
    const value = kind === 'call' ? ((node.arguments as Node[])[2] ?? null) : null
    const made: Call = { node, kind, name, target, value, fn, inLoop: loops > 0 }
    calls.push(made)
    return lastOf([...(state ?? none), made])
  }

  function kindOf(node: Node, callee: Node, name: string, fn: Fn): Call['kind'] | null {
    if (callee.type === 'NewExpression') return callee.typeName?.type === 'UserDefinedTypeName' ? 'create' : null
    if (callee.type === 'Identifier')
      return hooks.has(name) && findFunction(contract, name, node.arguments.length) === undefined ? 'hook' : null
    if (callee.type !== 'MemberAccess') return null
    const owner = callee.expression as Node
    if (isName(owner, 'super') || isName(owner, 'abi')) return null
    const type = typeOf(owner, fn, contract, project)
    if (lowLevel.has(name) && (isAddress(type) || (type === null && node.arguments.length <= 1))) return name as Call['kind']
    const isLibrary = owner.type === 'Identifier' && libraries.test(owner.name)
    if (asCall.test(name) && (isLibrary || isAddress(type)) && !project.byName.has(owner.name)) return 'call'
    if (isLibrary) return 'method'
    if (isName(owner, 'this')) return null
    if (isContractType(type, contract, project)) return 'method'
    return null
  }

  function resolve(callee: Node, name: string, count: number): Fn | undefined {
    if (callee.type === 'Identifier') return findFunction(contract, name, count)
    if (callee.type !== 'MemberAccess') return undefined
    const owner = callee.expression as Node
    if (isName(owner, 'super')) return findFunction(contract, name, count, 1)
    if (isName(owner, 'this')) return findFunction(contract, name, count)
    const named = owner.type === 'Identifier' ? project.byName.get(owner.name) : undefined
    if (named !== undefined) return findFunction(named, name, count)
    for (const one of project.contracts)
      if (one.kind === 'library') {
        const found = one.functions.find((fn) => fn.name === name && fn.params.length === count + 1)
        if (found !== undefined) return found
      }
    return undefined
  }

  enter(entry, none, [])
  budget.left -= Math.min(steps, most)
  return { entry, calls, writes, reads, reached, modifiers, isCut }
}

/** Who is called and with how much ether, by the callee or, in a library's words, by the arguments. */
function receiverOf(node: Node, callee: Node, name: string, value: Node | null): { target: Node | null; value: Node | null } {
  const owner = callee.type === 'MemberAccess' ? (callee.expression as Node) : null
  if (!asCall.test(name)) return { target: owner, value }
  const [first, ...rest] = (
    owner?.type === 'Identifier' && libraries.test(owner.name) ? node.arguments : [owner, ...node.arguments]
  ) as Node[]
  return { target: first ?? null, value: name === 'functionCall' ? null : (rest.at(-1) ?? null) }
}

function pointed(name: string, fn: Fn): string | null {
  const found = fn.pointers.get(name)
  return found === undefined ? null : rootOf(found).name
}

/** Before 0.5 a struct or list taken out of state by var, or without a word where it lies, is the state itself. */
function isOldPointer(local: Node, target: Node, fn: Fn): boolean {
  if (!fn.contract.isOld || local.storageLocation || fn.params.includes(local)) return false
  const isWhole = target.type === 'Identifier'
  const isBig = local.typeName?.name === 'var' || ['UserDefinedTypeName', 'ArrayTypeName'].includes(local.typeName?.type)
  return isBig && !isWhole && fn.pointers.has(local.name)
}
