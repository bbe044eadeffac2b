// Whether somebody in an instruction is held to anything: an address, stored keys, seeds, a check elsewhere, or a payment of his own.
import { type Account, isFresh, isPinned, valuesOf } from './accounts.ts'
import { namesIn } from './attributes.ts'
import type { Call, Flow } from './events.ts'
import { comparedWith, signed, signersOf } from './facts.ts'
import { structNear } from './project.ts'
import { accountsIn, isConstant, isData, isKey, isOwner, type Leaf, type Value } from './values.ts'

type Told = {
  /** Accounts that seeds hold, or that are looked up in what is stored. */
  readonly accounts: ReadonlySet<Account>
  /** The names that Anchor's seeds hold. */
  readonly names: ReadonlySet<string>
}
const tellings = new WeakMap<Flow, Told>()

/** What seeds and lists say. */
function readTold(flow: Flow): Told {
  const seeds = [...flow.derived.map((one) => one.seeds), ...flow.cpis.map((one) => one.seeds)]
  return {
    accounts: new Set([...seeds.flatMap(accountsIn), ...flow.calls.flatMap(lookedUp)]),
    names: new Set(flow.accounts.flatMap((account) => valuesOf(account, 'seeds').flatMap((text) => [...namesIn(text)]))),
  }
}

const telling = /^(msg|emit|emit_cpi|log|sol_log|println|debug)/

/** Who is looked up in what another account holds, as a member of a list is. */
function lookedUp({ name, receiver, args }: Call): Account[] {
  if (telling.test(name)) return []
  const keepers = [receiver, ...args].flatMap((one) => (one?.leaves ?? []).filter(isData).map(({ account }) => account))
  if (keepers.length === 0) return []
  return args
    .flatMap(({ leaves }) => leaves.filter(isKey).flatMap(({ account }) => account ?? []))
    .filter((account) => keepers.some((keeper) => keeper !== account))
}

const isMint = ({ path }: Leaf): boolean => /\.\w*mint(\.\w+)?$/.test(path)

/** What the caller alone says, or an address that stands for nobody, holds nobody to anything. */
const says = (other: Value, account: Account): boolean =>
  other.tags.has('pda') ||
  other.leaves.some((leaf) => leaf.account !== null && leaf.account !== account) ||
  (isConstant(other) && ![...other.tags].some((tag) => /(^const:|::)default$/.test(tag)))

const toldOf = (flow: Flow): Told => once(tellings, flow, readTold)

/** Which account it is cannot be chosen by whoever sends the instruction. */
export const isHeld = (flow: Flow, account: Account): boolean =>
  isPinned(account) ||
  isFresh(account) ||
  flow.vouched.has(account) ||
  flow.handed.has(account) ||
  toldOf(flow).accounts.has(account) ||
  toldOf(flow).names.has(account.name) ||
  comparedWith(flow, account, (leaf) => !isOwner(leaf) && !isMint(leaf)).some((other) => says(other, account))

/** One of those who sign is held to something, or pays for what he gets. */
export const callerIsHeld = (flow: Flow): boolean => once(callers, flow, holdsCaller)
const callers = new WeakMap<Flow, boolean>()

function holdsCaller(flow: Flow): boolean {
  const signing = new Set(signersOf(flow))
  return (
    [...signing].some((signer) => isHeld(flow, signer)) ||
    flow.cpis.some(({ seeds, given }) => seeds === null && given.some((account) => signing.has(account))) ||
    flow.lamports.some(({ kind, account }) => kind === 'less' && signing.has(account))
  )
}

/** A secret, a signed message, a proof or a mark of an account that is closed lets somebody pass who need not be named. */
export const isGated = (flow: Flow): boolean => once(gated, flow, asksProof)
const gated = new WeakMap<Flow, boolean>()
const gates = /verify|recover|secp|ed25519|keccak|sha256|hash|proof|merkle|instruction_at|load_instruction|get_instruction/i

const asksProof = ({ calls, compares }: Flow): boolean =>
  calls.some(({ name, path }) => gates.test(name) || gates.test(path.join('_'))) ||
  compares.some(({ left, right }) =>
    [left, right].some(({ tags }) => [...tags].some((tag) => tag.includes('CLOSED_ACCOUNT_DISCRIMINATOR'))),
  )

/** Asked once for all that an instruction does. */
function once<T>(known: WeakMap<Flow, T>, flow: Flow, ask: (flow: Flow) => T): T {
  const answer = known.get(flow) ?? ask(flow)
  known.set(flow, answer)
  return answer
}

/** Who is paid lamports: everybody, and those of them whom something holds. */
export function paidIn(flow: Flow): { all: ReadonlySet<Account>; held: ReadonlySet<Account> } {
  const all = new Set(flow.lamports.flatMap(({ kind, account }) => (kind === 'more' ? [account] : [])))
  return { all, held: new Set([...all].filter((account) => isHeld(flow, account))) }
}

/** An account whose struct names nobody: who may close it, nothing says. */
const namesNobody = ({ project }: Flow, { inner, file }: Account): boolean => {
  const struct = inner === null ? undefined : structNear(project, inner, file)
  return struct !== undefined && !struct.fields.some(({ type }) => /\b(Pubkey|Address)\b/.test(type))
}

/** What loses lamports that went to accounts the caller alone picks; nobody whose lamports they are agreed. */
export function paidToAnybody(flow: Flow): Flow['lamports'][number] | undefined {
  const { all, held } = paidIn(flow)
  const without = (paid: ReadonlySet<Account>, account: Account) => paid.size - (paid.has(account) ? 1 : 0)
  return isGated(flow)
    ? undefined
    : flow.lamports.find(
        ({ kind, account }) =>
          (kind === 'less' || (kind === 'zero' && !namesNobody(flow, account))) &&
          !signed(flow, account) &&
          !isFresh(account) &&
          without(all, account) > 0 &&
          without(held, account) === 0,
      )
}
