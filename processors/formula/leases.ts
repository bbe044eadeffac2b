// Federal leases put together from the shelves of their registers, and who holds them.
import type { Lease, LeaseShelf } from '../../ingestors/sources/blm-leases/topic.ts'
import { round } from './index.ts'
import { mostFirst } from './lists.ts'

export type Held = Lease & { readonly commodity: 'oil_gas' | 'geothermal'; readonly source: string }

export const acresOf = (leases: readonly Held[]): number =>
  round(
    leases.reduce((sum, { acres }) => sum + (acres ?? 0), 0),
    1,
  )

/** Of each register the leases of the newest month it was read in, and that month. */
export function newestLeases(shelves: readonly LeaseShelf[]) {
  const months = [...new Set(shelves.map(({ register }) => register))].flatMap((register) => {
    const newest = shelves.reduce((month, one) => (one.register === register && one.read_in > month ? one.read_in : month), '')
    return newest === '' ? [] : [{ register, read_in: newest }]
  })
  const leases = shelves
    .filter(({ register, read_in }) => months.some((one) => one.register === register && one.read_in === read_in))
    .flatMap(({ register, leases: own }) =>
      own.map(
        (lease): Held => ({
          ...lease,
          commodity: register === 'blm_geothermal' ? 'geothermal' : 'oil_gas',
          source: register.startsWith('blm') ? 'BLM' : 'BOEM',
        }),
      ),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return { leases, months }
}

/** Offshore only: BLM's layer names no lessee. Shares are of the lease, the acres theirs. */
export function byOperator(leases: readonly Held[]) {
  const held = new Map<string, { leases: number; producing_leases: number; net_acres: number; next_expiry: string | null }>()
  for (const { owners, acres, producing, expires } of leases)
    for (const { name, pct } of owners) {
      const own = held.get(name) ?? { leases: 0, producing_leases: 0, net_acres: 0, next_expiry: null }
      const next =
        producing !== true && expires !== null && (own.next_expiry === null || expires < own.next_expiry)
          ? expires
          : own.next_expiry
      held.set(name, {
        leases: own.leases + 1,
        producing_leases: own.producing_leases + (producing === true ? 1 : 0),
        net_acres: round(own.net_acres + ((acres ?? 0) * pct) / 100, 1),
        next_expiry: next,
      })
    }
  return [...held].map(([name, own]) => ({ name, ...own })).sort(mostFirst('net_acres', 'name'))
}
