// All files of one audit bound by name: structs, accounts structs, functions by name and owner, and where programs are entered.
import { type Account, accountOf, isAccountsStruct } from './accounts.ts'
import { type Fn, type Items, itemsOf, type Struct } from './items.ts'
import type { Parsed } from './parse.ts'
import { bare, lastName, type Node, ofType, part, pathOf, some, textOf, walk } from './tree.ts'

export type AccountsStruct = {
  readonly struct: Struct
  readonly accounts: ReadonlyMap<string, Account>
  readonly nested: ReadonlyMap<string, string>
}
export type Project = {
  readonly items: Items
  readonly structs: ReadonlyMap<string, readonly Struct[]>
  readonly bundles: ReadonlyMap<string, readonly AccountsStruct[]>
  readonly functions: readonly Fn[]
  readonly isAnchor: boolean
  named(name: string): readonly Fn[]
}

const accountsParam = /\[\s*(\w+::)*Account(Info|View)\b/

export function createProject(parsed: readonly Parsed[]): Project {
  const items: Items = { functions: [], structs: [], enums: [], constants: [], programs: [], imports: [] }
  for (const { root, file } of parsed) {
    const found = itemsOf(root, file)
    for (const member of ['functions', 'structs', 'enums', 'constants', 'programs', 'imports'] as const)
      items[member].push(...(found[member] as never[]))
  }
  const structs = Map.groupBy(items.structs, ({ name }) => name)
  const isBundle = new Set(items.structs.filter(isAccountsStruct).map(({ name }) => name))
  const made = items.structs.filter(isAccountsStruct).map((struct) => {
    const accounts = new Map(struct.fields.map((field) => [field.name, accountOf(field, struct.file)]))
    const nested = new Map(
      [...accounts].filter(([, { wrapper }]) => isBundle.has(wrapper)).map(([name, { wrapper }]) => [name, wrapper]),
    )
    for (const name of nested.keys()) accounts.delete(name)
    return { struct, accounts, nested }
  })
  const bundles = Map.groupBy(made, ({ struct }) => struct.name)
  const byName = new Map<string, Fn[]>()
  for (const fn of items.functions) byName.get(fn.name)?.push(fn) ?? byName.set(fn.name, [fn])
  const isHandler = ({ params }: Fn) => params.some(({ type }) => /^(\w+::)*Context\s*</.test(type))
  const isAnchor = bundles.size > 0 || items.programs.length > 0 || items.functions.some(isHandler)
  return { items, structs, bundles, functions: items.functions, isAnchor, named: (name) => byName.get(name) ?? [] }
}

/** The accounts struct that Context<…> of a parameter names. */
export function contextOf({ params, file }: Fn, { bundles }: Project): { param: string; bundle: AccountsStruct } | null {
  for (const { typeNode, name } of params)
    for (const node of walk(typeNode)) {
      if (node.type !== 'generic_type' || pathOf(node).at(-1) !== 'Context') continue
      const named = ofType(part(node, 'type_arguments'), 'type_identifier', 'generic_type', 'scoped_type_identifier')
      const found = named.map((one) => bundles.get(pathOf(one).at(-1)!)).find((one) => one !== undefined)
      if (found !== undefined) return { param: name, bundle: nearest(found, file, ({ struct }) => struct.file)! }
    }
  return null
}

/** The parameter of a Context<…> whose accounts were not given. */
export function strangeContext({ params }: Fn, { bundles }: Project): string | null {
  for (const { typeNode, name } of params)
    for (const node of walk(typeNode)) {
      if (node.type !== 'generic_type' || pathOf(node).at(-1) !== 'Context') continue
      const named = ofType(part(node, 'type_arguments'), 'type_identifier', 'generic_type', 'scoped_type_identifier')
      if (named.every((one) => !bundles.has(pathOf(one).at(-1)!))) return name
    }
  return null
}

/** The list is a parameter, and nothing takes it apart: the names of its accounts stand free in what was given. */
export const namesFreely = (fn: Fn): boolean => fn.params.some(({ type }) => accountsParam.test(type)) && !isNativeEntry(fn)

/** A method of an accounts struct, as handlers call them: `ctx.accounts.pay()`. */
export function ownerOf({ params, owner, file }: Fn, project: Project): AccountsStruct | null {
  if (params[0]?.name !== 'self' || owner === null) return null
  return bundleNear(project, owner, file) ?? null
}

/** Of several of one name the one whose file lies nearest: a repository may hold many programs. */
export function nearest<T>(list: readonly T[] | undefined, file: string, fileOf: (one: T) => string): T | undefined {
  const shared = (other: string) => {
    if (other === file) return Number.POSITIVE_INFINITY
    const [a, b] = [file.split('/'), other.split('/')]
    const index = a.findIndex((part, i) => part !== b[i])
    return index < 0 ? a.length : index
  }
  return list?.reduce((best, one) => (shared(fileOf(one)) > shared(fileOf(best)) ? one : best))
}

export const structNear = ({ structs }: Project, name: string, file: string): Struct | undefined =>
  nearest(structs.get(name), file, (one) => one.file)
export const bundleNear = ({ bundles }: Project, name: string, file: string): AccountsStruct | undefined =>
  nearest(bundles.get(name), file, ({ struct }) => struct.file)

/** A function that takes accounts out of a list of AccountInfo by itself. */
export function isNativeEntry(fn: Fn): boolean {
  const list = fn.params.find(({ type }) => accountsParam.test(type))
  return (
    list !== undefined &&
    some(
      fn.body,
      (node) =>
        (node.type === 'identifier' && node.source.text.slice(node.from, node.to) === 'next_account_info') ||
        node.type === 'slice_pattern' ||
        isTaken(node, list.name) ||
        (node.type === 'index_expression' &&
          node.children[0]?.type === 'identifier' &&
          node.source.text.slice(node.children[0].from, node.children[0].to) === list.name),
    )
  )
}

/** What makes a struct of a list of accounts that it takes apart, as Transfer::parse. */
export const makersIn = ({ functions }: Project): ReadonlySet<string> =>
  new Set(
    functions.flatMap((fn) => {
      const type = fn.owner === null ? null : part(fn.node, 'return_type')
      const makesItself = [...walk(type)].some(
        (one) => one.type === 'type_identifier' && ['Self', fn.owner].includes(textOf(one)),
      )
      return makesItself && isNativeEntry(fn) ? [`${fn.owner}::${fn.name}`] : []
    }),
  )

/** A function that keeps such a struct of its own list: `let all = Transfer::parse(accounts)?`. */
export function handsListOn(fn: Fn, makers: ReadonlySet<string>): boolean {
  const list = fn.params.find(({ type }) => accountsParam.test(type))
  if (list === undefined || makers.size === 0) return false
  return some(fn.body, (node) => {
    const value = node.type === 'let_declaration' ? part(node, 'value') : null
    const call = value === null ? null : bare(value)
    if (call?.type !== 'call_expression') return false
    const path = pathOf(part(call, 'function'))
    const owner = path.at(-2) === 'Self' ? fn.owner : path.at(-2)
    return (
      makers.has(`${owner}::${path.at(-1)}`) &&
      (part(call, 'arguments')?.children ?? []).some((one) => lastName(one) === list.name)
    )
  })
}

/** accounts.first() and accounts.get(1), as pinocchio's programs write it. */
function isTaken(node: Node, list: string): boolean {
  const callee = node.type === 'call_expression' ? part(node, 'function') : null
  if (callee?.type !== 'field_expression' || lastName(part(callee, 'value')) !== list) return false
  return /^(first|last|get|split_first|first_chunk)$/.test(lastName(part(callee, 'field')))
}

/** What makes a struct of accounts out of their list: try_from of pinocchio's programs. */
export function makerOf({ params, owner, file }: Fn, project: Project): Fn | null {
  if (owner === null || params[0]?.name !== 'self') return null
  const makers = ['try_from', 'from', 'new', 'parse', 'load'].flatMap((name) =>
    project
      .named(name)
      .filter((fn) => fn.owner === owner && fn.body !== null && fn.params.some(({ type }) => accountsParam.test(type))),
  )
  return makers.length === 0 ? null : nearest(makers, file, (fn) => fn.file)!
}

/** Of several functions of one name, the one a call means: by its type, by its module's file, or in its own file. */
export function resolve(project: Project, path: readonly string[], from: Fn): Fn | null {
  const found = project.named(path.at(-1)!).filter(({ body }) => body !== null)
  const scope = path.at(-2)
  if (scope !== undefined && scope !== 'self' && scope !== 'super' && scope !== 'crate') {
    const owner = scope === 'Self' ? from.owner : scope
    const owned = found.filter((fn) => fn.owner === owner)
    if (owned.length > 0) return nearest(owned, from.file, ({ file }) => file)!
    const scoped = found.filter((fn) => fn.owner === null && (fn.modules.includes(scope) || stems(fn.file).includes(scope)))
    return nearest(scoped.length > 0 ? scoped : undefined, from.file, ({ file }) => file) ?? null
  }
  const free = found.filter((fn) => fn.owner === null)
  return free.find((fn) => fn.file === from.file && fn !== from) ?? (free.length === 1 ? free[0]! : null)
}

const stems = (file: string): string[] => file.replace(/\.rs$/, '').split('/')
