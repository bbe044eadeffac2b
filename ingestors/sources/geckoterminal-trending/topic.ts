// Trading pools that draw attention on any chain, at one moment.
import Type, { type Static } from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

const maybe = Type.Union([Type.Number(), Type.Null()])

export const pool = Type.Object({
  chain: Type.String(),
  pool: Type.String(),
  exchange: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'whose pool it is, by the upstream’s name' })),
  token: Type.String({ description: "the base token's address as the chain writes it" }),
  name: Type.String(),
  symbol: Type.String(),
  created_at: Type.Union([Type.String(), Type.Null()]),
  change_24h_pct: maybe,
  volume_24h_usd: Type.Number({ minimum: 0 }),
  liquidity_usd: Type.Number({ minimum: 0 }),
  buyers_h1: Type.Integer({ minimum: 0 }),
  buyers_h24: Type.Integer({ minimum: 0 }),
  sellers_h1: Type.Integer({ minimum: 0 }),
  reports: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description: 'null where the upstream counts none' }),
})

export const geckoterminalOrigin = {
  id: 'geckoterminal',
  name: 'GeckoTerminal',
  url: 'https://www.geckoterminal.com/',
  licence: 'free tier with attribution; paid redistribution unclear',
  attribution: 'Powered by GeckoTerminal',
}

export const trendingPools = snapshots(
  'geckoterminal.trending.v1',
  geckoterminalOrigin,
  {
    pools: Type.Array(pool, { minItems: 1 }),
  },
  { keptDays: 2 },
)

export type TrendingPool = Static<typeof pool>
