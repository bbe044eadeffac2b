// State that keeps a list of people lets only them act: what its instructions do without asking the list anybody may do.
import { type Account, isSigner } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, isState, isTied, isWritten, signersOf } from '../facts.ts'
import { structNear } from '../project.ts'
import { accountsIn, holds, isKey } from '../values.ts'

const people = /^(members?|owners|signers|approvers|guardians|admins|operators|managers|validators|voters|council|authorities)$/

export function members(context: Context): void {
  for (const instruction of context.instructions) unasked(context, instruction)
}

function unasked(context: Context, { flow, name }: Instruction): void {
  const signing = signersOf(flow)
  if (flow.bundle === null || signing.length === 0 || !flow.accounts.some((account) => isWritten(flow, account))) return
  // Whoever is compared with anybody, or finds state at a place of its own, acts for itself.
  if (signing.some((signer) => comparedWith(flow, signer, isKey).length > 0 || flow.vouched.has(signer))) return
  // Or another account was asked for its key.
  if (
    flow.calls.some(
      ({ receiver, args }) => accountsIn(receiver).length > 0 && args.some((arg) => signing.some((one) => holds(arg, one))),
    )
  )
    return
  for (const account of flow.accounts) {
    if (!isState(flow, account) || flow.vouched.has(account)) continue
    const field = listOf(flow, account)
    if (field === null || isRead(flow, account, field) || signing.some((signer) => isTied(flow, account, signer))) continue
    const signer = signing.find(isSigner) ?? signing[0]!
    context.raise(
      'members-not-asked',
      account.node,
      name,
      `${account.name} keeps ${field}, and nobody looks for ${signer.name} among them`,
    )
    return
  }
}

/** The field that lists people: keys, or what holds a key each. */
function listOf({ project, entry }: Flow, { inner }: Account): string | null {
  const fields = structNear(project, inner ?? '', entry.file)?.fields ?? []
  return fields.find(({ name, type }) => people.test(name) && /\bVec\b|\[|Set\b/.test(type))?.name ?? null
}

const isRead = ({ calls, compares, writes }: Flow, account: Account, field: string): boolean => {
  const isField = ({ account: one, path }: { account: Account | null; path: string }) =>
    one === account && path.split('.').includes(field)
  return (
    calls.some(({ receiver, args }) =>
      [...(receiver === null ? [] : [receiver]), ...args].some(({ leaves }) => leaves.some(isField)),
    ) ||
    compares.some(({ left, right }) => [...left.leaves, ...right.leaves].some(isField)) ||
    writes.some((write) => write.account === account && write.path.split('.').includes(field)) ||
    // A question of its own, as multisig.is_member(&key).
    calls.some(
      ({ name, receiver }) =>
        /member|owner|signer|approver|role|can_|is_/.test(name) &&
        (receiver?.leaves.some((leaf) => leaf.account === account) ?? false),
    )
  )
}
