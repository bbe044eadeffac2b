// The large Curve pools of coins near one dollar, and how much of each coin lies in them; only the newest matters.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'

const usd = Type.Number({ minimum: 0 })

const pool = Type.Object({
  address: Type.String({ pattern: '^0x[0-9a-f]{40}$' }),
  name: Type.String(),
  usd,
  coins: Type.Array(Type.Object({ symbol: Type.String({ minLength: 1 }), usd }), { minItems: 2 }),
})

export const curvePools = defineTopic({
  name: 'curve.pools.v1',
  origin: {
    id: 'curve',
    name: 'Curve API',
    url: 'https://docs.curve.finance/',
    licence: 'public API of an on-chain exchange, with attribution',
    attribution: 'Curve',
  },
  schema: Type.Object({ at: Type.String({ format: 'date-time' }), pools: Type.Array(pool, { minItems: 1 }) }),
  retention: { days: 7 },
  key: () => 'ethereum',
  observedAt: (value) => new Date(value.at),
})

export type CurvePool = Static<typeof pool>
