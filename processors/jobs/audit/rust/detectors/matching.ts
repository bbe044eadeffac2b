// Accounts that belong together have to be told to: state whose stored authority is not asked, and token accounts of anybody.
import { ownValue } from '../../../../../base/own-value.ts'
import { type Account, has, isAuthorityName, isBare, isFresh, isPinned, isTyped } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, isPaidInto, isState, isTied, keyIsChecked, signed, signersOf } from '../facts.ts'
import type { Project } from '../project.ts'
import { structNear } from '../project.ts'
import { lastName } from '../tree.ts'
import { accountsIn, hasInput, holds, isData, isKey } from '../values.ts'

export function matching(context: Context): void {
  const asked = askedKinds(context)
  for (const instruction of context.instructions) {
    storedAuthority(context, instruction, asked)
    strangeAuthority(context, instruction)
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

/** One of the keys that an account keeps is compared with somebody, or whoever signs is tied to the account. */
const isAuthorityAsked = (flow: Flow, account: Account, fields: readonly string[]): boolean =>
  comparedWith(flow, account, (leaf) => isData(leaf) && fields.some((field) => leaf.path.endsWith(`.${field}`))).length > 0 ||
  signersOf(flow).some((signer) => isTied(flow, account, signer))

/** The kinds of account whose authority some instruction of the program asks. */
const askedKinds = ({ instructions }: Context): ReadonlySet<string> =>
  new Set(
    instructions.flatMap(({ flow }) =>
      flow.accounts.flatMap((account) => {
        const fields = account.inner === null ? [] : authorityFields(flow, account)
        return fields.length > 0 && isAuthorityAsked(flow, account, fields) ? [account.inner!] : []
      }),
    ),
  )

/** Nothing but counts change, none as the caller says, and no instruction ever asks whose they are: what the authority is kept for is not known. */
const isOnlyKept = (flow: Flow, account: Account, asked: ReadonlySet<string>): boolean =>
  account.inner !== null &&
  !asked.has(account.inner) &&
  flow.cpis.length + flow.lamports.length === 0 &&
  !has(account, 'close') &&
  flow.writes.every(
    (write) => write.account !== account || (write.op !== '-=' && !write.value.tags.has('op:-') && !hasInput(write.value)),
  )

function storedAuthority(context: Context, { flow, name }: Instruction, asked: ReadonlySet<string>): void {
  const signing = signersOf(flow)
  for (const account of flow.accounts) {
    if (!isState(flow, account) || has(account, 'init_if_needed')) continue
    const change =
      flow.writes.find((write) => write.account === account) ??
      flow.lamports.find((one) => one.account === account && one.kind !== 'more')
    const fields = authorityFields(flow, account)
    if (change === undefined || fields.length === 0 || flow.vouched.has(account) || isPaidInto(flow, account)) continue
    // Who writes the authority itself sets the account up; that is judged elsewhere.
    const isSetUp = flow.writes.some(
      (write) =>
        write.account === account &&
        fields.some((field) => write.path.endsWith(`.${field}`)) &&
        signing.some((signer) => holds(write.value, signer)),
    )
    if (isSetUp || isAuthorityAsked(flow, account, fields) || keyIsNamedBy(flow, account)) continue
    const suspect = signing.find(
      (signer) => fields.some((field) => isLike(signer.name, field)) && comparedWith(flow, signer, isKey).length === 0,
    )
    const isMatch = suspect !== undefined && !isPinned(account) && fields.includes(suspect.name) && !isRole(suspect.name)
    if (suspect !== undefined)
      context.raise(
        isMatch ? 'account-mismatch' : 'authority-not-asked',
        change.node,
        name,
        `${account.name} is changed, and its ${fields.find((field) => isLike(suspect.name, field))} is never compared with ${suspect.name}, who only signs`,
        {
          ...(isExchange(flow, account) || (isMatch && isOnlyKept(flow, account, asked)) ? { severity: 'low' } : {}),
          ...causeOf(flow, suspect),
        },
      )
    else setByAnybody(context, { flow, name, fn: flow.entry, isPartial: false }, account, fields[0]!, signing)
  }
}

/** The accounts struct that lets one signer stand for whoever its accounts keep; several instructions may share it. */
const causeOf = ({ bundle }: Flow, { name }: Account): { cause?: string } =>
  bundle === null ? {} : { cause: `${bundle.struct.file} ${bundle.struct.name} ${name}` }

const anybody = new WeakMap<Flow, boolean>()

/** Whoever signs is compared with nobody; asked once for all accounts of an instruction. */
function isAnybody(flow: Flow): boolean {
  let known = anybody.get(flow)
  if (known === undefined) {
    known = signersOf(flow).every(
      (signer) =>
        comparedWith(flow, signer, isKey).length === 0 &&
        !flow.accounts.some((one) => isTied(flow, one, signer)) &&
        !flow.calls.some(
          ({ receiver, args }) =>
            receiver?.leaves.some((leaf) => leaf.account !== null) && args.some((arg) => holds(arg, signer)),
        ),
    )
    anybody.set(flow, known)
  }
  return known
}

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
      (hasInput(write.value) || write.value.tags.has('not') || (write.value.tags.has('zero') && signing.length > 0)) &&
      (write.op === '=' || write.op === '-='),
  )
  // An authority that stands by without a signature is said where signatures are missing.
  const standsBy = signing.length === 0 && flow.accounts.some((one) => isBare(one) && isAuthorityName(one.name))
  if (set !== undefined && isAnybody(flow) && !standsBy && !flow.accounts.some((one) => isProgramsOwn(flow, one)))
    context.raise(
      'authority-not-asked',
      set.node,
      name,
      signing.length === 0
        ? `${account.name}${set.path} is set, nobody has to sign, and its ${field} is not asked`
        : `${account.name}${set.path} is set, and its ${field} is never compared with ${signing[0]!.name}, who only signs`,
      { ...(isExchange(flow, account) ? { severity: 'low' } : {}), ...(signing.length === 0 ? {} : causeOf(flow, signing[0]!)) },
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
  (ownValue(plain, field)?.test(signer) ?? false) ||
  (ownValue(plain, signer) !== undefined && field.endsWith(`_${signer}`)) ||
  (ownValue(plain, field) !== undefined && signer.endsWith(`_${field}`))

/** State that other checked state names is not the caller's choice. */
const keyIsNamedBy = (flow: Flow, account: Account): boolean =>
  comparedWith(flow, account, isKey).some((other) => accountsIn(other).some((one) => one !== account && isTyped(one)))

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
