// The modules of a set of files with what they define, found by name as the compiler would.
import { ownValue } from '../../../../base/own-value.ts'
import type { Parsed } from './parse.ts'
import type { Expr, FunctionItem, ModuleItem, StructItem, Type } from './tree.ts'

export type Fn = {
  readonly name: string
  readonly module: Module
  readonly item: FunctionItem
  /** Anyone may call it, in a transaction or from a module of their own. */
  readonly isOpen: boolean
}
export type Struct = { readonly name: string; readonly module: Module; readonly item: StructItem }
export type Module = {
  readonly name: string
  readonly file: string
  readonly item: ModuleItem
  readonly uses: ReadonlyMap<string, readonly string[]>
  readonly structs: ReadonlyMap<string, Struct>
  readonly functions: ReadonlyMap<string, Fn>
  readonly isSui: boolean
}
export type Project = {
  readonly modules: readonly Module[]
  readonly byName: ReadonlyMap<string, readonly Module[]>
  readonly functions: readonly Fn[]
  readonly tests: readonly string[]
}

const testWords = ['test', 'test_only', 'verify_only', 'random_test']
const isTest = ({ attributes }: { attributes: readonly string[] }): boolean => attributes.some((one) => testWords.includes(one))

// What Sui's newer edition knows without a use.
const implicit: Readonly<Record<string, readonly string[]>> = {
  TxContext: ['sui', 'tx_context', 'TxContext'],
  UID: ['sui', 'object', 'UID'],
  ID: ['sui', 'object', 'ID'],
  Option: ['std', 'option', 'Option'],
}

export function createProject(files: readonly Parsed[]): Project {
  const modules: Module[] = []
  const tests: string[] = []
  for (const { file, modules: items } of files)
    for (const item of items)
      if (isTest(item) || /(^|\/)tests?\//.test(file)) tests.push(`${item.name}: a test module`)
      else modules.push(moduleOf(item, file))
  const byName = new Map<string, Module[]>()
  for (const module of modules) byName.set(module.name, [...(byName.get(module.name) ?? []), module])
  return { modules, byName, functions: modules.flatMap(({ functions }) => [...functions.values()]), tests }
}

function moduleOf(item: ModuleItem, file: string): Module {
  const structs = new Map<string, Struct>()
  const functions = new Map<string, Fn>()
  const uses = new Map(item.uses.map(({ alias, path }) => [alias, path]))
  const isSui =
    item.uses.some(({ path }) => path[0] === 'sui' || path[0] === 'iota') ||
    item.structs.some(({ fields }) => fields.some(({ type }) => nameOfType(type) === 'UID')) ||
    item.functions.some(({ params }) => params.some(({ type }) => nameOfType(type) === 'TxContext'))
  const module: Module = { name: item.name, file, item, uses, structs, functions, isSui }
  for (const one of item.structs) if (!isTest(one)) structs.set(one.name, { name: one.name, module, item: one })
  for (const one of item.functions)
    if (!isTest(one))
      functions.set(one.name, {
        name: one.name,
        module,
        item: one,
        isOpen: (one.visibility === 'public' || one.isEntry || item.isScript) && !one.isMacro && one.body !== null,
      })
  return module
}

export type Target = { readonly module: string; readonly name: string; readonly fn: Fn | null }

/** What a path of a call leads to. */
export function findFunction(path: readonly string[], from: Module, project: Project): Target {
  const name = path.at(-1)!
  if (path.length === 1) {
    const own = from.functions.get(name)
    if (own !== undefined) return { module: from.name, name, fn: own }
    const used = from.uses.get(name)
    return used === undefined ? { module: '', name, fn: null } : inModule(used.at(-2) ?? '', used.at(-1)!, from, project)
  }
  const alias = path.at(-2)!
  const used = path.length === 2 ? from.uses.get(alias) : undefined
  return inModule(alias === 'Self' ? from.name : (used?.at(-1) ?? alias), name, from, project)
}

export function inModule(module: string, name: string, from: Module, project: Project): Target {
  const found = module === from.name ? [from] : (project.byName.get(module) ?? [])
  for (const one of found) {
    const fn = one.functions.get(name)
    if (fn !== undefined) return { module, name, fn }
  }
  return { module, name, fn: null }
}

/** A type with each name as [module, name], so that it means the same in every module. */
export function canonical(type: Type, from: Module): Type {
  switch (type.kind) {
    case 'ref':
      return { ...type, to: canonical(type.to, from) }
    case 'tuple':
      return { ...type, items: type.items.map((one) => canonical(one, from)) }
    case 'function':
      return type
    default:
      return { kind: 'path', path: canonicalPath(type.path, from), args: type.args.map((one) => canonical(one, from)) }
  }
}

export function canonicalPath(path: readonly string[], from: Module): readonly string[] {
  const name = path.at(-1)!
  if (path.length === 1) {
    if (from.structs.has(name)) return [from.name, name]
    return (from.uses.get(name) ?? ownValue(implicit, name) ?? path).slice(-2)
  }
  const alias = path.at(-2)!
  return [alias === 'Self' ? from.name : (from.uses.get(alias)?.at(-1) ?? alias), name]
}

export function findStruct(path: readonly string[], project: Project): Struct | null {
  if (path.length < 2) return null
  for (const one of project.byName.get(path.at(-2)!) ?? []) {
    const found = one.structs.get(path.at(-1)!)
    if (found !== undefined) return found
  }
  return null
}

/** The type itself where a reference to it is given. */
export const plain = (type: Type | null): Type | null => (type?.kind === 'ref' ? plain(type.to) : type)

export function nameOfType(type: Type | null): string {
  const own = plain(type)
  return own?.kind === 'path' ? own.path.at(-1)! : ''
}

export const mentions = (type: Type | null, name: string): boolean => {
  if (type === null) return false
  if (type.kind === 'ref') return mentions(type.to, name)
  if (type.kind === 'tuple') return type.items.some((one) => mentions(one, name))
  if (type.kind === 'function') return [...type.params, type.result].some((one) => mentions(one, name))
  return type.path.at(-1) === name || type.args.some((one) => mentions(one, name))
}

export const has = ({ item }: Struct, ability: string): boolean => item.abilities.includes(ability)
export const bodyOf = ({ item }: Fn): Expr | null => item.body
