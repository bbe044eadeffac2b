// Token accounts by whose they are and of which mint: what is read, moved and kept of them has to be compared with somebody.
import { type Account, has, isFresh, isPinned, isSigner, isTyped } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, isState, isWritten, keyIsChecked, seedsName, signed, signersOf } from '../facts.ts'
import { structNear } from '../project.ts'
import { accountsIn, holds, isData, isKey, type Value } from '../values.ts'

export function tokens(context: Context): void {
  for (const instruction of context.instructions) {
    tokenAccounts(context, instruction)
    unpackedTokens(context, instruction)
    strangeMint(context, instruction)
  }
}

function tokenAccounts(context: Context, { flow, name }: Instruction): void {
  if (signersOf(flow).length === 0) return
  for (const account of flow.accounts) {
    if (
      !isTyped(account) ||
      account.inner !== 'TokenAccount' ||
      isFresh(account) ||
      has(account, 'init_if_needed') ||
      isPinned(account)
    )
      continue
    const isBound =
      flow.compares.some(({ left, right }) => holds(left, account) || holds(right, account)) ||
      flow.accounts.some((other) => other !== account && seedsName(other, account)) ||
      flow.vouched.has(account)
    if (isBound || keyIsChecked(flow, account)) continue
    const isMoved = flow.cpis.some(({ roles }) => [...roles.values()].some((value) => holds(value, account)))
    const read = flow.calls.find(({ args }) =>
      args.some((arg) => arg.leaves.some((leaf) => leaf.account === account && /^\.amount$/.test(leaf.path))),
    )
    if (read !== undefined && !isMoved)
      context.raise(
        'token-account-unbound',
        read.node,
        name,
        `the balance of ${account.name} counts, whoever owns it and whatever its mint is`,
      )
  }
}

/** A token account unpacked by hand, whose owner is never compared with who signs. */
function unpackedTokens(context: Context, { flow, name }: Instruction): void {
  const signing = signersOf(flow).filter((account) => isSigner(account) || signed(flow, account))
  if (signing.length === 0) return
  for (const read of flow.reads) {
    if (
      !/^(SplTokenAccount|TokenAccount|Account|SPLTokenAccount)$/.test(read.type) ||
      !/^unpack/.test(read.how) ||
      flow.project.structs.has(read.type) ||
      isWritten(flow, read.account)
    )
      continue
    const owner = comparedWith(flow, read.account, (leaf) => /\.data:\w+\.owner$/.test(leaf.path))
    const isMoved = flow.cpis.some(({ roles }) => [...roles.values()].some((value) => holds(value, read.account)))
    if (
      owner.length === 0 &&
      !isMoved &&
      !keyIsChecked(flow, read.account) &&
      !flow.vouched.has(read.account) &&
      comparedWith(flow, read.account, isKey).length === 0 &&
      !ownerRaised(flow, read.account)
    )
      context.raise(
        'account-mismatch',
        read.node,
        name,
        `${read.account.name} is read as a token account, and its owner is never compared with ${signing[0]!.name}`,
      )
  }
}

// One finding for one account: that nobody asks which program owns it is said elsewhere.
const ownerRaised = (flow: Flow, account: Account): boolean =>
  comparedWith(flow, account, ({ path }) => /owner$/.test(path)).length === 0 &&
  account.wrapper !== 'native' &&
  !has(account, 'owner')

/** State that keeps a mint moves tokens of accounts whose mint nobody compares with it. */
function strangeMint(context: Context, { flow, name }: Instruction): void {
  for (const state of flow.accounts) {
    if (!isState(flow, state)) continue
    const kept = structNear(flow.project, state.inner ?? '', flow.entry.file)?.fields.find(
      ({ name: field, type }) => /(^|_)mint$/.test(field) && /\bPubkey\b/.test(type),
    )
    if (kept === undefined || flow.accounts.some(isMint) || isCompared(flow, state, kept.name)) continue
    const move = flow.cpis.find(
      ({ roles }) => roles.has('from') && roles.has('to') && (holds(roles.get('authority'), state) || seenBy(flow, state, roles)),
    )
    if (move === undefined) continue
    const loose = ['from', 'to']
      .flatMap((role) => accountsIn(move.roles.get(role)))
      .filter(
        (account) =>
          account.inner === 'TokenAccount' &&
          !isPinned(account) &&
          !flow.vouched.has(account) &&
          // Whose key the state keeps was looked at when it was put there.
          !comparedWith(flow, account, isKey).some((other) => holds(other, state)),
      )
    const isAsked = flow.accounts.some(
      (account) => account.inner === 'TokenAccount' && comparedWith(flow, account, ({ path }) => /\.mint$/.test(path)).length > 0,
    )
    if (loose.length === 2 && !isAsked)
      context.raise(
        'mint-not-asked',
        move.node,
        name,
        `${state.name} keeps ${kept.name}, and no token account that is moved is compared with it`,
      )
  }
}

const isMint = ({ inner }: Account): boolean => inner === 'Mint'
const isCompared = (flow: Flow, state: Account, field: string): boolean =>
  comparedWith(flow, state, (leaf) => isData(leaf) && leaf.path.endsWith(`.${field}`)).length > 0
/** A token account that moves is held by the state. */
const seenBy = (flow: Flow, state: Account, roles: ReadonlyMap<string, Value>): boolean =>
  ['from', 'to'].some((role) =>
    accountsIn(roles.get(role)).some((account) =>
      comparedWith(flow, account, ({ path }) => /\.owner$|owner_field$/.test(path)).some((other) => holds(other, state)),
    ),
  )
