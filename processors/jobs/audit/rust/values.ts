// What an expression may hold: parts of accounts, the caller's input, the accounts struct itself, or a call to another program being made.
import type { Account } from './accounts.ts'
import type { AccountsStruct } from './project.ts'

/** A part of an account (.key, .owner, .lamports, .data:User.authority) or an argument of the instruction. */
export type Leaf = { readonly account: Account | null; readonly input: string | null; readonly path: string }
export type Outgoing = {
  readonly program: Value | null
  readonly builder: string
  readonly roles: ReadonlyMap<string, Value>
  readonly seeds: Value | null
}
export type Value = {
  readonly leaves: readonly Leaf[]
  /** It is that part and no more, nothing computed with it. */
  readonly isExact: boolean
  readonly bundle: AccountsStruct | null
  readonly tags: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, Value> | null
  readonly cpi: Outgoing | null
}

const mostLeaves = 60
const noTags: ReadonlySet<string> = new Set()
export const nothing: Value = { leaves: [], isExact: false, bundle: null, tags: noTags, fields: null, cpi: null }

export const tagged = (...tags: string[]): Value => ({ ...nothing, tags: new Set(tags) })
export const accountValue = (account: Account, path = ''): Value => ({
  ...nothing,
  leaves: [{ account, input: null, path }],
  isExact: true,
})
export const inputValue = (input: string): Value => ({ ...nothing, leaves: [{ account: null, input, path: '' }], isExact: true })

/** Something made of several: their parts, none of them exactly. */
export function mixed(values: readonly Value[], ...tags: string[]): Value {
  const leaves = new Map<string, Leaf>()
  const kept = new Set(tags)
  for (const value of values) {
    for (const leaf of value.leaves) {
      if (leaves.size >= mostLeaves) break
      leaves.set(keyOf(leaf), leaf)
    }
    for (const tag of value.tags) if (kept.size < mostLeaves && tag !== 'zero') kept.add(tag)
  }
  return { ...nothing, leaves: [...leaves.values()], tags: kept, cpi: values.find(({ cpi }) => cpi !== null)?.cpi ?? null }
}

let numbers = 0
const ids = new WeakMap<Account, number>()
const keyOf = ({ account, input, path }: Leaf): string => {
  if (account === null) return `input ${input}${path}`
  if (!ids.has(account)) ids.set(account, ++numbers)
  return `${ids.get(account)} ${path}`
}

export const at = (value: Value, step: string): Value => ({
  ...value,
  bundle: null,
  fields: null,
  leaves: value.leaves.map((leaf) => ({ ...leaf, path: leaf.path.length > 200 ? leaf.path : `${leaf.path}.${step}` })),
})

export const single = (value: Value): Leaf | null => (value.isExact && value.leaves.length === 1 ? value.leaves[0]! : null)
export const accountsIn = (value: Value | null | undefined): Account[] => [
  ...new Set((value?.leaves ?? []).flatMap(({ account }) => (account === null ? [] : [account]))),
]
export const holds = (value: Value | null | undefined, account: Account): boolean =>
  (value?.leaves ?? []).some((leaf) => leaf.account === account)
export const hasInput = (value: Value | null | undefined): boolean => (value?.leaves ?? []).some(({ input }) => input !== null)
export const isConstant = (value: Value): boolean =>
  value.leaves.length === 0 && [...value.tags].some((tag) => tag.startsWith('const:'))

export const isKey = ({ path }: Leaf): boolean => /^(\.info)?\.key$/.test(path)
export const isOwner = ({ account, path }: Leaf): boolean =>
  path === '.info.owner' ||
  (path === '.owner' &&
    account !== null &&
    /^(AccountInfo|UncheckedAccount|native|remaining|SystemAccount)$/.test(account.wrapper))
/** A field of what the account holds, not of the account itself. */
export const isData = (leaf: Leaf): boolean =>
  leaf.account !== null &&
  !isKey(leaf) &&
  !isOwner(leaf) &&
  !/^(\.info)?\.(lamports|is_signer|is_writable|executable|rent_epoch|data_len|data_is_empty)$/.test(leaf.path) &&
  leaf.path.replace('.info', '') !== ''
