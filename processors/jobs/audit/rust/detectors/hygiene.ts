// Accounts of which nothing is known: without a word why, or from the list that nobody looks at.
import { type Account, isBare, valuesOf } from '../accounts.ts'
import type { Context } from '../context.ts'
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
  for (const { flow, name } of context.instructions)
    for (const account of flow.accounts) {
      if (!isBare(account) || told.has(account)) continue
      told.add(account)
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
