// The large Curve pools of coins near one dollar, and how much of each coin lies in them; only the newest matters.
import Type, { type Static } from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

const usd = Type.Number({ minimum: 0 })

const pool = Type.Object({
  address: Type.String({ pattern: '^0x[0-9a-f]{40}$' }),
  name: Type.String(),
  usd,
  coins: Type.Array(Type.Object({ symbol: Type.String({ minLength: 1 }), usd, amount: Type.Optional(usd) }), { minItems: 2 }),
  /** With the amounts it makes the pool's price; null where the pool is of another kind. Optional: pools on the log from before it was read. */
  amplification: Type.Optional(Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()])),
})

export const curvePools = snapshots(
  'curve.pools.v1',
  {
    id: 'curve',
    name: 'Curve API',
    url: 'https://docs.curve.finance/',
    licence: 'public API of an on-chain exchange, with attribution',
    attribution: 'Curve',
  },
  {
    pools: Type.Array(pool, { minItems: 1 }),
  },
  { key: 'ethereum', keptDays: 7 },
)

export type CurvePool = Static<typeof pool>
