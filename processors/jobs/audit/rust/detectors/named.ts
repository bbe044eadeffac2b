// Accounts that state names, and places that seeds name: the caller's own is taken where nobody compares.
import { type Account, has, isAuthorityName, isBare, isFresh, isPinned, isProgram, isTyped, valuesOf } from '../accounts.ts'
import { mentions, namesItself } from '../attributes.ts'
import type { Context, Instruction } from '../context.ts'
import type { Flow } from '../events.ts'
import { comparedWith, isState, isTied, isWritten, keyIsChecked, signed, signersOf } from '../facts.ts'
import { structNear } from '../project.ts'
import { hasInput, holds } from '../values.ts'

export function named(context: Context): void {
  const habits = habitsOf(context)
  for (const instruction of context.instructions) {
    storedKey(context, instruction)
    strangePlace(context, instruction, habits)
  }
}

/** State keeps the key of an account of that very name, and the one that was passed is never compared with it. */
function storedKey(context: Context, { flow, name }: Instruction): void {
  const keepers = keepersOf(flow)
  for (const account of flow.accounts) {
    if (isProgram(account) || isPinned(account) || isFresh(account) || signed(flow, account) || flow.vouched.has(account))
      continue
    if (isAuthorityName(account.name) || keyIsChecked(flow, account) || !isMoved(flow, account)) continue
    const kept = keepers.get(plain(account.name))?.find(({ state }) => state !== account && !isTied(flow, state, account))
    if (kept === undefined) continue
    const { state, field } = kept
    const isAsked = comparedWith(flow, state, ({ path }) => path.endsWith(`.${field}`)).length > 0
    const isSet = flow.writes.some((write) => write.account === state && write.path.endsWith(`.${field}`))
    if (!isAsked && !isSet)
      context.raise(
        'stored-key-not-asked',
        account.node,
        name,
        `${state.name} keeps ${field}, and the ${account.name} that is passed is never compared with it`,
        state.inner === null ? {} : { cause: `${state.file} ${state.inner}.${field}` },
      )
  }
}

type Kept = { readonly state: Account; readonly field: string }
const mostKeepers = 8

/** By the plain name of a key, the state that keeps it. */
function keepersOf(flow: Flow): Map<string, Kept[]> {
  const keepers = new Map<string, Kept[]>()
  for (const state of flow.accounts) {
    if (!isState(flow, state) || isFresh(state) || flow.vouched.has(state)) continue
    for (const field of keysOf(flow, state)) {
      const known = keepers.get(plain(field)) ?? []
      if (known.length < mostKeepers) keepers.set(plain(field), [...known, { state, field }])
    }
  }
  return keepers
}

const keysOf = (flow: Flow, { inner }: Account): string[] =>
  (structNear(flow.project, inner ?? '', flow.entry.file)?.fields ?? []).flatMap(({ name, type }) =>
    /\b(Pubkey|Address)\b/.test(type) && !/\[|Vec/.test(type) ? [name] : [],
  )
const plain = (name: string): string => name.replace(/_(info|account|acc|ai|key|pubkey|address|pda)$/, '')

/** Money goes to or from it, or what it says is believed. */
const isMoved = (flow: Flow, account: Account): boolean =>
  isWritten(flow, account) ||
  flow.lamports.some((one) => one.account === account) ||
  flow.reads.some((read) => read.account === account) ||
  flow.cpis.some(
    ({ roles, builder }) =>
      ['from', 'to', 'account'].some((role) => holds(roles.get(role), account)) ||
      (/mint_to|burn/.test(builder) && holds(roles.get('mint'), account)),
  )

type Habit = { readonly seeds: string; readonly isPerson: boolean }

/** Which kinds of account are found at addresses of their owner, everywhere but where they are not. */
function habitsOf({ project }: Context): ReadonlyMap<string, Habit> {
  const habits = new Map<string, Habit>()
  for (const { accounts } of [...project.bundles.values()].flat())
    for (const account of accounts.values()) {
      const seeds = valuesOf(account, 'seeds')[0]
      if (account.inner === null || seeds === undefined || !has(account, 'init')) continue
      const isPerson = [...accounts.values()].some((other) => other.wrapper === 'Signer' && mentions(seeds, other.name))
      habits.set(account.inner, { seeds, isPerson })
    }
  for (const [inner] of habits) {
    const later = [...project.bundles.values()]
      .flat()
      .flatMap(({ accounts }) => [...accounts.values()].filter((one) => one.inner === inner && !has(one, 'init')))
    if (!later.some((one) => has(one, 'seeds'))) habits.delete(inner)
  }
  return habits
}

function strangePlace(context: Context, { flow, name }: Instruction, habits: ReadonlyMap<string, Habit>): void {
  for (const account of flow.accounts) {
    const habit = habits.get(account.inner ?? '')
    if (habit === undefined) keyless(context, { flow, name }, account)
    if (habit?.isPerson !== true || !isTyped(account) || isPinned(account) || isFresh(account) || has(account, 'init_if_needed'))
      continue
    if (!isWritten(flow, account) || keyIsChecked(flow, account) || flow.vouched.has(account)) continue
    if (
      flow.accounts.some(
        (other) => other !== account && valuesOf(other, 'seeds').some((seeds) => namesItself(seeds, account.name)),
      )
    )
      continue
    const isAsked = flow.compares.some(({ left, right }) => holds(left, account) || holds(right, account))
    context.raise(
      'address-not-derived',
      account.node,
      name,
      `${account.name} is found by ${habit.seeds.slice(0, 60)} elsewhere, and here whichever the caller passes is taken`,
      isAsked || isBare(account) ? {} : { confidence: 0.55 },
    )
  }
}

/** State that keeps nobody's key, at no place that anything says: whoever signs may pass any. */
function keyless(context: Context, { flow, name }: Pick<Instruction, 'flow' | 'name'>, account: Account): void {
  if (!isState(flow, account) || isPinned(account) || has(account, 'init_if_needed') || flow.vouched.has(account)) return
  const set = flow.writes.find((write) => write.account === account && hasInput(write.value))
  const isNamed = flow.compares.some(({ left, right }) => holds(left, account) || holds(right, account))
  const isKeyless = (structNear(flow.project, account.inner ?? '', flow.entry.file)?.fields ?? []).every(
    ({ type }) => !/Pubkey|Address/.test(type),
  )
  if (set !== undefined && isKeyless && !isNamed && isTyped(account) && signersOf(flow).length > 0)
    context.raise(
      'address-not-derived',
      account.node,
      name,
      `${account.name} keeps no key and has no seeds: any account of its kind is taken for the one that is meant`,
    )
}
