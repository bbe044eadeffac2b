// A contract's facts as a buyer reads them: addresses with their checksum, who may change the code, and what to be warned of.
import type { ValueOf } from '../../db/log/topic.ts'
import type { evmContracts } from '../../ingestors/sources/evm-contract/topic.ts'
import { checksummed } from '../inputs/address.ts'
import type { Holder } from '../services/contract/signal.ts'

export type Contract = ValueOf<typeof evmContracts>['contract']
export type AuthorityFact = NonNullable<Contract['owner']>
export type Deployed = ValueOf<typeof evmContracts>['deployment']

export type Flag = {
  readonly code: string
  readonly severity: 'info' | 'warning' | 'danger'
  readonly message: string
}

const dayMs = 86_400_000
const gravity = { danger: 0, warning: 1, info: 2 }

export const shown = (address: string | null): string | null => (address === null ? null : checksummed(address))

export const showAuthority = (held: AuthorityFact | null) =>
  held === null ? null : { ...held, address: checksummed(held.address), via: held.via.map(checksummed) }

export function ageDaysOf(deployed: Deployed, now: Date): number | null {
  return deployed === null ? null : Math.max(0, (now.getTime() - Date.parse(deployed.time)) / dayMs)
}

/** Runs one address' code for ever, or its own. */
const fixedKinds: readonly string[] = ['none', 'eip1167', 'clone']

/** Whoever may put other code in the place of this one: null nobody, undefined where it could not be found. */
export function changerOf({ kind, code, proxy, owner, powers }: Contract): Holder | null | undefined {
  if (kind === 'delegated_eoa') return 'eoa'
  if (proxy.kind === 'safe') return 'multisig'
  const guards = powers.filter(({ power }) => power === 'upgrade').map(({ guard }) => guard)
  const byAdmin = proxy.authority?.kind as Holder | undefined
  const upgrader = upgraderOf(guards, owner?.kind as Holder | undefined, byAdmin)
  if (fixedKinds.includes(proxy.kind)) {
    if (guards.length > 0) return upgrader
    // What can run others' code may be a proxy of a kind that is not known here.
    const runs = proxy.kind === 'none' ? code : proxy.implementation_code
    return runs?.delegates === false ? null : undefined
  }
  // What a contract says of itself is believed where it is to its harm.
  if (proxy.kind === 'named') return byAdmin === 'eoa' ? 'eoa' : upgrader
  if (byAdmin !== undefined && (byAdmin !== 'none' || guards.length === 0)) return weakest(byAdmin, upgrader)
  return upgrader
}

const strength: readonly Holder[] = ['eoa', 'contract', 'multisig', 'timelock', 'none']
const weakest = (a: Holder, b: Holder | undefined): Holder =>
  b === undefined ? a : strength[Math.min(strength.indexOf(a), strength.indexOf(b))]!

function upgraderOf(guards: readonly string[], owner: Holder | undefined, admin: Holder | undefined): Holder | undefined {
  if (guards.includes('anyone')) return 'eoa'
  if (guards.includes('owner')) return owner
  return guards.includes('admin') ? admin : undefined
}

export const gravestFirst = <F extends Flag>(flags: readonly F[]): F[] =>
  [...flags].sort((a, b) => gravity[a.severity] - gravity[b.severity] || (a.code < b.code ? -1 : 1))

const told = {
  mint: 'make new tokens',
  pause: 'stop transfers',
  blacklist: 'block single holders',
  fee: 'change fees',
  limit: 'change limits of transfers',
  upgrade: 'replace the code',
  withdraw: 'take what the contract holds',
  burn_others: 'destroy others’ tokens',
  ownership: 'pass the ownership on',
  roles: 'give roles to others',
  initialize: 'set it up as theirs',
} as const

/** A power counts with who holds it: nobody’s is none, anybody’s is the worst. */
export function powerFlags({ powers, owner, proxy }: Contract): Flag[] {
  const flags: Flag[] = []
  for (const [power, what] of Object.entries(told)) {
    if (power === 'ownership') continue
    const held = powers.filter((one) => one.power === power)
    const by = (guard: string) => held.some((one) => one.guard === guard)
    const holder = by('owner') ? owner?.kind : by('admin') ? proxy.authority?.kind : undefined
    if (by('anyone')) flags.push({ code: `anyone_can_${power}`, severity: 'danger', message: `anybody may ${what}` })
    else if (holder !== undefined && holder !== 'none') {
      const grave = ['mint', 'blacklist', 'upgrade', 'burn_others'].includes(power) && holder === 'eoa'
      const who = by('owner') ? 'the owner' : 'the administrator'
      flags.push({
        code: `owner_can_${power}`,
        severity: grave ? 'danger' : 'warning',
        message: `${who} (${holder}) may ${what}`,
      })
    } else if (by('restricted') && !['withdraw', 'initialize'].includes(power))
      flags.push({
        code: `somebody_can_${power}`,
        severity: 'info',
        message: `a function is there to ${what}; its holder was not found`,
      })
  }
  return flags
}
