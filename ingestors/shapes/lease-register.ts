// A register of federal leases as facts: 32 shelves a month, each lease always on the same one, and a shelf of totals that outlives them.
import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { defineTopic, type Origin } from '../../db/log/topic.ts'
import { refuseShrunken } from './shrunken.ts'
import { orNull } from './topics.ts'
import { revisedByVintage, vintage } from './vintage.ts'
import { monthOf } from './yearly-figures.ts'

export const registers = ['blm_oil_gas', 'blm_geothermal', 'boem_oil_gas'] as const
export type Register = (typeof registers)[number]

const day = Type.String({ format: 'date' })

const lease = Type.Object({
  id: Type.String({ minLength: 3, maxLength: 40 }),
  state: Type.String({ pattern: '^[A-Z]{2}$|^GULF$|^ALASKA_OCS$|^PACIFIC$|^ATLANTIC$' }),
  area: orNull(Type.String()),
  product: orNull(Type.String()),
  acres: orNull(Type.Number({ minimum: 0, maximum: 10_000_000 })),
  effective: orNull(day),
  expires: orNull(day),
  producing: orNull(Type.Boolean()),
  status: Type.String(),
  sale: orNull(Type.String()),
  bonus_usd: orNull(Type.Number({ minimum: 0 })),
  royalty_pct: orNull(Type.Number({ minimum: 0, maximum: 100 })),
  owners: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), pct: Type.Number({ minimum: 0, maximum: 100 }) })),
})

const stateTotals = Type.Object({
  state: lease.properties.state,
  leases: Type.Integer({ minimum: 0 }),
  acres: Type.Number({ minimum: 0 }),
  producing_acres: Type.Number({ minimum: 0 }),
})

const shelf = Type.Object({
  register: Type.String({ enum: registers }),
  shelf: Type.String({ pattern: '^([0-9]{2}|totals)$' }),
  read_in: Type.String({ format: 'date', description: 'the first day of the month it was read in' }),
  leases: Type.Array(lease),
  totals: Type.Optional(Type.Array(stateTotals)),
  vintage,
})

export type Lease = Static<typeof lease>
export type LeaseShelf = Static<typeof shelf>

const shelves = 32
export const shelfNames = Array.from({ length: shelves }, (_, i) => String(i).padStart(2, '0'))
export const totalsShelf = 'totals'
const keptDays = 430

export const leaseRegister = (name: `${string}.v${number}`, origin: Origin) =>
  defineTopic({
    name,
    origin,
    schema: shelf,
    // Read in a month, whenever in it the register was read.
    moves: { days: 31 },
    retention: { days: keptDays },
    key: (value) => `${value.register}/${value.shelf}`,
    observedAt: (value) => new Date(`${value.read_in}T00:00:00Z`),
    ...revisedByVintage,
  })

/** Empty shelves are written too: what was given up must go. */
export function shelveLeases(register: Register, leases: readonly Lease[], at: Date): Omit<LeaseShelf, 'vintage'>[] {
  const read_in = monthOf(at)
  const single = [...new Map(leases.map((one) => [one.id, one])).values()]
  const byShelf = Map.groupBy(single, ({ id }) => shelfNames[createHash('sha256').update(id).digest()[0]! % shelves]!)
  const totals = [...Map.groupBy(single, ({ state }) => state)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([state, own]) => ({
      state,
      leases: own.length,
      acres: Math.round(own.reduce((sum, { acres }) => sum + (acres ?? 0), 0)),
      producing_acres: Math.round(own.reduce((sum, { acres, producing }) => sum + (producing === true ? (acres ?? 0) : 0), 0)),
    }))
  return [
    ...shelfNames.map((name) => ({
      register,
      shelf: name,
      read_in,
      leases: (byShelf.get(name) ?? []).sort((a, b) => (a.id < b.id ? -1 : 1)),
    })),
    { register, shelf: totalsShelf, read_in, leases: [], totals },
  ]
}

const leastCounted = 200

/** Holds back a register that lost over a tenth of its leases since it was read last. */
export async function holdBackShrunkenRegister(
  values: readonly LeaseShelf[],
  newest: (key: string) => Promise<unknown>,
): Promise<void> {
  for (const { register, totals } of values.filter((one) => one.shelf === totalsShelf)) {
    const known = (await newest(`${register}/${totalsShelf}`)) as LeaseShelf | null
    const count = (list: LeaseShelf['totals']) => (list ?? []).reduce((sum, one) => sum + one.leases, 0)
    refuseShrunken(`the register of ${register}`, count(known?.totals), count(totals), leastCounted)
  }
}
