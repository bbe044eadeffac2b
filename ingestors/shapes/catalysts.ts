// What may move a drug maker's shares: dated events of one shape, whoever announced them.
import Type, { type Static } from 'typebox'
import type { Origin } from '../../db/log/topic.ts'
import { orNull, snapshots } from './topics.ts'

export const catalystTypes = ['adcomm', 'readout', 'approval', 'crl', 'pdufa'] as const

const event = Type.Object({
  id: Type.String({ minLength: 3, maxLength: 120 }),
  date: Type.String({ format: 'date', description: 'of a month or a quarter its last day' }),
  precision: Type.String({ enum: ['day', 'month', 'quarter'] }),
  type: Type.String({ enum: catalystTypes }),
  company: orNull(Type.String()),
  cik: orNull(Type.String({ pattern: '^[0-9]{1,10}$' })),
  product: orNull(Type.String()),
  indication: orNull(Type.String()),
  phase: orNull(Type.Integer({ minimum: 1, maximum: 4 })),
  detail: Type.String({ maxLength: 300 }),
  url: Type.String(),
})
export type Catalyst = Static<typeof event>

/** All that a source knows at one moment. */
export const catalysts = (name: `${string}.v${number}`, origin: Origin) =>
  snapshots(name, origin, { events: Type.Array(event, { maxItems: 3_000 }) }, { keptDays: 8 })

/** As one value of the moment, in an order of its own; of two with one id the later given holds. */
export const snapshotOf = (events: readonly Catalyst[], at: Date) => ({
  at: at.toISOString(),
  events: [...new Map(events.map((one) => [one.id, one])).values()].sort((a, b) =>
    `${a.date}${a.id}` < `${b.date}${b.id}` ? -1 : 1,
  ),
})

export const plainCatalyst = { precision: 'day', company: null, cik: null, product: null, indication: null, phase: null } as const
