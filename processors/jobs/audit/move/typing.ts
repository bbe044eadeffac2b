// The types of expressions, as far as declarations, fields and well-known libraries tell them.
import {
  canonical,
  canonicalPath,
  type Fn,
  findFunction,
  findStruct,
  inModule,
  nameOfType,
  type Project,
  plain,
  type Target,
} from './project.ts'
import type { Call, Expr, Method, Type } from './tree.ts'
import { walk } from './walk.ts'

export const simple = (name: string): Type => ({ kind: 'path', path: [name], args: [] })
const named = (module: string, name: string, args: readonly Type[] = []): Type => ({ kind: 'path', path: [module, name], args })

export type Called = Target & { readonly node: Call | Method; readonly args: readonly Expr[]; readonly typeArgs: readonly Type[] }

export type Typing = {
  typeOf(node: Expr, fn: Fn): Type | null
  calledBy(node: Expr, fn: Fn): Called | null
  localsOf(fn: Fn): ReadonlyMap<string, Type | null>
}

const integers = ['u8', 'u16', 'u32', 'u64', 'u128', 'u256']
const element = (type: Type | null): Type | null => {
  const own = plain(type)
  return own?.kind === 'path' ? (own.args.at(-1) ?? null) : null
}

/** Results of libraries that are not given: by module and name. */
const results: Readonly<Record<string, (args: readonly (Type | null)[], typeArgs: readonly Type[]) => Type | null>> = {
  'vector::length': () => simple('u64'),
  'vector::borrow': ([list]) => element(list ?? null),
  'vector::borrow_mut': ([list]) => element(list ?? null),
  'vector::pop_back': ([list]) => element(list ?? null),
  'vector::remove': ([list]) => element(list ?? null),
  'vector::empty': (_, [of]) => ({ kind: 'path', path: ['vector'], args: of === undefined ? [] : [of] }),
  'table::borrow': ([table]) => element(table ?? null),
  'table::borrow_mut': ([table]) => element(table ?? null),
  'option::borrow': ([from]) => element(from ?? null),
  'option::extract': ([from]) => element(from ?? null),
  'coin::value': () => simple('u64'),
  'balance::value': () => simple('u64'),
  'coin::split': ([coin]) => plain(coin ?? null),
  'coin::take': ([balance]) => named('coin', 'Coin', argsOf(balance ?? null)),
  'coin::from_balance': ([balance]) => named('coin', 'Coin', argsOf(balance ?? null)),
  'coin::into_balance': ([coin]) => named('balance', 'Balance', argsOf(coin ?? null)),
  'coin::withdraw': (_, of) => named('coin', 'Coin', of),
  'coin::mint': ([cap], of) => named('coin', 'Coin', of.length > 0 ? of : argsOf(cap ?? null)),
  'balance::split': ([balance]) => plain(balance ?? null),
  'balance::withdraw_all': ([balance]) => plain(balance ?? null),
  'balance::zero': (_, of) => named('balance', 'Balance', of),
  'clock::timestamp_ms': () => simple('u64'),
  'timestamp::now_seconds': () => simple('u64'),
  'timestamp::now_microseconds': () => simple('u64'),
  'tx_context::epoch': () => simple('u64'),
  'tx_context::epoch_timestamp_ms': () => simple('u64'),
  'tx_context::sender': () => simple('address'),
  'signer::address_of': () => simple('address'),
  'object::new': () => named('object', 'UID'),
  'account::create_signer_with_capability': () => simple('signer'),
  'object::generate_signer': () => simple('signer'),
}
const argsOf = (type: Type | null): readonly Type[] => {
  const own = plain(type)
  return own?.kind === 'path' ? own.args : []
}

export function createTyping(project: Project): Typing {
  const known = new Map<Fn, Map<string, Type | null>>()
  const calls = new WeakMap<Expr, Called>()

  function localsOf(fn: Fn): Map<string, Type | null> {
    const made = known.get(fn)
    if (made !== undefined) return made
    const locals = new Map<string, Type | null>()
    known.set(fn, locals)
    for (const { name, type } of fn.item.params) locals.set(name, canonical(type, fn.module))
    for (const node of walk(fn.item.body)) {
      if (node.kind === 'let') bind(node, fn, locals)
      else if (node.kind === 'loop' && node.over !== null)
        for (const { name } of node.over.names) locals.set(name, node.test === null ? null : typeOf(node.test, fn))
    }
    return locals
  }

  function bind(node: Extract<Expr, { kind: 'let' }>, fn: Fn, locals: Map<string, Type | null>): void {
    const type = node.type !== null ? canonical(node.type, fn.module) : node.value === null ? null : typeOf(node.value, fn)
    for (const { name, field } of node.pattern.names) locals.set(name, field === null ? type : part(type, field))
  }

  function part(type: Type | null, field: string): Type | null {
    const own = plain(type)
    if (own?.kind === 'tuple') return own.items[Number(field)] ?? null
    if (own?.kind !== 'path') return null
    const struct = findStruct(own.path, project)
    const found = struct?.item.fields.find(({ name }) => name === field)
    return found === undefined ? null : canonical(found.type, struct!.module)
  }

  function calledBy(node: Expr, fn: Fn): Called | null {
    if (node.kind !== 'call' && node.kind !== 'method') return null
    const made = calls.get(node)
    if (made !== undefined) return made
    const typeArgs = node.typeArgs.map((one) => canonical(one, fn.module))
    const args = node.kind === 'method' ? [node.on, ...node.args] : node.args
    const target = node.kind === 'call' ? findFunction(node.path, fn.module, project) : methodTarget(node, fn)
    const called = { ...target, node, args, typeArgs }
    calls.set(node, called)
    return called
  }

  function methodTarget(node: Method, fn: Fn): Target {
    const type = plain(typeOf(node.on, fn))
    if (type?.kind !== 'path') return soleMethod(node, fn)
    return inModule(type.path.at(-2) ?? type.path[0]!, node.name, fn.module, project)
  }

  // The type is not known, but only one module has such a function for what it defines.
  function soleMethod(node: Method, fn: Fn): Target {
    const target = inModule(fn.module.name, node.name, fn.module, project)
    return target.fn !== null && target.fn.item.params.length === node.args.length + 1
      ? target
      : { module: '', name: node.name, fn: null }
  }

  function typeOf(node: Expr, fn: Fn, depth = 0): Type | null {
    if (depth > 40) return null
    const next = (one: Expr) => typeOf(one, fn, depth + 1)
    switch (node.kind) {
      case 'name': {
        const name = node.path.at(-1)!
        const constant = node.path.length === 1 ? fn.module.item.constants.find((one) => one.name === name) : undefined
        return localsOf(fn).get(name) ?? (constant === undefined ? null : canonical(constant.type, fn.module))
      }
      case 'literal':
        return literalType(node.of, node.text)
      case 'call':
      case 'method':
        return resultOf(calledBy(node, fn)!, fn, depth)
      case 'field':
        return part(next(node.on), node.name)
      case 'index':
        return node.on.kind === 'name' && findStruct(canonicalPath(node.on.path, fn.module), project) !== null
          ? { kind: 'path', path: canonicalPath(node.on.path, fn.module), args: [] }
          : element(next(node.on))
      case 'binary':
        if (['==', '!=', '<', '>', '<=', '>=', '&&', '||'].includes(node.op)) return simple('bool')
        return next(node.left) ?? (['<<', '>>'].includes(node.op) ? null : next(node.right))
      case 'unary':
        return node.op === '*' ? plain(next(node.value)) : next(node.value)
      case 'borrow': {
        const to = next(node.value)
        return to === null ? null : { kind: 'ref', isMut: node.isMut, to }
      }
      case 'cast':
        return canonical(node.type, fn.module)
      case 'block':
        return node.hasValue && node.body.length > 0 ? next(node.body.at(-1)!) : null
      case 'if':
        return next(node.then) ?? (node.otherwise === null ? null : next(node.otherwise))
      case 'pack':
        return {
          kind: 'path',
          path: canonicalPath(node.path, fn.module),
          args: node.typeArgs.map((one) => canonical(one, fn.module)),
        }
      case 'list':
        return node.of === 'vector'
          ? {
              kind: 'path',
              path: ['vector'],
              args: [node.items[0] === undefined ? null : next(node.items[0])].filter((one) => one !== null),
            }
          : { kind: 'tuple', items: node.items.map((one) => next(one) ?? simple('?')) }
      default:
        return null
    }
  }

  function resultOf({ module, name, fn: callee, args, typeArgs }: Called, fn: Fn, depth: number): Type | null {
    if (callee !== null) return callee.item.result === null ? null : canonical(callee.item.result, callee.module)
    if (/^(borrow_global|borrow_global_mut|move_from)$/.test(name)) return typeArgs[0] ?? null
    const types = () => args.map((one) => typeOf(one, fn, depth + 1))
    if (name === 'sender' && args.length < 2) return simple('address')
    const known = results[`${/table|map|bag/.test(module) ? 'table' : module}::${name}`]
    if (known !== undefined) return known(types(), typeArgs)
    return name === 'mul_div' ? simple('u64') : null
  }

  return { typeOf, calledBy, localsOf }
}

function literalType(of: string, text: string): Type | null {
  if (of === 'bool' || of === 'address') return simple(of)
  if (of === 'text') return { kind: 'path', path: ['vector'], args: [simple('u8')] }
  const suffix = integers.find((one) => text.endsWith(one))
  return suffix === undefined ? null : simple(suffix)
}

/** The bits of an integer type; null where it is none or not known. */
export function bitsOf(type: Type | null): number | null {
  const name = nameOfType(type)
  return integers.includes(name) ? Number(name.slice(1)) : null
}
