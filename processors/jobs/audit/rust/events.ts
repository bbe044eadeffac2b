// What happens in an instruction, in the order it happens: reads, writes, comparisons, calls to other programs, and the rest that rules ask for.
import type { Account } from './accounts.ts'
import type { Fn } from './items.ts'
import type { AccountsStruct, Project } from './project.ts'
import type { Node } from './tree.ts'
import type { Outgoing, Value } from './values.ts'

type Event = { readonly node: Node; readonly fn: Fn; readonly order: number }
export type Compare = Event & { readonly left: Value; readonly right: Value; readonly op: string }
export type Read = Event & { readonly account: Account; readonly type: string; readonly how: string }
export type Write = Event & { readonly account: Account; readonly path: string; readonly value: Value; readonly op: string }
export type Lamports = Event & {
  readonly account: Account
  readonly kind: 'zero' | 'less' | 'more' | 'set'
  readonly value: Value
}
export type Cpi = Event & Outgoing & { /** Every account handed over. */ readonly given: readonly Account[] }
export type Derived = Event & { readonly how: 'find' | 'create'; readonly seeds: Value; readonly seedsNode: Node | null }
export type Call = Event & {
  readonly name: string
  readonly path: readonly string[]
  readonly receiver: Value | null
  readonly args: readonly Value[]
}
export type Sum = Event & { readonly op: string; readonly left: Value; readonly right: Value }

export type Flow = {
  readonly entry: Fn
  readonly project: Project
  readonly bundle: AccountsStruct | null
  readonly accounts: Account[]
  readonly compares: Compare[]
  readonly reads: Read[]
  readonly writes: Write[]
  readonly lamports: Lamports[]
  readonly cpis: Cpi[]
  readonly derived: Derived[]
  readonly calls: Call[]
  readonly sums: Sum[]
  /** Accounts whose is_signer was asked. */
  readonly signers: Set<Account>
  /** Accounts handed to a check that was not given. */
  readonly vouched: Set<Account>
  /** Accounts handed whole to functions that were not given. */
  readonly handed: Set<Account>
  readonly reached: Set<Fn>
  isCut: boolean
}

export const emptyFlow = (entry: Fn, project: Project, bundle: AccountsStruct | null): Flow => ({
  entry,
  project,
  bundle,
  accounts: [],
  compares: [],
  reads: [],
  writes: [],
  lamports: [],
  cpis: [],
  derived: [],
  calls: [],
  sums: [],
  signers: new Set(),
  vouched: new Set(),
  handed: new Set(),
  reached: new Set([entry]),
  isCut: false,
})
