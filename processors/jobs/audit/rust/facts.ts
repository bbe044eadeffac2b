// Questions about one account of one instruction: who signed, whose it is, which one it is, and what it was compared with.
import { type Account, has, isBare, isFresh, isPinned, isProgram, isSigner, isTyped, valuesOf } from './accounts.ts'
import { namesItself } from './attributes.ts'
import type { Compare, Flow } from './events.ts'
import { accountsIn, holds, isConstant, isData, isKey, isOwner, type Leaf, type Value } from './values.ts'

const side = (compare: Compare): readonly [Value, Value][] => [
  [compare.left, compare.right],
  [compare.right, compare.left],
]
const equal = ({ op }: Compare): boolean => op === '==' || op === '!=' || op === 'holds'

export const signed = (flow: Flow, account: Account): boolean =>
  isSigner(account) || flow.signers.has(account) || flow.vouched.has(account)
export const signersOf = (flow: Flow): Account[] => flow.accounts.filter((account) => signed(flow, account))

const byAccount = new WeakMap<Flow, ReadonlyMap<Account, readonly Compare[]>>()

/** Equalities with any part of the account, in their order. */
function comparesOf(flow: Flow, account: Account): readonly Compare[] {
  let known = byAccount.get(flow)
  if (known === undefined) {
    const made = new Map<Account, Compare[]>()
    for (const compare of flow.compares.filter(equal))
      for (const one of new Set([...accountsIn(compare.left), ...accountsIn(compare.right)]))
        made.get(one)?.push(compare) ?? made.set(one, [compare])
    known = made
    byAccount.set(flow, known)
  }
  return known.get(account) ?? []
}

/** The other sides of comparisons with a part of the account. */
export function comparedWith(flow: Flow, account: Account, which: (leaf: Leaf) => boolean): Value[] {
  return comparesOf(flow, account).flatMap((compare) =>
    side(compare).flatMap(([one, other]) => (one.leaves.some((leaf) => leaf.account === account && which(leaf)) ? [other] : [])),
  )
}

/** The program called with it looks at it, as the token program does. */
export const isHandedOn = (flow: Flow, account: Account): boolean => flow.cpis.some(({ given }) => given.includes(account))

export const ownerIsChecked = (flow: Flow, account: Account): boolean =>
  isTyped(account) ||
  isProgram(account) ||
  account.wrapper === 'SystemAccount' ||
  has(account, 'owner') ||
  comparedWith(flow, account, isOwner).length > 0 ||
  flow.vouched.has(account)

/** Something says which account it is: an address, seeds, or a comparison of its key with what is not the caller's choice alone. */
export function keyIsChecked(flow: Flow, account: Account): boolean {
  if (isPinned(account) || flow.vouched.has(account)) return true
  return comparedWith(flow, account, isKey).some(
    (other) =>
      isConstant(other) ||
      other.tags.has('pda') ||
      other.leaves.some((leaf) => leaf.account !== null && leaf.account !== account),
  )
}

/** A seed of the one is the key of the other. */
export const seedsName = (account: Account, other: Account): boolean =>
  valuesOf(account, 'seeds').some((seeds) => namesItself(seeds, other.name))

/** What the account holds was compared with the other account's key, or one of them is derived from the other. */
export function isTied(flow: Flow, account: Account, other: Account): boolean {
  if (seedsName(account, other) || seedsName(other, account)) return true
  return flow.compares.some(
    (compare) =>
      equal(compare) &&
      !isSameMint(compare) &&
      side(compare).some(
        ([one, two]) => one.leaves.some((leaf) => leaf.account === account) && two.leaves.some((leaf) => leaf.account === other),
      ),
  )
}

/** That two accounts are of one kind of token says nothing of whose they are. */
const isSameMint = ({ left, right }: Compare): boolean =>
  [left, right].every(({ leaves }) => leaves.length > 0 && leaves.every(({ path }) => /\.\w*mint(\.\w+)?$/.test(path)))

/** Nothing was compared with what the account holds. */
export const dataIsCompared = (flow: Flow, account: Account): boolean =>
  flow.compares.some((compare) =>
    side(compare).some(([one]) => one.leaves.some((leaf) => leaf.account === account && isData(leaf))),
  )

/** Only what it counts goes up, and the program pays nothing out: anybody may pay in. */
export const isPaidInto = (flow: Flow, account: Account): boolean =>
  flow.cpis.every(({ seeds }) => seeds === null) &&
  flow.lamports.every((one) => one.kind === 'more' || (one.account !== account && signed(flow, one.account))) &&
  flow.writes.every(
    ({ account: written, path, op, value }) =>
      written !== account ||
      op === '+=' ||
      // What was read of it is written back, with what was changed in it before.
      (path === '.data' && value.leaves.length > 0 && value.leaves.every((leaf) => leaf.account === account)) ||
      (value.tags.has('op:+') && !value.tags.has('op:-') && holds(value, account)),
  )

export const isWritten = (flow: Flow, account: Account): boolean => flow.writes.some((write) => write.account === account)
export const isUsed = (flow: Flow, account: Account): boolean =>
  isWritten(flow, account) ||
  flow.calls.some(({ receiver, args }) => holds(receiver, account) || args.some((one) => holds(one, account))) ||
  flow.cpis.some(({ roles }) => [...roles.values()].some((one) => holds(one, account))) ||
  flow.lamports.some((one) => one.account === account) ||
  flow.accounts.some((other) => other !== account && seedsName(other, account) && isChanged(flow, other))

const isChanged = (flow: Flow, account: Account): boolean =>
  isWritten(flow, account) || flow.lamports.some((one) => one.account === account && one.kind !== 'more')

/** State of this program that was there before the instruction. */
export const isState = (flow: Flow, account: Account): boolean =>
  (isTyped(account) && !isFresh(account) && account.inner !== null && flow.project.structs.has(account.inner)) ||
  (isBare(account) && flow.reads.some((read) => read.account === account && flow.project.structs.has(read.type)))
