// Bytes are believed only where the right program wrote them and they are of the right kind: owners, discriminators, and state that is set up twice.
import { type Account, isBare, isFresh } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow, Read } from '../events.ts'
import { comparedWith, dataIsCompared, isHandedOn, isWritten, keyIsChecked, ownerIsChecked, signed } from '../facts.ts'
import type { Struct } from '../items.ts'
import { type Project, structNear } from '../project.ts'
import { oneLine, textOf } from '../tree.ts'
import { hasInput, holds, isConstant, isData, isKey, isOwner, type Value } from '../values.ts'
import { isSysvarName } from './sysvars.ts'

const keepsKind =
  /^(try_deserialize|try_from|try_from_unchecked|load_checked|load_mut_checked|from_account_info|safe_deserialize)$/
const kinds = /discrimin|account_type|accounttype|^kind$|^tag$|^key$|version|initiali[sz]ed|^state$|^status$|^magic$/i

export function owners(context: Context): void {
  for (const instruction of context.instructions) {
    const seen = new Set<Account>()
    for (const read of instruction.flow.reads) {
      if (
        seen.has(read.account) ||
        !isBare(read.account) ||
        isFresh(read.account) ||
        keyIsChecked(instruction.flow, read.account)
      )
        continue
      seen.add(read.account)
      judge(context, instruction, read)
    }
    for (const account of instruction.flow.accounts)
      if (!instruction.flow.reads.some((read) => read.account === account && read.how !== 'bytes'))
        believed(context, instruction, account, seen.has(account))
    writtenBlindly(context, instruction)
  }
}

const kindByPlace =
  /\[\s{0,9}0\s{0,9}\]|\[\s{0,9}(?:0\s{0,9})?\.\.[^[\]]{0,40}\]|starts_with|discrim|account_?type|\bkind\b|\btag\b|magic|version|is_init/i

/** Who may act is read out of an account's bytes by hand, and nothing says who wrote them or what they are. */
function believed(context: Context, { flow, name }: Instruction, account: Account, isTold: boolean): void {
  if (!isBare(account) || isFresh(account) || flow.vouched.has(account) || keyIsChecked(flow, account) || signed(flow, account))
    return
  const isBytes = ({ leaves, tags }: Value) =>
    !tags.has('len') && leaves.some((leaf) => leaf.account === account && /^(\.info)?\.data\b(?!_)/.test(leaf.path))
  const isSomebody = ({ leaves }: Value) =>
    leaves.some((leaf) => leaf.account !== null && leaf.account !== account && isKey(leaf))
  const asked = flow.compares.find(
    ({ op, left, right }) =>
      (op === '==' || op === '!=') && ((isBytes(left) && isSomebody(right)) || (isBytes(right) && isSomebody(left))),
  )
  if (asked === undefined || isHandedOn(flow, account)) return
  const isOwn = isWritten(flow, account) || flow.lamports.some((one) => one.account === account && one.kind !== 'more')
  if (!isOwn && !ownerIsChecked(flow, account)) {
    if (!isTold)
      context.raise(
        'missing-owner-check',
        asked.node,
        name,
        `the bytes of ${account.name} say who may act, and nobody asks which program owns it`,
      )
    return
  }
  const hasKind =
    flow.compares.some(
      ({ node, left, right }) => (isBytes(left) || isBytes(right)) && node !== asked.node && kindByPlace.test(oneLine(node, 160)),
    ) || kindIsChecked(flow, account, undefined)
  if (!hasKind)
    context.raise(
      'type-cosplay',
      asked.node,
      name,
      `who may act is read out of ${account.name} at a fixed place, and nothing asks what kind of account it is`,
      { severity: hasKinds(flow) ? 'medium' : 'low', confidence: 0.5 },
    )
}

/** Bytes of the caller go into an account of which nothing was asked at all: not whose it is, which one, nor what it held. */
function writtenBlindly(context: Context, { flow, name }: Instruction): void {
  for (const write of flow.writes) {
    const { account } = write
    if (!isBare(account) || isFresh(account) || !hasInput(write.value) || write.path !== '.data') continue
    const isKnown =
      ownerIsChecked(flow, account) ||
      keyIsChecked(flow, account) ||
      signed(flow, account) ||
      isHandedOn(flow, account) ||
      dataIsCompared(flow, account) ||
      comparedWith(flow, account, () => true).length > 0 ||
      flow.reads.some((read) => read.account === account) ||
      // Who signs becomes its authority: that is told as a set-up.
      flow.writes.some((one) => one.account === account && one.value.leaves.some((leaf) => leaf.account !== null && isKey(leaf)))
    if (isKnown) continue
    context.raise(
      'missing-owner-check',
      write.node,
      name,
      `what the caller gives is written into ${account.name}, and nobody asks which account it is`,
    )
    if (flow.bundle !== null)
      context.raise('type-cosplay', write.node, name, `what ${account.name} is, nobody asks before its bytes are written`, {
        severity: 'low',
        confidence: 0.4,
      })
    return
  }
}

function judge(context: Context, { flow, name }: Instruction, read: Read): void {
  const { account, type, how } = read
  const struct = structNear(flow.project, type, read.node.source.path)
  const isChecked =
    how === 'from_account_info' ||
    how.startsWith('as_account') ||
    (/^(Account|AccountLoader|Program|Sysvar|Clock|Rent|InterfaceAccount|Multisig)$/.test(type) && how.startsWith('try_from'))
  // That its address is not asked is told where sysvars are.
  if (isChecked || account.wrapper === 'Sysvar' || (how === 'bytes' && isSysvarName(account.name))) return
  const hasKind = kindIsChecked(flow, account, struct)
  if (struct !== undefined && isWritten(flow, account) && !hasKind && setsUp(flow, account)) {
    context.raise(
      'reinitialisation',
      read.node,
      name,
      `${account.name} is read as ${type} and written anew; nothing asks whether it was set up before`,
    )
    return
  }
  // What is written is this program's, and what is a seed only leads to places of its own.
  const isSeen =
    ownerIsChecked(flow, account) ||
    isHandedOn(flow, account) ||
    (struct === undefined && /^(Account|Mint|TokenAccount)$/.test(type) && flow.handed.has(account)) ||
    flow.derived.some(({ seeds }) => holds(seeds, account))
  const ownerKnown = isSeen || isWritten(flow, account)
  const isAnchorAccount = struct?.attributes.some((one) => one.name === 'account' || one.name.startsWith('account(')) ?? false
  const skipsKind = struct !== undefined && !keepsKind.test(how) && !how.startsWith('unpack') && !hasKind
  if (skipsKind && isAnchorAccount)
    context.raise('type-cosplay', read.node, name, `${account.name} is taken for ${type} past its discriminator`)
  if (!ownerKnown) {
    context.raise(
      'missing-owner-check',
      read.node,
      name,
      `${account.name} is read as ${type || 'data'}, and nobody asks which program owns it`,
    )
    if (type === '' && flow.bundle !== null && !hasKind)
      context.raise('type-cosplay', read.node, name, `${account.name} is read at fixed places, past whatever says what it is`, {
        severity: 'low',
        confidence: 0.4,
      })
  } else if (!isSeen && struct !== undefined)
    context.raise(
      'missing-owner-check',
      read.node,
      name,
      `${account.name} is read as ${type} and written back, and only the runtime's refusal to write says which program owns it`,
      { severity: 'low', confidence: 0.4 },
    )
  else if (skipsKind && !isAnchorAccount && !isForeign(flow, account) && othersLike(flow, struct!))
    context.raise(
      'type-cosplay',
      read.node,
      name,
      `${account.name} is taken for ${type}, which nothing in its bytes tells from other accounts of this program`,
      { severity: 'low', confidence: 0.5 },
    )
}

/** Another program’s account, whose owner was asked: accounts of this one cannot stand in its place. */
const isForeign = (flow: Flow, account: Account): boolean =>
  comparedWith(flow, account, isOwner).some(
    (other) => isConstant(other) && ![...other.tags].some((tag) => /^const:((crate|self|super)::)?(ID|id|program_id)$/.test(tag)),
  )

/** The program tells kinds of account apart, by an enumeration or by constants that are not the numbers of its instructions. */
const hasKinds = ({ project }: Flow): boolean => {
  if (project.items.enums.some((one) => /(Type|Kind)$/.test(one))) return true
  const arms = armsOf(project)
  return (
    project.items.constants.filter((one) => /(^|_)(DISCRIMINATOR|DISC|KIND|TYPE|TAG|MAGIC)(_|$)/.test(one) && !arms.has(one))
      .length > 1
  )
}

const arms = new WeakMap<Project, ReadonlySet<string>>()

/** The constants that some match goes by. */
function armsOf(project: Project): ReadonlySet<string> {
  let known = arms.get(project)
  if (known === undefined) {
    const found = project.functions.flatMap(({ body }) =>
      body === null ? [] : [...textOf(body).matchAll(/\b([A-Z][A-Z0-9_]{2,60})\s{0,9}=>/g)],
    )
    known = new Set(found.map(([, name]) => name!))
    arms.set(project, known)
  }
  return known
}

const kindIsChecked = (flow: Flow, account: Account, struct: Struct | undefined): boolean =>
  comparedWith(flow, account, (leaf) => isData(leaf) && kinds.test(leaf.path.split('.').at(-1)!)).length > 0 ||
  flow.compares.some(({ left, right }) =>
    [left, right].some(({ leaves }) =>
      leaves.some((leaf) => leaf.account === account && kinds.test(leaf.path.split('.').at(-1)!)),
    ),
  ) ||
  flow.calls.some(
    ({ name, receiver }) =>
      /initiali[sz]ed|discriminator/i.test(name) && (receiver?.leaves.some((leaf) => leaf.account === account) ?? false),
  ) ||
  flow.compares.some(({ left, right }) => [left, right].some(({ tags }) => [...tags].some((tag) => /DISCRIMINATOR/.test(tag)))) ||
  (struct?.derives.some((one) => /Discriminator/.test(one)) ?? false)

/** Who holds it is written from outside, not only what it counts. */
const setsUp = (flow: Flow, account: Account): boolean =>
  flow.writes.some(
    (write) =>
      write.account === account &&
      write.op === '=' &&
      /\.(authority|owner|admin|creator|initializer|mint|is_initialized|manager)$/.test(write.path),
  ) &&
  !flow.compares.some(({ left, right }) =>
    [left, right].some(({ leaves }) => leaves.some((leaf) => leaf.account === account && isData(leaf))),
  )

function othersLike(flow: Flow, struct: Struct): boolean {
  const isStored = ({ derives, attributes }: Struct) =>
    derives.some((one) => /BorshDeserialize|AnchorDeserialize|Pod$/.test(one)) ||
    attributes.some(({ name }) => name === 'account')
  return [...flow.project.structs.values()]
    .flat()
    .some(
      (other) =>
        other !== struct &&
        isStored(other) &&
        other.fields.some(({ type }) => /Pubkey/.test(type)) &&
        !/Args|Params|Instruction|Data$|Input/.test(other.name),
    )
}
