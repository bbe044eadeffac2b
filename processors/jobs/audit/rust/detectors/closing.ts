// An account is closed only when its bytes are gone and it is handed back; emptied of lamports it can come back within the transaction.
import { type Account, has, isBare, isTyped, valuesOf } from '../accounts.ts'
import { mentions } from '../attributes.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow, Lamports } from '../events.ts'
import { comparedWith, isState, keyIsChecked, signersOf } from '../facts.ts'
import { isHeld } from '../held.ts'
import { structNear } from '../project.ts'
import { some, textOf } from '../tree.ts'
import { holds, isData, isKey, single, type Value } from '../values.ts'
import { authorityFields } from './matching.ts'

export function closing(context: Context): void {
  for (const instruction of context.instructions) {
    closedByAnybody(context, instruction)
    returned(context, instruction)
  }
  const refunds = context.project.functions.filter((fn) =>
    some(fn.body, (node) => node.type === 'identifier' && textOf(node) === 'CLOSED_ACCOUNT_DISCRIMINATOR'),
  )
  const keeping = keepingData(context)
  for (const instruction of context.instructions)
    for (const account of new Set(instruction.flow.lamports.filter(isEmptying).map((one) => one.account))) {
      const { flow } = instruction
      const emptied = flow.lamports.find((one) => one.account === account && isEmptying(one))!
      if (isClosed(instruction, account) || (isPot(account) && !keeping.has(account.name))) continue
      const marks = flow.calls.some(({ args }) =>
        args.some(({ tags }) => [...tags].some((tag) => tag.includes('CLOSED_ACCOUNT_DISCRIMINATOR'))),
      )
      if (marks && refunds.some((fn) => !flow.reached.has(fn))) continue
      const isWiped = marks || flow.writes.some((write) => write.account === account)
      context.raise(
        'closed-by-lamports',
        emptied.node,
        instruction.name,
        isWiped
          ? `${account.name} is emptied and overwritten, but stays this program's and can be paid for again before the transaction ends`
          : `${account.name} is emptied of lamports, and its data stays until the transaction ends`,
        // Bytes that are all nothing say nothing when it comes back.
        flow.writes.some((write) => write.account === account && /^(fill|sol_memset)$/.test(write.op))
          ? { severity: 'low', confidence: 0.4 }
          : isWiped
            ? { severity: 'medium', confidence: 0.6 }
            : {},
      )
    }
}

/** A plain account at an address of the program’s own. */
const isPot = (account: Account): boolean => isBare(account) && has(account, 'seeds')

/** The names of accounts in which some instruction of the program finds or leaves more than lamports. */
const keepingData = ({ instructions }: Context): ReadonlySet<string> =>
  new Set(
    instructions.flatMap(({ flow }) => [
      ...flow.accounts.filter(isTyped).map(({ name }) => name),
      ...flow.reads.map(({ account }) => account.name),
      ...flow.writes.map(({ account }) => account.name),
    ]),
  )

/** State is given back to the system by hand, and nobody has to sign. */
function returned(context: Context, { flow, name }: Instruction): void {
  if (signersOf(flow).length > 0 || flow.vouched.size > 0) return
  // What was asked of it may allow that to anybody.
  const isAsked = (account: Account) => flow.compares.some(({ left, right }) => holds(left, account) || holds(right, account))
  const given = flow.calls.find(
    ({ name: called, receiver, node }) =>
      called === 'assign' &&
      /system/i.test(textOf(node)) &&
      flow.accounts.some((account) => isState(flow, account) && holds(receiver, account) && !isAsked(account)),
  )
  if (given !== undefined)
    context.raise(
      'closed-by-anybody',
      given.node,
      name,
      'an account of this program is given away, and nobody has to sign for it',
    )
  // Whose program it is says nothing of whose account it is.
  const isKnown = (account: Account) =>
    !isBare(account) ||
    keyIsChecked(flow, account) ||
    comparedWith(flow, account, (leaf) => isKey(leaf) || isData(leaf)).length > 0
  const emptied = flow.calls.find(
    ({ name: called, receiver, args }) =>
      /^(realloc|resize)$/.test(called) &&
      args[0]?.tags.has('zero') === true &&
      flow.accounts.some((account) => holds(receiver, account) && !isKnown(account)),
  )
  if (emptied !== undefined)
    context.raise('closed-by-anybody', emptied.node, name, 'what an account holds is cut off, and nobody has to sign for it')
}

// Anchor closes it after the handler: who may ask for that is asked before, or nobody is.
function closedByAnybody(context: Context, { flow, name }: Instruction): void {
  const isTied = (account: Account) =>
    flow.compares.some(({ left, right }) => holds(left, account) || holds(right, account)) || flow.vouched.has(account)
  const signing = signersOf(flow)
  // Whoever is compared with anything may be the one who may close everything.
  if (signing.some((signer) => comparedWith(flow, signer, isKey).length > 0 || flow.vouched.has(signer))) return
  const byMethod = new Set(
    flow.calls.flatMap(({ name: called, receiver }) => (called === 'close' ? (accountOf(receiver) ?? []) : [])),
  )
  const isAnybody = signing.length > 0 && !signing.some((signer) => isHeld(flow, signer))
  for (const account of flow.accounts) {
    const receivers = new Set(valuesOf(account, 'close'))
    const isFree = isAnybody && flow.accounts.some((one) => receivers.has(one.name) && !isHeld(flow, one))
    const fields = [...authorityFields(flow, account), ...(isFree ? keysKept(flow, account) : [])]
    const isEmptied =
      flow.bundle !== null && signing.length === 0 && flow.lamports.some((one) => one.account === account && isEmptying(one))
    const isOurs = (has(account, 'close') || isEmptied || byMethod.has(account)) && isTyped(account) && fields.length > 0
    if (
      !isOurs ||
      isTied(account) ||
      valuesOf(account, 'seeds').some((seeds) => signing.some((one) => mentions(seeds, one.name)))
    )
      continue
    if (signing.length > 0)
      context.raise(
        'closed-by-anybody',
        account.node,
        name,
        `${account.name} is closed, and its ${fields[0]} is never compared with ${signing[0]!.name}, who only signs`,
      )
    else if (!has(account, 'seeds'))
      context.raise('closed-by-anybody', account.node, name, `${account.name} is closed, and nobody has to sign for it`)
  }
}

/** The keys that a kind of account keeps, whatever they are called. */
const keysKept = ({ project }: Flow, { inner, file }: Account): string[] =>
  (inner === null ? [] : (structNear(project, inner, file)?.fields ?? [])).flatMap(({ name, type }) =>
    /\b(Pubkey|Address)\b/.test(type) ? [name] : [],
  )

/** The account that a value is, and no part of it. */
const accountOf = (value: Value | null): Account | null => {
  const leaf = value === null ? null : single(value)
  return leaf?.path === '' ? leaf.account : null
}

const isEmptying = ({ kind, account, value }: Lamports): boolean =>
  kind === 'zero' ||
  (kind === 'less' && value.isExact && value.leaves.some((leaf) => leaf.account === account && leaf.path.includes('lamports')))

function isClosed({ flow }: Instruction, account: Account): boolean {
  if (has(account, 'close')) return true
  // What takes the lamports of an account already marked as closed ends it.
  const isMarked = ({ tags }: Value) => [...tags].some((tag) => tag.includes('CLOSED_ACCOUNT_DISCRIMINATOR'))
  if (flow.compares.some(({ left, right }) => isMarked(left) || isMarked(right))) return true
  return flow.calls.some(
    ({ name, receiver, args }) =>
      (/^(assign|realloc|resize|close|close_account|close_unchecked)$/.test(name) &&
        (holds(receiver, account) || args.some((one) => holds(one, account)))) ||
      (/delete|close|dispose|clos/.test(name) && args.some((one) => holds(one, account))),
  )
}
