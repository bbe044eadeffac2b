// Accounts of which nothing is known: without a word why, or from the list that nobody looks at.
import { type Account, has, isAuthorityName, isBare, isFresh, valuesOf } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, isHandedOn, keyIsChecked, ownerIsChecked, signed } from '../facts.ts'
import { holds } from '../values.ts'

/** Used for something, and compared with nothing: what another program is called with, that program looks at. */
const isBelieved = (flow: Flow, account: Account): boolean =>
  !isHandedOn(flow, account) &&
  !ownerIsChecked(flow, account) &&
  !keyIsChecked(flow, account) &&
  !signed(flow, account) &&
  comparedWith(flow, account, () => true).length === 0 &&
  !flow.reads.some((read) => read.account === account && /^try_from$|^try_deserialize$/.test(read.how)) &&
  flow.calls.some(({ receiver, args }) => holds(receiver, account) || args.some((one) => holds(one, account)))

export function hygiene(context: Context): void {
  const told = new Set<unknown>()
  for (const { flow, name } of context.instructions) {
    const whole = flow.calls.find(
      ({ name: called, args }) => /^invoke/.test(called) && args.some(({ tags }) => tags.has('remaining')),
    )
    if (whole !== undefined)
      context.raise('remaining-unchecked', whole.node, name, 'all of remaining_accounts is handed on as it comes', {
        severity: 'low',
        confidence: 0.4,
      })
    for (const account of flow.accounts) {
      if (!isBare(account) || told.has(account)) continue
      told.add(account)
      unasked(context, { flow, name }, account)
      if (account.wrapper === 'remaining') {
        const isChanged =
          flow.writes.some((one) => one.account === account) || flow.lamports.some((one) => one.account === account)
        if (isChanged && !ownerIsChecked(flow, account) && !keyIsChecked(flow, account) && !signed(flow, account))
          context.raise(
            'remaining-unchecked',
            account.node,
            name,
            `an account of remaining_accounts is changed, and neither owner, key nor signature is asked`,
          )
        else if (!isChanged && isBelieved(flow, account))
          context.raise(
            'remaining-unchecked',
            account.node,
            name,
            `an account of remaining_accounts is used, and neither owner, key nor signature is asked`,
            { severity: 'low', confidence: 0.4 },
          )
      } else if (
        account.wrapper !== 'native' &&
        !/CHECK/.test(account.comments) &&
        !keyIsChecked(flow, account) &&
        !signed(flow, account) &&
        valuesOf(account, 'constraint').length === 0
      )
        context.raise(
          'unexplained-account',
          account.node,
          name,
          `${account.name} is a plain account without constraint, and no comment says why that is safe`,
        )
    }
  }
}

/** An instruction that only reads gives back the bytes of any account; or one that may be changed passes without any question. */
function unasked(context: Context, { flow, name }: Pick<Instruction, 'flow' | 'name'>, account: Account): void {
  const isAsked =
    isFresh(account) ||
    isHandedOn(flow, account) ||
    ownerIsChecked(flow, account) ||
    keyIsChecked(flow, account) ||
    signed(flow, account) ||
    flow.handed.has(account) ||
    comparedWith(flow, account, () => true).length > 0 ||
    flow.reads.some((read) => read.account === account)
  if (isAsked || account.wrapper === 'remaining' || isAuthorityName(account.name)) return
  const borrowed = flow.calls.find(
    ({ name: called, receiver }) => /^try_borrow(_mut)?_data$|^borrow_data_unchecked$/.test(called) && holds(receiver, account),
  )
  const isChanged = flow.writes.some((one) => one.account === account)
  const isPaid =
    flow.lamports.some((one) => one.account === account) ||
    flow.cpis.some(({ roles }) => [...roles.values()].some((one) => holds(one, account)))
  if (borrowed !== undefined && !isChanged)
    context.raise(
      'missing-owner-check',
      borrowed.node,
      name,
      `the bytes of ${account.name} are taken, and nobody asks whose they are`,
      note,
    )
  else if (flow.bundle !== null && has(account, 'mut') && account.constraints.length === 1 && !isPaid && !isChanged)
    context.raise(
      'missing-owner-check',
      account.node,
      name,
      `${account.name} may be changed, and nothing is asked of it at all`,
      note,
    )
}
const note = { severity: 'low', confidence: 0.35 } as const
