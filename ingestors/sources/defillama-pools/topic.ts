// Yield pools with a million dollars or more, the thousand largest, at one moment.
import Type, { type Static } from 'typebox'
import { defillamaOrigin } from '../../shapes/defillama.ts'
import { snapshots } from '../../shapes/topics.ts'

const maybe = Type.Union([Type.Number(), Type.Null()])

const pool = Type.Object({
  pool: Type.String(),
  project: Type.String(),
  chain: Type.String(),
  symbol: Type.String(),
  tvl_usd: Type.Number({ minimum: 0 }),
  apy: Type.Number(),
  apy_base: maybe,
  apy_reward: maybe,
  apy_mean_30d: maybe,
  sigma: maybe,
  count: maybe,
  stable: Type.Boolean(),
  il_risk: Type.Boolean(),
  single: Type.Boolean(),
  outlier: Type.Boolean(),
})

export const pools = snapshots(
  'defillama.pools.v1',
  defillamaOrigin,
  {
    pools: Type.Array(pool, { minItems: 1 }),
  },
  { keptDays: 2 },
)

export type Pool = Static<typeof pool>
