// Whoever is asked to agree has to sign: authorities that only lend their key, and coins that leave without anybody's signature.
import { type Account, has, isAuthorityName, isBare, valuesOf } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, isState, isUsed, isWritten, keyIsChecked, signed, signersOf } from '../facts.ts'
import { callerIsHeld, paidIn, paidToAnybody } from '../held.ts'
import { makerOf } from '../project.ts'
import { accountsIn, hasInput, holds, isData, isKey } from '../values.ts'
import { authorityFields } from './matching.ts'

export function signers(context: Context): void {
  for (const instruction of context.instructions) {
    if (!missing(context, instruction) && !drained(context, instruction)) unsigned(context, instruction)
    takenByAnybody(context, instruction)
    oneStep(context, instruction)
    resized(context, instruction)
  }
}

const isOrder = /^(migrate|upgrade|pause|unpause|freeze|unfreeze|reset|disable|enable|shutdown|activate|deactivate|set)(_|$)/

/** An account grows or shrinks, and nobody has to sign for it. */
function resized(context: Context, { flow, name }: Instruction): void {
  if (signersOf(flow).length > 0) return
  const account = flow.accounts.find((one) => has(one, 'realloc'))
  if (account !== undefined)
    context.raise('missing-signer', account.node, name, `${account.name} is resized, and no account has to sign`, {
      severity: 'medium',
      confidence: 0.55,
    })
}

/** State of a program takes the caller's number, and nobody at all has to sign. */
function unsigned(context: Context, { flow, name }: Instruction): void {
  if (flow.bundle === null) unsignedByHand(context, { flow, name })
  if (flow.bundle === null || signersOf(flow).length > 0 || flow.vouched.size > 0 || flow.cpis.length > 0) return
  if (/init|create/i.test(flow.entry.name) || flow.calls.some(({ name: called }) => /verify|recover|instruction/.test(called)))
    return
  const set = flow.writes.find(
    ({ account, op, value }) =>
      isState(flow, account) &&
      !has(account, 'init_if_needed') &&
      authorityFields(flow, account).length === 0 &&
      (op === '=' || op === '-=') &&
      (hasInput(value) || value.tags.has('op:-') || isOrder.test(flow.entry.name)) &&
      !value.tags.has('op:+'),
  )
  if (set !== undefined)
    context.raise(
      'missing-signer',
      set.node,
      name,
      `${set.account.name}${set.path} is set by whoever asks: no account has to sign`,
      {
        severity: 'low',
        confidence: 0.5,
      },
    )
}

/** The same of accounts by hand: what was read of one is written back with the caller's value, and nothing is asked of anybody. */
function unsignedByHand(context: Context, { flow, name }: Pick<Instruction, 'flow' | 'name'>): void {
  if (signersOf(flow).length + flow.vouched.size + flow.cpis.length + flow.derived.length > 0) return
  if (
    /init|create/i.test(flow.entry.name) ||
    flow.compares.some(({ left, right }) => [...left.leaves, ...right.leaves].some(isKey))
  )
    return
  const set = flow.writes.find(
    ({ account, path, op, value }) =>
      op === '=' && path.includes('.data:') && hasInput(value) && flow.reads.some((read) => read.account === account),
  )
  if (set !== undefined)
    context.raise('missing-signer', set.node, name, `${set.account.name} takes what the caller gives, and nobody has to sign`, {
      severity: 'low',
      confidence: 0.5,
    })
}

/** Whether anybody was found who need not sign. */
function missing(context: Context, { flow, name }: Instruction): boolean {
  let isFound = false
  const raise = (account: Account, evidence: string) => {
    isFound = true
    const isHarmless = flow.bundle === null && flow.writes.length + flow.lamports.length + flow.cpis.length === 0
    context.raise('missing-signer', account.node, name, evidence, isHarmless ? { severity: 'low' } : {})
  }
  const signing = signersOf(flow).filter(({ name: signer }) => !/payer|funder|funding/.test(signer))
  const storedOf = (account: Account) =>
    comparedWith(flow, account, isKey).filter((other) =>
      other.leaves.some((leaf) => leaf.account !== account && isData(leaf) && !leaf.path.includes('owner_field')),
    )
  const isAgreed = signersOf(flow).some((account) => isAuthorityName(account.name) && storedOf(account).length > 0)
  for (const account of flow.accounts) {
    if (!isBare(account) && account.wrapper !== 'SystemAccount') continue
    if (account.wrapper === 'remaining' || signed(flow, account) || has(account, 'seeds') || !isAuthorityName(account.name))
      continue
    const stored = storedOf(account)
    // Whoever is only paid need not agree, but somebody has to ask for the payment.
    if (isNoPerson(flow, account, signing.length > 0 || stored.length === 0)) continue
    const isDerived = comparedWith(flow, account, isKey).some((other) => other.tags.has('pda'))
    if (isDerived) continue
    if (stored.length > 0 && !isAgreed)
      raise(account, `${account.name} is compared with what is stored, and nobody asks whether it signed`)
    else if (
      signing.length === 0 &&
      stored.length === 0 &&
      (isUsed(flow, account) || standsBy(flow, account)) &&
      !keyIsChecked(flow, account) &&
      !isOnlyNoted(flow, account)
    )
      raise(account, `${account.name} stands for somebody who agrees, and is a plain account that need not sign`)
  }
  if (!isFound) leftToOthers(context, { flow, name })
  return isFound
}

/** The program called asks for the signature, and this one for none: a note, as long as it is the program that is meant. */
function leftToOthers(context: Context, { flow, name }: Pick<Instruction, 'flow' | 'name'>): void {
  for (const account of flow.accounts) {
    if (flow.bundle === null || !isBare(account) || signed(flow, account) || keyIsChecked(flow, account)) continue
    const cpi = flow.cpis.find(
      ({ seeds, roles }) =>
        seeds === null &&
        [...roles].some(([role, value]) => /^(authority|owner|from_authority)$/.test(role) && holds(value, account)),
    )
    if (cpi !== undefined && isAuthorityName(account.name))
      context.raise('missing-signer', account.node, name, `whether ${account.name} signed only the program called asks`, {
        severity: 'low',
        confidence: 0.3,
      })
  }
}

/** In an instruction that changes something and that nobody has to sign, an authority is passed and not looked at. */
const standsBy = (flow: Flow, account: Account): boolean =>
  flow.bundle === null ? flow.lamports.some((one) => one.kind === 'less' && one.account !== account) : isPassed(flow, account)

const isPassed = (flow: Flow, account: Account): boolean =>
  /withdraw|transfer|update|set_|change|close|claim|mint|burn|send|pay|delete|remove|admin|migrate/i.test(
    // A struct's one method is named as all others are.
    flow.entry.trait === null ? flow.entry.name : `${flow.entry.owner}`,
  ) && flow.accounts.some((other) => other !== account && (has(other, 'mut') || isWritten(flow, other)))

/** State, a receiver, or somebody whose signature the program called asks for. */
const isNoPerson = (flow: Flow, account: Account, mayBePaid: boolean): boolean =>
  flow.reads.some((read) => read.account === account) ||
  isWritten(flow, account) ||
  (mayBePaid && flow.lamports.some((one) => one.account === account && one.kind === 'more')) ||
  flow.accounts.some((other) => valuesOf(other, 'close').includes(account.name)) ||
  flow.cpis.some(({ given, roles }) =>
    flow.bundle === null
      ? given.includes(account)
      : [...roles].some(([role, value]) => /authority|owner|from|payer|user/.test(role) && holds(value, account)),
  ) ||
  flow.handed.has(account)

/** Its key is written down, as that of a new owner is. */
const isOnlyNoted = (flow: Flow, account: Account): boolean =>
  flow.bundle === null &&
  (/init|create/.test(flow.entry.name) || flow.writes.some(({ value }) => holds(value, account)) || /payer/.test(account.name))

/** Whether somebody's money leaves without a signature, or may where an authority stands by. */
function drained(context: Context, { flow, name }: Instruction): boolean {
  if (signersOf(flow).length > 0) return false
  const free = isWhole(flow) ? paidToAnybody(flow) : undefined
  if (free !== undefined) {
    context.raise(
      'lamports-without-signer',
      free.node,
      name,
      `lamports leave ${free.account.name} for whom the caller names; no account has to sign, and no receiver is asked`,
      { severity: 'high', confidence: 0.65 },
    )
    return true
  }
  const paid = flow.cpis.find(
    ({ seeds, roles }) =>
      flow.bundle === null &&
      seeds !== null &&
      roles.has('from') &&
      accountsIn(roles.get('to')).some((to) => isBare(to) && isAuthorityName(to.name)),
  )
  if (paid !== undefined)
    context.raise('lamports-without-signer', paid.node, name, 'the program signs a transfer to whom nobody asks for a signature')
  if (paid !== undefined || flow.accounts.some((account) => isBare(account) && isAuthorityName(account.name)))
    return paid !== undefined
  const less = flow.lamports.find(({ kind, account }) => kind === 'less' && !has(account, 'close'))
  const { all, held } = paidIn(flow)
  // Whoever sends it, only who is meant is paid.
  const isFixed = all.size > 0 && all.size === held.size
  if (less !== undefined)
    context.raise(
      'lamports-without-signer',
      less.node,
      name,
      `lamports leave ${less.account.name}, and no account has to sign`,
      isFixed ? { severity: 'low', confidence: 0.35 } : {},
    )
  return less !== undefined
}

/** All that is done is seen: its accounts are a struct's or come out of the list, so that no caller has asked before. */
const isWhole = ({ bundle, entry, project }: Flow): boolean =>
  bundle !== null ||
  makerOf(entry, project) !== null ||
  entry.params.some(({ type }) => /\[\s*(\w+::)*Account(Info|View)\b/.test(type))

/** Somebody signs, and nothing holds him or the receiver to what the lamports leave. */
function takenByAnybody(context: Context, { flow, name }: Instruction): void {
  const signing = signersOf(flow)
  if (signing.length === 0 || !isWhole(flow)) return
  const less = paidToAnybody(flow)
  if (less !== undefined && !callerIsHeld(flow))
    context.raise(
      'lamports-to-anybody',
      less.node,
      name,
      `lamports leave ${less.account.name}; ${signing[0]!.name} only signs, and neither signer nor receiver is compared with anything`,
    )
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
