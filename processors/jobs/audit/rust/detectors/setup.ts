// State is set up once, and by whom it is meant to: init_if_needed without a look, and first-come authorities.
import { type Account, has, isBare, isFresh, isSigner, isTyped, valuesOf } from '../accounts.ts'
import { mentions } from '../attributes.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, dataIsCompared, isHandedOn, isTied, seedsName, signersOf } from '../facts.ts'
import { hasInput, holds, isData, isKey } from '../values.ts'
import { authorityFields } from './matching.ts'

export function setup(context: Context): void {
  for (const instruction of context.instructions) {
    overAgain(context, instruction)
    for (const account of instruction.flow.accounts) {
      if (has(account, 'init_if_needed')) again(context, instruction, account)
      if (has(account, 'init')) firstCome(context, instruction, account)
    }
  }
  revived(context)
}

/** Who signs becomes the authority of an account that may have one already. */
function overAgain(context: Context, { flow, name }: Instruction): void {
  const signing = signersOf(flow)
  for (const write of flow.writes) {
    const { account } = write
    if (isFresh(account) || has(account, 'init_if_needed') || flow.vouched.has(account) || isHandedOn(flow, account)) continue
    const isTaken = isTyped(account)
      ? write.op === '=' && /\.(authority|admin|owner)$/.test(write.path)
      : isBare(account) && write.path === '.data' && !flow.reads.some((read) => read.account === account)
    if (!isTaken || !signing.some((signer) => write.value.leaves.some((leaf) => leaf.account === signer && isKey(leaf)))) continue
    const isAsked =
      flow.compares.some(
        ({ left, right, order }) =>
          order < write.order &&
          [left, right].some(
            ({ leaves, tags }) =>
              !tags.has('len') &&
              leaves.some((leaf) => leaf.account === account && (isData(leaf) || /lamports|data_/.test(leaf.path))),
          ),
      ) ||
      signing.some((signer) => comparedWith(flow, signer, isKey).length > 0) ||
      valuesOf(account, 'seeds').some((seeds) => signing.some((signer) => mentions(seeds, signer.name))) ||
      flow.derived.some(({ seeds }) => signing.some((signer) => holds(seeds, signer)))
    if (isAsked) continue
    context.raise(
      'reinitialisation',
      write.node,
      name,
      `${account.name} gets a new authority, and nothing asks whether it was set up before`,
      // By hand the account may have been made in the same transaction; what set-ups of lessons lack is seldom what they are about.
      isTyped(account) ? {} : { severity: 'low', confidence: 0.45 },
    )
    return
  }
}

/** A token account that is there already may have a delegate, or somebody who may close it. */
function takenOver(context: Context, name: string, account: Account): void {
  if (account.inner === 'TokenAccount' && has(account, 'token::mint') && !has(account, 'seeds'))
    context.raise(
      'init-if-needed',
      account.node,
      name,
      `${account.name} may be there already, with a delegate that is not asked for`,
      {
        severity: 'low',
        confidence: 0.35,
      },
    )
}

/** What one instruction closes another makes anew, for whoever asks. */
function revived(context: Context): void {
  const closed = new Map<string, string>()
  for (const { flow, name } of context.instructions)
    for (const account of flow.accounts) if (has(account, 'close') && account.inner !== null) closed.set(account.inner, name)
  for (const { flow, name } of context.instructions)
    for (const account of flow.accounts)
      if (has(account, 'init_if_needed') && closed.has(account.inner ?? ''))
        context.raise(
          'closed-may-return',
          account.node,
          name,
          `${closed.get(account.inner!)} closes a ${account.inner}, and ${name} makes it again where it was`,
        )
}

function again(context: Context, { flow, name }: Instruction, account: Account): void {
  takenOver(context, name, account)
  if (account.inner === 'TokenAccount' || account.inner === 'Mint' || dataIsCompared(flow, account) || flow.vouched.has(account))
    return
  const isAsked = flow.calls.some(
    ({ name: called, receiver }) =>
      /initiali[sz]ed/.test(called) && (receiver?.leaves.some((leaf) => leaf.account === account) ?? false),
  )
  const write = flow.writes.find(
    (one) =>
      one.account === account &&
      (one.op === '=' || one.op === 'set_inner') &&
      !one.value.leaves.some((leaf) => leaf.account === account && isData(leaf)),
  )
  const isOwn = flow.accounts.some(
    (other) => isSigner(other) && valuesOf(account, 'seeds').some((seeds) => mentions(seeds, other.name)),
  )
  if (write !== undefined && !isAsked)
    context.raise(
      'init-if-needed',
      write.node,
      name,
      `${account.name} may be there already, and what it holds is written over`,
      isOwn ? { severity: 'low' } : isTakeover(flow, account) ? { severity: 'high' } : {},
    )
}

/** Whoever calls becomes the authority of an account that may have one. */
const isTakeover = (flow: Flow, account: Account): boolean => {
  const fields = authorityFields(flow, account)
  return flow.writes.some(
    (one) =>
      one.account === account &&
      fields.some((field) => one.path.endsWith(`.${field}`)) &&
      (hasInput(one.value) || signersOf(flow).some((signer) => holds(one.value, signer))) &&
      !signersOf(flow).some((signer) => comparedWith(flow, signer, isKey).length > 0),
  )
}

function firstCome(context: Context, { flow, name }: Instruction, account: Account): void {
  const seeds = valuesOf(account, 'seeds')[0]
  if (seeds === undefined) return
  const signers = flow.accounts.filter(isSigner)
  const isOwn = signers.some((signer) => mentions(seeds, signer.name))
  const inputs = flow.entry.params
    .slice(1)
    .filter((param) => mentions(seeds, param.name.replace(/^_/, '')) || mentions(seeds, param.name))
  if (isOwn) return
  if (inputs.length > 0) {
    // Whose it becomes is the signer's, but where it lies is anybody's.
    const owned = flow.writes.find((one) => one.account === account && signers.some((signer) => holds(one.value, signer)))
    if (owned !== undefined && !flow.accounts.some((other) => other !== account && seedsName(account, other)))
      context.raise(
        'seeds-without-owner',
        owned.node,
        name,
        `the address of ${account.name} is made of ${inputs[0]!.name} alone; whoever comes first takes it from everybody else`,
      )
    return
  }
  const isAllowed = signers.some(
    (signer) =>
      comparedWith(flow, signer, isKey).some(
        (other) => other.leaves.some((leaf) => leaf.account !== account) || other.tags.size > 0,
      ) ||
      flow.accounts.some((other) => other !== account && other !== signer && isTied(flow, other, signer)) ||
      flow.vouched.has(signer),
  )
  const write = flow.writes.find(
    (one) => one.account === account && /\.(\w*_)?(authority|admin|owner|governance|manager|operator)$/.test(one.path),
  )
  const fromCaller =
    write !== undefined &&
    (hasInput(write.value) || write.value.leaves.some((leaf) => leaf.account !== null && isSigner(leaf.account)))
  if (!isAllowed && fromCaller)
    context.raise(
      'first-come-authority',
      write.node,
      name,
      `whoever calls first becomes ${write.path.split('.').at(-1)} of ${account.name}, of which there is one`,
    )
}
