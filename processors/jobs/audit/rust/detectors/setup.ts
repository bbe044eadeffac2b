// State is set up once, and by whom it is meant to: init_if_needed without a look, and first-come authorities.
import { type Account, has, isSigner, valuesOf } from '../accounts.ts'
import { mentions } from '../attributes.ts'
import type { Context, Instruction } from '../context.ts'
import { comparedWith, dataIsCompared, isTied } from '../facts.ts'
import { hasInput, isData, isKey } from '../values.ts'

export function setup(context: Context): void {
  for (const instruction of context.instructions)
    for (const account of instruction.flow.accounts) {
      if (has(account, 'init_if_needed')) again(context, instruction, account)
      if (has(account, 'init')) firstCome(context, instruction, account)
    }
}

function again(context: Context, { flow, name }: Instruction, account: Account): void {
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
      isOwn ? { severity: 'low' } : {},
    )
}

function firstCome(context: Context, { flow, name }: Instruction, account: Account): void {
  const seeds = valuesOf(account, 'seeds')[0]
  if (seeds === undefined) return
  const signers = flow.accounts.filter(isSigner)
  const isOwn = signers.some((signer) => mentions(seeds, signer.name))
  const inputs = flow.entry.params.slice(1).some((param) => mentions(seeds, param.name))
  if (isOwn || inputs) return
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
