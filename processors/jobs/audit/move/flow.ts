// What happens when a stranger calls a function: every step of it and of what it calls in the project, with where each value comes from.
import { canonicalPath, type Fn, findStruct, nameOfType, type Project } from './project.ts'
import type { Expr } from './tree.ts'
import type { Called, Typing } from './typing.ts'
import { bare, some } from './walk.ts'

/** sender, signer, state (stored for all), own (stored for the caller), given (handed over by value), fixed (a constant), chain (a time or number of the chain), type (a type's own name), param:name. */
export type Origins = ReadonlySet<string>

export type Fact = { readonly node: Expr; readonly fn: Fn } & (
  | { readonly kind: 'global'; readonly struct: string; readonly isWrite: boolean; readonly address: Origins }
  | { readonly kind: 'write'; readonly field: string; readonly root: Origins; readonly value: Origins; readonly depth: number }
  | { readonly kind: 'call'; readonly called: Called; readonly args: readonly Origins[] }
  | { readonly kind: 'check'; readonly origins: Origins; readonly stops: boolean; readonly isLoop?: boolean }
  /** What is left of a value when it is divided. */
  | { readonly kind: 'rest'; readonly origins: Origins }
)

export type Flow = {
  readonly facts: readonly Fact[]
  readonly returns: Origins
  readonly reached: ReadonlySet<Fn>
  readonly isCut: boolean
}

type Frame = { readonly fn: Fn; readonly env: Map<string, Set<string>>; readonly returns: Set<string>; readonly depth: number }
export type Budget = { left: number }

const mostDeep = 12
const known =
  /^(timestamp_ms|now_seconds|now_microseconds|epoch|epoch_timestamp_ms|get_current_block_height|fresh_object_address|digest)$/
const mostSteps = 20_000
const nothing: Origins = new Set()

const everybodys =
  /(^(Shared|Global)\w*|Pool|Vault|Treasury|Bank|Registry|Market|Marketplace|Protocol|Reserve|Escrow|DAO|Leaderboard|Orderbook|OrderBook|Lottery|Auction)$/

export function originOfParam(fn: Fn, place: number, project: Project, shared: ReadonlySet<string>): Set<string> {
  const { name, type } = fn.item.params[place]!
  const word = nameOfType(type)
  if (word === 'signer') return new Set(['signer'])
  if (word === 'TxContext') return new Set(['context'])
  if (type.kind !== 'ref') {
    const struct = type.kind === 'path' ? findStruct(canonicalPath(type.path, fn.module), project) : null
    const isValue = struct !== null || ['Coin', 'Balance', 'FungibleAsset', 'Token'].includes(word)
    return new Set([isValue ? 'given' : `param:${name}`, ...(isValue ? [`param:${name}`] : [])])
  }
  const path = type.to.kind === 'path' ? canonicalPath(type.to.path, fn.module) : []
  // A type that was not given, by whose name it is everybody's.
  const isElsewhere = type.to.kind === 'path' && findStruct(path, project) === null && everybodys.test(word)
  const isShared = shared.has(path.join('::')) || (isElsewhere && type.isMut)
  return new Set([isShared ? 'state' : 'handed'])
}

export function followFrom(entry: Fn, project: Project, typing: Typing, shared: ReadonlySet<string>, budget: Budget): Flow {
  const facts: Fact[] = []
  const reached = new Set<Fn>()
  const active = new Set<Fn>()
  let steps = Math.min(mostSteps, budget.left)
  const given = steps
  let isCut = false
  let isWriting = false
  const env = new Map(entry.item.params.map(({ name }, place) => [name, originOfParam(entry, place, project, shared)]))
  const returns = run(entry, env, 0)
  budget.left -= given - Math.max(0, steps)
  return { facts, returns, reached, isCut }

  function run(fn: Fn, locals: Map<string, Set<string>>, depth: number): Set<string> {
    reached.add(fn)
    active.add(fn)
    const frame: Frame = { fn, env: locals, returns: new Set(), depth }
    if (fn.item.body !== null) add(frame.returns, of(fn.item.body, frame))
    active.delete(fn)
    return frame.returns
  }

  function of(node: Expr, frame: Frame): Origins {
    if (--steps < 0) {
      isCut = true
      return nothing
    }
    switch (node.kind) {
      case 'name':
        return frame.env.get(node.path.join('::')) ?? (/^[A-Z]/.test(node.path.at(-1)!) ? new Set(['fixed']) : nothing)
      case 'literal':
        return new Set(['fixed'])
      case 'call':
      case 'method':
        return call(node, frame)
      case 'let':
        return declare(node, frame)
      case 'assign':
        return assign(node, frame)
      case 'block': {
        let last: Origins = nothing
        for (const one of node.body) last = of(one, frame)
        return node.hasValue ? last : nothing
      }
      case 'if': {
        const tested = of(node.test, frame)
        facts.push({
          kind: 'check',
          node: node.test,
          fn: frame.fn,
          origins: tested,
          stops: stops(node.then) || stops(node.otherwise),
        })
        return union(of(node.then, frame), node.otherwise === null ? nothing : of(node.otherwise, frame))
      }
      case 'loop': {
        if (node.test !== null) {
          const tested = of(node.test, frame)
          facts.push({ kind: 'check', node: node.test, fn: frame.fn, origins: tested, stops: false, isLoop: true })
          for (const { name } of node.over?.names ?? []) frame.env.set(name, new Set(tested))
        }
        return of(node.body, frame)
      }
      case 'match': {
        const on = of(node.on, frame)
        const found = new Set<string>()
        for (const { pattern, guard, body } of node.arms) {
          for (const { name } of pattern.names) frame.env.set(name, new Set(on))
          if (guard !== null) facts.push({ kind: 'check', node: guard, fn: frame.fn, origins: of(guard, frame), stops: false })
          add(found, of(body, frame))
        }
        return found
      }
      case 'leave':
        if (node.value === null) return nothing
        if (node.how === 'return') add(frame.returns, of(node.value, frame))
        return nothing
      case 'index':
        return index(node, frame)
      case 'pack': {
        const found = new Set<string>()
        for (const { value } of node.fields) add(found, of(value, frame))
        return found
      }
      case 'lambda': {
        for (const name of node.params) if (!frame.env.has(name)) frame.env.set(name, new Set())
        return of(node.body, frame)
      }
      case 'binary': {
        const left = of(node.left, frame)
        if (node.op === '%') facts.push({ kind: 'rest', node, fn: frame.fn, origins: left })
        return union(left, of(node.right, frame))
      }
      case 'list': {
        const found = new Set<string>()
        for (const item of node.items) add(found, of(item, frame))
        return found
      }
      case 'field':
        return of(node.on, frame)
      case 'borrow':
        return lent(node.value, node.isMut, frame)
      case 'unary':
      case 'cast':
      case 'is':
        return of(node.value, frame)
      case 'apply': {
        const found = new Set(of(node.callee, frame))
        for (const arg of node.args) add(found, of(arg, frame))
        return found
      }
      default:
        return nothing
    }
  }

  function lent(node: Expr, isMut: boolean, frame: Frame): Origins {
    const before = isWriting
    isWriting = isMut
    const found = of(node, frame)
    isWriting = before
    return found
  }

  function declare(node: Extract<Expr, { kind: 'let' }>, frame: Frame): Origins {
    const value = node.value === null ? nothing : of(node.value, frame)
    const tuple = node.value?.kind === 'list' && node.value.of === 'tuple' ? node.value.items : null
    for (const { name, field } of node.pattern.names) {
      const item = tuple?.[Number(field)]
      frame.env.set(name, new Set(item === undefined ? value : of(item, frame)))
    }
    return nothing
  }

  function assign(node: Extract<Expr, { kind: 'assign' }>, frame: Frame): Origins {
    const value = of(node.right, frame)
    const left = bare(node.left)
    if (left.kind === 'name' && node.left.kind === 'name') {
      const known = frame.env.get(left.path[0]!)
      if (known === undefined) frame.env.set(left.path[0]!, new Set(value))
      else add(known, value)
      return nothing
    }
    const root = lent(node.left, true, frame)
    const field = left.kind === 'field' ? left.name : left.kind === 'name' ? left.path[0]! : ''
    facts.push({ kind: 'write', node, fn: frame.fn, field, root, value, depth: frame.depth })
    return nothing
  }

  function index(node: Extract<Expr, { kind: 'index' }>, frame: Frame): Origins {
    const key = of(node.index, frame)
    const struct = node.on.kind === 'name' ? canonicalPath(node.on.path, frame.fn.module) : []
    if (findStruct(struct, project) === null) return key.has('sender') ? new Set(['own']) : of(node.on, frame)
    facts.push({ kind: 'global', node, fn: frame.fn, struct: struct.at(-1)!, isWrite: isWriting, address: key })
    return stored(key)
  }

  function call(node: Extract<Expr, { kind: 'call' | 'method' }>, frame: Frame): Origins {
    const called = typing.calledBy(node, frame.fn)!
    const args = called.args.map((one) => (one.kind === 'lambda' ? nothing : of(one, frame)))
    const { name, module, fn } = called
    if (node.isMacro && /^(debug_)?assert/.test(name)) {
      facts.push({ kind: 'check', node: called.args[0] ?? node, fn: frame.fn, origins: args[0] ?? nothing, stops: true })
      return nothing
    }
    for (const one of called.args) if (one.kind === 'lambda') lambda(one, args[0] ?? nothing, frame)
    facts.push({ kind: 'call', node, fn: frame.fn, called, args })
    if ((name === 'sender' && args.length < 2) || (/^(address_of|borrow_address)$/.test(name) && args[0]?.has('signer')))
      return new Set(['sender'])
    if (fn === null && known.test(name)) return new Set(['chain'])
    if (fn === null && /^type_(name|info)$/.test(module)) return new Set(['type'])
    if (/^(borrow_global|borrow_global_mut|move_from)$/.test(name) && module === '') {
      const struct = nameOfType(called.typeArgs[0] ?? null)
      facts.push({ kind: 'global', node, fn: frame.fn, struct, isWrite: name !== 'borrow_global', address: args[0] ?? nothing })
      return stored(args[0] ?? nothing)
    }
    if (fn !== null && fn.item.body !== null && !active.has(fn) && frame.depth < mostDeep) {
      const env = new Map(fn.item.params.map(({ name: param }, i) => [param, new Set(args[i] ?? nothing)]))
      return run(fn, env, frame.depth + 1)
    }
    if (fn !== null && fn.item.body !== null && frame.depth >= mostDeep) isCut = true
    // A record looked up by the caller is the caller's.
    if (args.length > 1 && args.slice(1).some((one) => one.has('sender')) && /borrow|get|remove|load/.test(name))
      return new Set(['own'])
    const found = new Set<string>()
    for (const one of args) add(found, one)
    return found
  }

  function lambda(node: Extract<Expr, { kind: 'lambda' }>, over: Origins, frame: Frame): void {
    for (const name of node.params) frame.env.set(name, new Set(over))
    of(node.body, frame)
  }
}

const stops = (node: Expr | null): boolean => some(node, (one) => one.kind === 'leave' && one.how === 'abort')

const stored = (address: Origins): Set<string> => new Set([address.has('sender') ? 'own' : 'state'])

function add(to: Set<string>, from: Origins): void {
  for (const one of from) to.add(one)
}

function union(a: Origins, b: Origins): Set<string> {
  const found = new Set(a)
  add(found, b)
  return found
}
