// What is wrong with a token and how much each costs: powers with their holders, missing sources, taxes, and what a second opinion adds.
import { type Contract, changerOf, type Flag, powerFlags } from '../../families/contract-powers.ts'
import type { Known } from './figures.ts'
import { isMajor } from './majors.ts'
import type { Deduction } from './signal.ts'

export interface Risks {
  readonly deductions: readonly Deduction[]
  readonly flags: readonly (Flag & { readonly source: string })[]
  /** null: the registry did not answer. */
  readonly isVerified: boolean | null
  readonly changer: ReturnType<typeof changerOf>
  /** null: nobody else said. */
  readonly agrees: boolean | null
}

// What holding a power costs in the hands of a single key; elsewhere less.
const costs: Readonly<Record<string, number>> = {
  mint: 0.35,
  pause: 0.15,
  blacklist: 0.2,
  fee: 0.2,
  limit: 0.1,
  upgrade: 0.3,
  burn_others: 0.3,
  roles: 0.1,
  initialize: 0.3,
}
const byHolder: Readonly<Record<string, number>> = { eoa: 1, contract: 0.6, multisig: 0.5, timelock: 0.3, none: 0 }
const opinions = [
  ['hidden_owner', 0.3, 'danger', 'a hidden owner is in the code'],
  ['can_take_back_ownership', 0.3, 'danger', 'an ownership that was given up can be taken back'],
  ['owner_changes_balances', 0.5, 'danger', 'the owner can change balances'],
  ['self_destructs', 0.2, 'warning', 'the code can destroy itself'],
  ['tax_modifiable', 0.1, 'warning', 'taxes can be changed'],
  ['trading_cooldown', 0.05, 'info', 'trades must keep a distance in time'],
  ['cannot_sell_all', 0.2, 'warning', 'a holder cannot sell all at once'],
  ['creator_made_honeypots', 0.4, 'danger', 'its creator made honeypots before'],
] as const

export function risksOf(known: Known): Risks {
  const { token, registry, screening } = known
  const contract = { ...token.contract, functions: [] } as Contract
  const isKept = isMajor(token.chain_id, token.address)
  const target = contract.proxy.implementation ?? contract.delegate ?? token.address
  const isVerified =
    registry === null ? null : (registry.contracts.find(({ address }) => address === target)?.match ?? null) !== null
  const deductions: Deduction[] = isKept ? [] : powerDeductions(contract)
  const flags = (
    isKept ? powerFlags(contract).map((flag) => ({ ...flag, severity: 'info' as const })) : powerFlags(contract)
  ).map((flag) => ({ ...flag, source: 'chain' }))
  const add = (code: string, worth: number, severity: Flag['severity'], message: string, source = 'chain') => {
    flags.push({ code, severity, message, source })
    if (worth > 0) deductions.push({ code, worth })
  }
  if (isVerified === false) add('unverified', 0.2, 'warning', 'no source was shown for the code it runs', 'sourcify')
  if (contract.paused === true) add('paused', 0.3, 'danger', 'transfers are stopped now')
  trialRisks(known, add)
  for (const [code, worth, severity, message] of opinions) {
    if (screening?.[code] === true) add(code, isKept ? 0 : worth, severity, message, 'goplus')
  }
  const own = token.trial.verdict
  const other = screening?.honeypot ?? null
  const agrees = other === null || own === 'unknown' ? null : other === (own === 'honeypot')
  if (agrees === false)
    add('opinions_differ', 0, 'warning', `our trial says ${own}, GoPlus says ${other ? 'a honeypot' : 'no honeypot'}`, 'goplus')
  return { deductions, flags, isVerified, changer: changerOf(contract), agrees }
}

function powerDeductions({ powers, owner, proxy }: Contract): Deduction[] {
  return Object.entries(costs).flatMap(([power, cost]) => {
    const guards = powers.filter((one) => one.power === power).map(({ guard }) => guard)
    if (guards.includes('anyone')) return [{ code: power, worth: 2 * cost }]
    const holder = guards.includes('owner') ? owner?.kind : guards.includes('admin') ? proxy.authority?.kind : null
    // Somebody may hold it who was not found; less likely so where the ownership was given up.
    const unfound = owner?.kind === 'none' ? 0.25 : 0.5
    const share = holder !== null ? (byHolder[holder ?? 'none'] ?? 0) : guards.includes('restricted') ? unfound : 0
    return share === 0 ? [] : [{ code: power, worth: cost * share }]
  })
}

function trialRisks(
  { token: { trial, pools, quotes_usd } }: Known,
  add: (code: string, worth: number, severity: Flag['severity'], message: string) => void,
): void {
  const percent = (tax: number) => `${Math.round(1_000 * tax) / 10} %`
  if (trial.verdict === 'honeypot') add('honeypot', 1, 'danger', 'what was bought could not be sold when it was tried')
  if (trial.verdict === 'not_tradable') add('not_tradable', 0.3, 'danger', 'not even buying worked when it was tried')
  if (trial.verdict === 'unknown')
    add('not_tried', 0.1, 'warning', 'selling could not be tried: nobody holds any that could be moved')
  const taxes = [
    ['buy_tax', trial.buy_tax],
    ['sell_tax', trial.sell_tax],
    ['transfer_tax', trial.transfer_tax],
  ] as const
  for (const [code, tax] of taxes) {
    if (tax !== null && tax > 0.005)
      add(code, Math.min(0.5, tax), tax > 0.1 ? 'danger' : 'warning', `${code.replace('_', ' ')} of ${percent(tax)}`)
  }
  if (trial.holders_tried > 0 && trial.holders_able < trial.holders_tried && trial.verdict === 'clean')
    add(
      'some_holders_blocked',
      0.2,
      'danger',
      `${trial.holders_tried - trial.holders_able} of ${trial.holders_tried} holders could not send any`,
    )
  if (pools.length === 0 && Object.keys(quotes_usd).length > 0)
    add('no_pool_found', 0, 'warning', 'the exchanges of this chain that are read have no pool of it; others may')
}
