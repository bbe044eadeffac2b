// What a caller may ask of the register: which leases it keeps, and the refusal of what none is of.
import type { Held } from '../../formula/leases.ts'
import { unusable } from '../../inputs/kind.ts'

export interface Asked {
  readonly state?: string | undefined
  readonly area?: string | undefined
  readonly commodity?: string | undefined
  readonly status?: string | undefined
  readonly lease_number?: string | undefined
  readonly operator?: string | undefined
  readonly months?: number | undefined
  readonly include_producing?: boolean | undefined
  readonly horizon_days?: number | undefined
  readonly past_days?: number | undefined
  readonly limit?: number | undefined
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const withoutBlanks = (text: string): string => text.toLowerCase().replaceAll(' ', '')

/** "MC25" is the block MC 25 and not 252, "MC" all of Mississippi Canyon; longer words begin a formation's name. */
function isIn(area: string | null, wanted: string): boolean {
  const own = withoutBlanks(area ?? '')
  if (/\d$/.test(wanted)) return own === wanted
  return own.startsWith(wanted) && (wanted.length > 2 || !/[a-z]/.test(own.charAt(wanted.length)))
}

type Filter = readonly [name: keyof Asked, fits: (one: Held) => boolean]

function filtersOf(asked: Asked): Filter[] {
  const { state, area, commodity, status, lease_number, operator } = asked
  const [holder, place] = [plain(operator ?? ''), withoutBlanks(area ?? '')]
  const number = lease_number?.replaceAll(' ', '').toUpperCase()
  const named = (one: Held) => holder !== '' && one.owners.some(({ name }) => plain(name).includes(holder))
  return [
    ...(state === undefined ? [] : [['state', (one: Held) => one.state === state] as const]),
    ...(commodity === undefined || commodity === 'all'
      ? []
      : [['commodity', (one: Held) => one.commodity === commodity] as const]),
    ...(area === undefined ? [] : [['area', (one: Held) => isIn(one.area, place)] as const]),
    ...(operator === undefined ? [] : [['operator', named] as const]),
    ...(lease_number === undefined ? [] : [['lease_number', (one: Held) => one.id === number] as const]),
    ...(status === undefined ? [] : [['status', (one: Held) => (status === 'producing') === (one.producing === true)] as const]),
  ]
}

export function select(leases: readonly Held[], asked: Asked): Held[] {
  const filters = filtersOf(asked)
  return leases.filter((one) => filters.every(([, fits]) => fits(one)))
}

/** What no lease in force is of is refused before a price is named, with the names that there are. */
export function refuseUnheld({ leases }: { readonly leases: readonly Held[] }, asked: Asked, now: Date): void {
  // Of a register that was not read nothing can be told to be unknown.
  if (leases.length === 0) return
  let left = leases
  for (const [name, fits] of filtersOf(asked)) {
    const kept = left.filter(fits)
    if (kept.length === 0)
      throw unusable(
        { name, now },
        String(asked[name]),
        `is of none of the ${left.length} leases in force known here that fit the rest`,
        namesOf(name, left),
      )
    left = kept
  }
}

function namesOf(name: keyof Asked, leases: readonly Held[]): string[] {
  const read: Partial<Record<keyof Asked, (one: Held) => readonly string[]>> = {
    state: ({ state }) => [state],
    area: ({ area }) => (area === null ? [] : [area]),
    operator: ({ owners }) => owners.map((owner) => owner.name),
  }
  return [...new Set(leases.flatMap((one) => read[name]?.(one) ?? []))]
}
