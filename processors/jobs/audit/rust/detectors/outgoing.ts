// Calls to other programs: to whichever the caller names, signed for whoever asks, and with state that is written too late or read too early.
import { type Account, has, isAuthorityName, isBare, isFresh, isTyped, valuesOf } from '../accounts.ts'
import { namesItself } from '../attributes.ts'
import type { Context, Instruction } from '../context.ts'
import type { Cpi, Flow } from '../events.ts'
import { comparedWith, isState, isTied, keyIsChecked, signed } from '../facts.ts'
import { callerIsHeld, isGated } from '../held.ts'
import { oneLine } from '../tree.ts'
import { accountsIn, hasInput, holds, isConstant, isData, isKey, type Leaf, type Value } from '../values.ts'

export function outgoingCalls(context: Context): void {
  for (const instruction of context.instructions) {
    for (const cpi of instruction.flow.cpis) {
      anyProgram(context, instruction, cpi)
      signsForAnybody(context, instruction, cpi)
    }
    unaskedProgram(context, instruction)
    lateState(context, instruction)
    staleRead(context, instruction)
    staleState(context, instruction)
  }
}

function anyProgram(context: Context, { flow, name }: Instruction, cpi: Cpi): void {
  const leaf = cpi.program?.leaves.find(
    ({ path }) => path === '' || isKey({ account: null, input: null, path }) || path === '.info',
  )
  if (leaf === undefined) return
  if (leaf.account === null) {
    if (leaf.input !== null)
      context.raise('arbitrary-cpi', cpi.node, name, `the program called is ${leaf.input}, an argument of the instruction`)
    return
  }
  const { account } = leaf
  if (!isBare(account) || keyIsChecked(flow, account)) return
  // Newer versions of these builders refuse another program by themselves.
  const isGuarded = /spl_token(_2022)?::instruction|token_instruction/.test(cpi.builder)
  // Anchor's wrapper of the token program calls that program, whatever the context says.
  const isFixed = /(^|::)(token|associated_token|system_program)::\w+$/.test(cpi.builder)
  const isHandedNothing = cpi.builder === 'Instruction' && cpi.seeds === null && cpi.given.every((one) => one === account)
  context.raise(
    'arbitrary-cpi',
    cpi.node,
    name,
    `${oneLine(cpi.node, 60)} runs whatever program stands in ${account.name}`,
    isFixed || isGuarded || isHandedNothing ? { severity: 'low', confidence: isFixed ? 0.4 : 0.5 } : {},
  )
}

/** The program that is meant to be called is passed, and nobody asks whether it is that one. */
function unaskedProgram(context: Context, { flow, name }: Instruction): void {
  const [first] = flow.cpis
  if (first === undefined) return
  for (const account of flow.accounts) {
    if (!isBare(account) || !/^(token|system|associated_token|ata|\w{1,30})_?program$/.test(account.name)) continue
    if (keyIsChecked(flow, account) || flow.cpis.some(({ program }) => holds(program, account))) continue
    context.raise('arbitrary-cpi', account.node, name, `${account.name} may be any program: its key is compared with nothing`, {
      severity: 'low',
      confidence: 0.3,
    })
  }
}

function signsForAnybody(context: Context, { flow, name }: Instruction, cpi: Cpi): void {
  const moves =
    /transfer|withdraw|burn|mint_to|approve|set_authority|close_account/.test(cpi.builder) ||
    [...cpi.roles.keys()].includes('from')
  // The seeds of what is being made sign for its own place.
  if (cpi.seeds === null || !moves || /create_account|allocate|assign/.test(cpi.builder)) return
  const from = accountsIn(cpi.roles.get('from'))
  // What lies at the place of an account that is made next is nobody's.
  const isCleared = flow.cpis.some(
    (other) => /create_account/.test(other.builder) && accountsIn(other.roles.get('to')).some((made) => from.includes(made)),
  )
  if (isCleared) return
  const to = accountsIn(cpi.roles.get('to') ?? cpi.roles.get('destination') ?? cpi.roles.get('account') ?? null)[0]
  if (to === undefined) return
  const asked = flow.accounts.filter(
    (account) =>
      signed(flow, account) ||
      (isBare(account) &&
        isAuthorityName(account.name) &&
        comparedWith(flow, account, isKey).some((other) => isConstant(other) || other.leaves.some(isStored))),
  )
  const state = flow.accounts.filter((account) => isState(flow, account) && account !== to)
  // An account of whoever signs says nothing of who that is.
  const isOwnOf = ['token::authority', 'associated_token::authority'].some((key) =>
    valuesOf(to, key).some((holder) => asked.some((signer) => signer.name === holder)),
  )
  const isRelated =
    state.some((one) => asked.some((signer) => isTied(flow, one, signer)) || isTied(flow, one, to) || flow.vouched.has(one)) ||
    asked.some(
      (signer) =>
        flow.vouched.has(signer) ||
        holds(cpi.seeds, signer) ||
        comparedWith(flow, signer, isKey).some(
          ({ leaves }) => leaves.length === 0 || leaves.some(({ account }) => account !== to || !isOwnOf),
        ),
    ) ||
    holds(cpi.seeds, to) ||
    isFresh(to) ||
    (keyIsChecked(flow, to) && !(isOwnOf && !has(to, 'seeds') && !has(to, 'address'))) ||
    flow.cpis.some(
      (other) =>
        other !== cpi &&
        other.seeds === null &&
        // The program called asks whoever pays for his signature.
        (/(^|:|_)(burn|transfer)(_checked)?$/.test(other.builder) || asked.some((signer) => other.given.includes(signer))),
    ) ||
    flow.accounts.some((account) =>
      asked.some((signer) => account !== to && valuesOf(account, 'seeds').some((seeds) => namesItself(seeds, signer.name))),
    ) ||
    isGated(flow) ||
    asksWhoTakes(flow, cpi, to, asked.length > 0)
  const shared = sharedSeeds(flow, cpi, to, asked)
  if (isRelated && shared !== null)
    context.raise(
      'pda-signs-for-anybody',
      cpi.node,
      name,
      `seeds of ${shared.name} that others may share sign ${cpi.builder}; its address is not derived, so anybody’s may stand in its place`,
      { severity: 'medium', confidence: 0.5 },
    )
  const isOwn = from.every((account) => signed(flow, account))
  if (isRelated || (state.length === 0 && flow.bundle === null && asked.length > 0 && (isOwn || callerIsHeld(flow)))) return
  context.raise(
    'pda-signs-for-anybody',
    cpi.node,
    name,
    `seeds sign ${cpi.builder} to ${to.name} that the caller names; no stored key ties caller or receiver to them`,
    // Coins of the program's own making take nothing from anybody.
    /mint_to/.test(cpi.builder) ? { severity: 'low', confidence: 0.45 } : {},
  )
}

/** Something that is kept is compared with more than the pot itself, the time, or a number of the caller's. */
function asksWhoTakes(flow: Flow, cpi: Cpi, to: Account, isAsked: boolean): boolean {
  const pot = new Set(
    [...['from', 'authority', 'mint', 'account'].map((role) => cpi.roles.get(role)), cpi.seeds]
      .flatMap(accountsIn)
      .filter((account) => account !== to && !signed(flow, account)),
  )
  return flow.compares.some(({ left, right, order, op }) => {
    const leaves = [...left.leaves, ...right.leaves]
    if (order === 0 || !leaves.some(isStored)) return false
    // Where nobody signs, only what is asked of the receiver says who is paid.
    if (!isAsked) return holds(left, to) || holds(right, to)
    return (
      leaves.some(
        ({ account }) => account !== null && account.wrapper !== 'Sysvar' && !pot.has(account) && !isState(flow, account),
      ) ||
      (/^[=!]=$/.test(op) && (hasInput(left) || hasInput(right)))
    )
  })
}

const isStored = (leaf: Leaf): boolean => leaf.account !== null && isData(leaf)

/** State whose address nothing pins and whose fields alone are the seeds: another one with the same fields gets the same signature. */
function sharedSeeds(flow: Flow, { seeds }: Cpi, to: Account, asked: readonly Account[]): Account | null {
  const leaves = (seeds?.leaves ?? []).filter(({ path }) => !/bump|nonce/.test(path))
  const [first] = leaves
  const state = first?.account ?? null
  if (
    state === null ||
    !isState(flow, state) ||
    keyIsChecked(flow, state) ||
    leaves.some((leaf) => leaf.account !== state || !isData(leaf))
  )
    return null
  const isOwn = leaves.some((leaf) =>
    comparedWith(flow, state, ({ path }) => path === plainPath(leaf.path)).some((other) =>
      [to, ...asked].some((account) => holds(other, account)),
    ),
  )
  return isOwn ? null : state
}

const plainPath = (path: string): string => path.replace(/\.(as_ref|to_bytes)$/, '')

function lateState(context: Context, { flow, name }: Instruction): void {
  const write = flow.writes.find(
    (one) =>
      !isFresh(one.account) &&
      (isTyped(one.account)
        ? (one.op === '=' || one.op === '-=') &&
          (flow.cpis.some((cpi) => cpi.order < one.order && /transfer|invoke|withdraw|Instruction/.test(cpi.builder)) ||
            flow.lamports.some(({ account, kind, order }) => account === one.account && kind === 'less' && order < one.order))
        : // By hand: what the program pays out of the very account that is written.
          (isState(flow, one.account) &&
            flow.cpis.some((cpi) => cpi.order < one.order && /transfer|Instruction/.test(cpi.builder))) ||
          flow.cpis.some((cpi) => cpi.order < one.order && cpi.seeds !== null && holds(cpi.roles.get('from'), one.account)) ||
          // What was read before another program ran is written back after it.
          flow.cpis.some(
            (cpi) =>
              cpi.order < one.order &&
              one.path.includes('data') &&
              flow.reads.some((read) => read.account === one.account && read.order < cpi.order),
          )),
  )
  if (write !== undefined)
    context.raise(
      'state-after-cpi',
      write.node,
      name,
      `${write.account.name}${write.path} is written after the money has gone or another program has run`,
    )
}

// Anchor reads an account once; what another program changed since is not seen.
function staleRead(context: Context, { flow, name }: Instruction): void {
  const moved = new Map<Account, number>()
  for (const { roles, order } of flow.cpis)
    for (const value of roles.values())
      for (const account of accountsIn(value)) if (isTyped(account) && !moved.has(account)) moved.set(account, order)
  const reloaded = new Set(
    flow.calls.filter(({ name: called }) => called === 'reload').flatMap(({ receiver }) => accountsIn(receiver)),
  )
  for (const [account, since] of moved) {
    const field = account.inner === 'TokenAccount' ? '.amount' : account.inner === 'Mint' ? '.supply' : null
    if (reloaded.has(account) || field === null) continue
    const isCopy = ({ leaves }: Value) => leaves.some((leaf) => leaf.account === account && leaf.path === field)
    const late =
      flow.sums.find(({ order, left, right }) => order > since && (isCopy(left) || isCopy(right))) ??
      flow.calls.find(({ order, args }) => order > since && args.some(isCopy)) ??
      flow.writes.find(({ order, value }) => order > since && isCopy(value))
    if (late !== undefined)
      context.raise(
        'stale-after-cpi',
        late.node,
        name,
        `${account.name}${field} is what it was before the call; reload() was not called`,
        'left' in late ? {} : { severity: 'low' },
      )
  }
}

/** Somebody else's state, or that of another program given beside this one, after that program had its turn with it. */
function staleState(context: Context, { flow, name }: Instruction): void {
  const { project } = flow
  for (const cpi of flow.cpis) {
    if (/token|system|associated|memo|transfer|mint_to|burn|create_account|(^|_|::)instruction::/i.test(cpi.builder)) continue
    for (const account of cpi.given) {
      const isForeign = account.inner !== null && (!project.structs.has(account.inner) || project.items.programs.length > 1)
      if (!isTyped(account) || !has(account, 'mut') || !isForeign || /^(TokenAccount|Mint)$/.test(account.inner ?? '')) continue
      if (flow.calls.some(({ name: called, receiver }) => called === 'reload' && holds(receiver, account))) continue
      const isCopy = ({ leaves }: Value) =>
        leaves.some((leaf) => leaf.account === account && isData(leaf) && !/^\.(info|to_account_info)/.test(leaf.path))
      const late =
        flow.sums.find(({ order, left, right }) => order > cpi.order && (isCopy(left) || isCopy(right))) ??
        flow.compares.find(({ order, left, right }) => order > cpi.order && (isCopy(left) || isCopy(right))) ??
        flow.writes.find(({ order, value }) => order > cpi.order && isCopy(value)) ??
        flow.calls.find(
          ({ order, args, name: called }) => order > cpi.order && /^(msg|emit)_?$/.test(called) && args.some(isCopy),
        )
      if (late !== undefined)
        context.raise(
          'stale-after-cpi',
          late.node,
          name,
          `${account.name} is what it was before ${cpi.builder}; reload() was not called`,
        )
    }
  }
}
