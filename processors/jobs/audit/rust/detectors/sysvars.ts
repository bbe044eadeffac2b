// The chain's own accounts have one address each; a plain account in their place says what its owner wrote.
import { isBare } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import { isHandedOn, keyIsChecked } from '../facts.ts'
import { oneLine, part } from '../tree.ts'
import { accountsIn, holds } from '../values.ts'

const names = new Set([
  'rent',
  'clock',
  'instruction',
  'instructions',
  'slot_hashes',
  'slot_history',
  'recent_blockhashes',
  'recent_slothashes',
  'epoch_schedule',
  'stake_history',
])
export const isSysvarName = (name: string): boolean => {
  const plain = name.replace(/_(info|account|ai)$/, '')
  return names.has(plain) || plain.startsWith('sysvar_') || plain.endsWith('_sysvar')
}
const unchecked = /^(load_instruction_at|load_current_index|from_account_data|get_instruction_relative_unchecked)$/
const checked = /^(from_account_info|load_instruction_at_checked|load_current_index_checked|get_instruction_relative)$/

export function sysvars(context: Context): void {
  for (const { flow, name } of context.instructions) {
    atFixedPlace(context, { flow, name })
    ofUnknown(context, { flow, name })
    for (const account of flow.accounts) {
      if (!isBare(account) || keyIsChecked(flow, account) || isHandedOn(flow, account)) continue
      const uses = flow.calls.filter(({ args, receiver }) => holds(receiver, account) || args.some((one) => holds(one, account)))
      const loads = uses.find(({ name: called }) => unchecked.test(called))
      if (loads !== undefined)
        context.raise('sysvar-unchecked', loads.node, name, `${loads.name} believes ${account.name}, whatever account it is`, {
          severity: 'high',
          confidence: 0.85,
        })
      else if (
        isSysvarName(account.name) &&
        uses.some(({ name: called }) => called !== 'next_account_info') &&
        !uses.some(({ name: called }) => checked.test(called))
      )
        context.raise(
          'sysvar-unchecked',
          account.node,
          name,
          `${account.name} is taken for a sysvar, and its address is never compared`,
        )
    }
  }
}

/** The older functions believe whatever bytes they are given, here of an account that nothing says more about. */
function ofUnknown(context: Context, { flow, name }: Pick<Instruction, 'flow' | 'name'>): void {
  const loads = flow.calls.find(
    ({ name: called, args }) =>
      /^(load_instruction_at|load_current_index)$/.test(called) && args.every((one) => accountsIn(one).length === 0),
  )
  const isAsked = flow.compares.some(({ left, right }) =>
    [left, right].some(({ tags }) => [...tags].some((tag) => /instructions::(ID|id|check_id)$/.test(tag))),
  )
  if (loads !== undefined && !isAsked)
    context.raise(
      'sysvar-unchecked',
      loads.node,
      name,
      `${loads.name} believes the bytes it is given, whatever account they are of`,
    )
}

/** Another instruction of the transaction is looked at by its place in it: one of it does for as many of these as there are. */
function atFixedPlace(context: Context, { flow, name }: Pick<Instruction, 'flow' | 'name'>): void {
  for (const { node, name: called } of flow.calls) {
    const [first] = (part(node, 'arguments')?.children ?? []).filter(({ type }) => !type.endsWith('comment'))
    if (/^load_instruction_at(_checked)?$/.test(called) && first?.type === 'integer_literal')
      context.raise(
        'instruction-at-fixed-place',
        node,
        name,
        `${oneLine(node)} looks at one place of the transaction, whichever this instruction is`,
      )
  }
}
