// Accounts that belong together have to be told to: state whose stored authority is not asked, and token accounts of anybody.
import { type Account, has, isAuthorityName, isBare, isFresh, isPinned, isSigner, isTyped } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, isPaidInto, isState, isTied, isWritten, keyIsChecked, seedsName, signed, signersOf } from '../facts.ts'
import type { Project } from '../project.ts'
import { structNear } from '../project.ts'
import { lastName } from '../tree.ts'
import { accountsIn, holds, isData, isKey, type Value } from '../values.ts'

export function matching(context: Context): void {
  for (const instruction of context.instructions) {
    storedAuthority(context, instruction)
    strangeAuthority(context, instruction)
    tokenAccounts(context, instruction)
    unpackedTokens(context, instruction)
    strangeMint(context, instruction)
    untied(context, instruction)
  }
}

export const authorityFields = (flow: Flow, account: Account): string[] =>
  keysIn(flow.project, account.inner ?? flow.reads.find((read) => read.account === account)?.type ?? '', flow.entry.file, 0)

/** The keys of people that a struct keeps, in what it is made of too. */
function keysIn(project: Project, type: string, file: string, depth: number): string[] {
  return (structNear(project, type, file)?.fields ?? []).flatMap(({ name, type: kind, typeNode }) => {
    if (/\b(Pubkey|Address)\b|^\[\s*u8\s*;\s*32\s*\]$/.test(kind)) return isAuthorityName(name) ? [name] : []
    return depth < 3 ? keysIn(project, lastName(typeNode), file, depth + 1) : []
  })
}

function storedAuthority(context: Context, { flow, name }: Instruction): void {
  const signing = signersOf(flow)
  for (const account of flow.accounts) {
    if (!isState(flow, account) || has(account, 'init_if_needed')) continue
    const change =
      flow.writes.find((write) => write.account === account) ??
      flow.lamports.find((one) => one.account === account && one.kind !== 'more')
    const fields = authorityFields(flow, account)
    if (change === undefined || fields.length === 0 || flow.vouched.has(account) || isPaidInto(flow, account)) continue
    const isAsked =
      comparedWith(flow, account, (leaf) => isData(leaf) && fields.some((field) => leaf.path.endsWith(`.${field}`))).length > 0
    // Who writes the authority itself sets the account up; that is judged elsewhere.
    const isSetUp = flow.writes.some(
      (write) =>
        write.account === account &&
        fields.some((field) => write.path.endsWith(`.${field}`)) &&
        signing.some((signer) => holds(write.value, signer)),
    )
    if (isAsked || isSetUp || signing.some((signer) => isTied(flow, account, signer)) || keyIsNamedBy(flow, account)) continue
    const suspect = signing.find(
      (signer) => fields.some((field) => isLike(signer.name, field)) && comparedWith(flow, signer, isKey).length === 0,
    )
    const isPlaced = isPinned(account)
    if (suspect !== undefined)
      context.raise(
        isPlaced || !fields.includes(suspect.name) || isRole(suspect.name) ? 'authority-not-asked' : 'account-mismatch',
        change.node,
        name,
        `${account.name} is changed, and its ${fields.find((field) => isLike(suspect.name, field))} is never compared with ${suspect.name}, who only signs`,
        { ...(isExchange(flow, account) ? { severity: 'low' } : {}), ...causeOf(flow, account) },
      )
    else setByAnybody(context, { flow, name, fn: flow.entry }, account, fields[0]!, signing)
  }
}

/** The accounts struct that lacks the constraint, which several instructions may share. */
const causeOf = ({ bundle }: Flow, { name }: Account): { cause?: string } =>
  bundle === null ? {} : { cause: `${bundle.struct.file} ${bundle.struct.name}.${name}` }

/** What the caller gives is written into state that knows its authority, and whoever signs is compared with nothing. */
function setByAnybody(
  context: Context,
  { flow, name }: Instruction,
  account: Account,
  field: string,
  signing: readonly Account[],
): void {
  const set = flow.writes.find(
    (write) =>
      write.account === account &&
      !isFresh(account) &&
      (write.value.leaves.some(({ input }) => input !== null) || write.value.tags.has('not')) &&
      (write.op === '=' || write.op === '-='),
  )
  const isAnybody = signing.every(
    (signer) =>
      comparedWith(flow, signer, isKey).length === 0 &&
      !flow.accounts.some((one) => isTied(flow, one, signer)) &&
      !flow.calls.some(
        ({ receiver, args }) => receiver?.leaves.some((leaf) => leaf.account !== null) && args.some((arg) => holds(arg, signer)),
      ),
  )
  // An authority that stands by without a signature is said where signatures are missing.
  const standsBy = signing.length === 0 && flow.accounts.some((one) => isBare(one) && isAuthorityName(one.name))
  if (set !== undefined && isAnybody && !standsBy && !flow.accounts.some((one) => isProgramsOwn(flow, one)))
    context.raise(
      'authority-not-asked',
      set.node,
      name,
      signing.length === 0
        ? `${account.name}${set.path} is set, nobody has to sign, and its ${field} is not asked`
        : `${account.name}${set.path} is set, and its ${field} is never compared with ${signing[0]!.name}, who only signs`,
      isExchange(flow, account) ? { severity: 'low' } : {},
    )
}

/** One of its counts goes up and another down, as in a pool that anybody may trade with. */
const isExchange = (flow: Flow, account: Account): boolean => {
  const own = flow.writes.filter((write) => write.account === account)
  const isLess = ({ op, value }: (typeof own)[number]) => op === '-=' || value.tags.has('op:-')
  return own.some(isLess) && own.some((write) => !isLess(write) && (write.op === '+=' || write.value.tags.has('op:+')))
}

/** A signature that only another program can give. */
const isProgramsOwn = (flow: Flow, account: Account): boolean => signed(flow, account) && has(account, 'seeds')

/** One account keeps the authority, another is changed, and whoever signs under that name is compared with neither. */
function strangeAuthority(context: Context, { flow, name }: Instruction): void {
  const change = flow.writes.find(({ account }) => isState(flow, account)) ?? flow.lamports.find(({ kind }) => kind !== 'more')
  if (change === undefined) return
  for (const signer of signersOf(flow)) {
    if (flow.vouched.has(signer) || comparedWith(flow, signer, isKey).length > 0) continue
    const keeper = flow.accounts.find(
      (account) =>
        account !== change.account &&
        isState(flow, account) &&
        !flow.vouched.has(account) &&
        authorityFields(flow, account).includes(signer.name),
    )
    const isAsked =
      keeper === undefined ||
      comparedWith(flow, keeper, (leaf) => isData(leaf) && leaf.path.endsWith(`.${signer.name}`)).length > 0
    if (!isAsked && !flow.accounts.some((account) => account !== signer && isTied(flow, account, signer)))
      context.raise(
        'authority-not-asked',
        change.node,
        name,
        `${keeper.name} keeps a ${signer.name}, and it is never compared with the ${signer.name} who signs`,
      )
  }
}

/** Somebody who may act for the program, and not the owner of one account of many. */
const isRole = (name: string): boolean =>
  /(^|_)(admin|governance|governor|manager|operator|guardian|keeper|executor|multisig)$/.test(name)

const plain: Readonly<Record<string, RegExp>> = {
  authority: /^(authority|admin|owner|user|signer)$/,
  admin: /^(authority|admin|owner)$/,
  owner: /^(authority|admin|owner|user|signer)$/,
}
const isLike = (signer: string, field: string): boolean =>
  signer === field ||
  (plain[field]?.test(signer) ?? false) ||
  (plain[signer] !== undefined && field.endsWith(`_${signer}`)) ||
  (plain[field] !== undefined && signer.endsWith(`_${field}`))

/** State that other checked state names is not the caller's choice. */
const keyIsNamedBy = (flow: Flow, account: Account): boolean =>
  comparedWith(flow, account, isKey).some((other) => accountsIn(other).some((one) => one !== account && isTyped(one)))

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

/** Money leaves state that names its people, and nothing ties that state to anybody who is there. */
function untied(context: Context, { flow, name }: Instruction): void {
  for (const account of flow.accounts) {
    if (!isBare(account) || !isState(flow, account) || isPinned(account) || flow.vouched.has(account)) continue
    const paid = flow.lamports.find((one) => one.account === account && one.kind === 'less')
    const type = flow.reads.find((read) => read.account === account)?.type ?? ''
    const kept = structNear(flow.project, type, flow.entry.file)?.fields.find(({ type: kind }) => /\bPubkey\b/.test(kind))
    if (paid === undefined || kept === undefined) continue
    const isTiedToAny =
      keyIsChecked(flow, account) ||
      comparedWith(flow, account, (leaf) => isData(leaf) || isKey(leaf)).some((other) =>
        accountsIn(other).some((one) => one !== account),
      )
    if (!isTiedToAny)
      context.raise(
        'account-mismatch',
        paid.node,
        name,
        `lamports leave ${account.name}, and its ${kept.name} is compared with no account that was passed`,
      )
  }
}
