// The accounts an instruction is given: what Anchor's types and constraints promise of each, or nothing where it is a bare AccountInfo.
import { type Constraint, constraintsOf } from './attributes.ts'
import type { Field, Struct } from './items.ts'
import { type Node, ofType, part, pathOf } from './tree.ts'

export type Account = {
  readonly name: string
  /** Account, Signer, Program …; 'native' where it comes from a list of AccountInfo, 'remaining' where from remaining_accounts. */
  readonly wrapper: string
  /** What a typed account holds. */
  readonly inner: string | null
  readonly constraints: readonly Constraint[]
  readonly comments: string
  readonly node: Node
  readonly file: string
  readonly isOptional: boolean
}

const bare = new Set(['AccountInfo', 'UncheckedAccount', 'native', 'remaining'])

export function accountOf(field: Field, file: string): Account {
  let typeNode = field.typeNode
  let isOptional = false
  for (;;) {
    // A plain struct of references to accounts, as pinocchio's frameworks have it.
    if (typeNode?.type === 'reference_type') typeNode = part(typeNode, 'type')
    const wrapper = pathOf(typeNode).at(-1)
    if (wrapper !== 'Box' && wrapper !== 'Option') break
    isOptional ||= wrapper === 'Option'
    const inner = ofType(part(typeNode, 'type_arguments'), 'generic_type', 'type_identifier', 'scoped_type_identifier')[0]
    if (inner === undefined) break
    typeNode = inner
  }
  const inner = ofType(part(typeNode, 'type_arguments'), 'generic_type', 'type_identifier', 'scoped_type_identifier')[0]
  return {
    name: field.name,
    wrapper: (pathOf(typeNode).at(-1) ?? '').replace(/^AccountView$/, 'native'),
    inner: inner === undefined ? null : (pathOf(inner).at(-1) ?? null),
    constraints: constraintsOf(field.attributes),
    comments: field.comments,
    node: field.node,
    file,
    isOptional,
  }
}

export const isAccountsStruct = ({ derives }: Struct): boolean => derives.includes('Accounts')

export const has = ({ constraints }: Account, key: string): boolean => constraints.some((one) => one.key === key)
export const valuesOf = ({ constraints }: Account, key: string): string[] =>
  constraints.filter((one) => one.key === key).map(({ value }) => value)

/** Nothing about it was checked before the instruction runs, beyond what its constraints say. */
export const isBare = (account: Account): boolean => bare.has(account.wrapper)
export const isSigner = (account: Account): boolean => account.wrapper === 'Signer' || has(account, 'signer')
export const isTyped = ({ wrapper }: Account): boolean =>
  wrapper === 'Account' ||
  wrapper === 'AccountLoader' ||
  wrapper === 'InterfaceAccount' ||
  wrapper === 'ProgramAccount' ||
  wrapper === 'CpiAccount' ||
  wrapper === 'LazyAccount'
export const isProgram = ({ wrapper }: Account): boolean => wrapper === 'Program' || wrapper === 'Interface'
export const isFresh = (account: Account): boolean => has(account, 'init') || has(account, 'zero')

/** Which account it is cannot be chosen by the caller: an address or seeds say so. */
export const isPinned = (account: Account): boolean =>
  isProgram(account) ||
  account.wrapper === 'Sysvar' ||
  has(account, 'address') ||
  has(account, 'seeds') ||
  has(account, 'associated_token::mint')

const authority =
  /^(.*_)?(authority|admin|owner|governance|governor|manager|operator|creator|signer|user|payer|depositor|withdrawer|maker|taker|initializer|delegate|wallet|guardian|multisig|seller|buyer|staker|keeper|author|caller|sender|voter|member|borrower|lender|trader|player|claimer|claimant|proposer|executor|approver|bidder)$/
export const isAuthorityName = (name: string): boolean => authority.test(name.replace(/_(info|account|acc|ai|key|pubkey)$/, ''))
