// Accounts that belong together have to be told to: state whose stored authority is not asked, and token accounts of anybody.
import { type Account, has, isAuthorityName, isFresh, isPinned, isSigner, isTyped } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, isState, isTied, isWritten, keyIsChecked, seedsName, signed, signersOf } from '../facts.ts'
import type { Project } from '../project.ts'
import { structNear } from '../project.ts'
import { lastName } from '../tree.ts'
import { accountsIn, holds, isData, isKey } from '../values.ts'

export function matching(context: Context): void {
  for (const instruction of context.instructions) {
    storedAuthority(context, instruction)
    strangeAuthority(context, instruction)
    tokenAccounts(context, instruction)
    unpackedTokens(context, instruction)
  }
}

const authorityFields = (flow: Flow, account: Account): string[] =>
  keysIn(flow.project, account.inner ?? flow.reads.find((read) => read.account === account)?.type ?? '', flow.entry.file, 0)

/** The keys of people that a struct keeps, in what it is made of too. */
function keysIn(project: Project, type: string, file: string, depth: number): string[] {
  return (structNear(project, type, file)?.fields ?? []).flatMap(({ name, type: kind, typeNode }) => {
    if (/\bPubkey\b/.test(kind)) return isAuthorityName(name) ? [name] : []
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
    if (change === undefined || fields.length === 0 || flow.vouched.has(account)) continue
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
    if (suspect === undefined) continue
    const isPlaced = isPinned(account)
    context.raise(
      isPlaced ? 'authority-not-asked' : 'account-mismatch',
      change.node,
      name,
      `${account.name} is changed, and its ${fields.find((field) => isLike(suspect.name, field))} is never compared with ${suspect.name}, who only signs`,
    )
  }
}

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
