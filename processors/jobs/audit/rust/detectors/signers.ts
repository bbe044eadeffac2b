// Whoever is asked to agree has to sign: authorities that only lend their key, and coins that leave without anybody's signature.
import { type Account, has, isAuthorityName, isBare, isPinned } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import { comparedWith, isState, isUsed, keyIsChecked, signed, signersOf } from '../facts.ts'
import { holds, isData, isKey } from '../values.ts'

export function signers(context: Context): void {
  for (const instruction of context.instructions) {
    missing(context, instruction)
    drained(context, instruction)
    oneStep(context, instruction)
  }
}

function missing(context: Context, { flow, name }: Instruction): void {
  const signing = signersOf(flow)
  const authorities = signing.filter((account) => isAuthorityName(account.name))
  for (const account of flow.accounts) {
    if (!isBare(account) && account.wrapper !== 'SystemAccount') continue
    if (account.wrapper === 'remaining' || signed(flow, account) || isPinned(account) || !isAuthorityName(account.name)) continue
    const stored = comparedWith(flow, account, isKey).filter((other) =>
      other.leaves.some((leaf) => leaf.account !== account && isData(leaf)),
    )
    const isDerived = comparedWith(flow, account, isKey).some((other) => other.tags.has('pda'))
    const signsByProgram = flow.cpis.some(
      ({ seeds, roles }) =>
        seeds !== null && [...roles].some(([role, value]) => /authority|owner/.test(role) && holds(value, account)),
    )
    if (isDerived || (stored.length === 0 && signsByProgram)) continue
    if (stored.length > 0 && authorities.length === 0)
      context.raise(
        'missing-signer',
        account.node,
        name,
        `${account.name} is compared with what is stored, and nobody asks whether it signed`,
      )
    else if (signing.length === 0 && isUsed(flow, account) && !keyIsChecked(flow, account))
      context.raise(
        'missing-signer',
        account.node,
        name,
        `${account.name} stands for somebody who agrees, and is a plain account that need not sign`,
      )
  }
}

function drained(context: Context, { flow, name }: Instruction): void {
  if (signersOf(flow).length > 0 || flow.accounts.some((account) => isBare(account) && isAuthorityName(account.name))) return
  const less = flow.lamports.find(({ kind, account }) => kind === 'less' && !has(account, 'close'))
  if (less !== undefined)
    context.raise('lamports-without-signer', less.node, name, `lamports leave ${less.account.name}, and no account has to sign`)
}

// The old authority agrees, and the new one is never asked.
function oneStep(context: Context, { flow, name }: Instruction): void {
  const settings: Account[] = flow.accounts.filter((account) => isState(flow, account))
  for (const write of flow.writes) {
    const field = write.path.split('.').at(-1)!
    if (!settings.includes(write.account) || !/^(admin|owner|authority|governance|manager)$/.test(field) || write.op !== '=')
      continue
    if (write.value.leaves.some(({ input }) => input !== null))
      context.raise(
        'one-step-authority',
        write.node,
        name,
        `${write.account.name}.${field} is handed to a key that has proved nothing`,
      )
  }
}
