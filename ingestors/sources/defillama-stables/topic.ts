// The stablecoins of the world at one moment: supply now and before, price, and where they live.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { defillamaOrigin } from '../../defillama.ts'

const amount = Type.Number({ minimum: 0 })
const maybe = Type.Union([amount, Type.Null()])

const coin = Type.Object({
  id: Type.String(),
  name: Type.String(),
  symbol: Type.String(),
  peg: Type.String({ description: 'peggedUSD, peggedEUR, peggedVAR, …' }),
  mechanism: Type.String({ description: 'fiat-backed, crypto-backed, algorithmic or empty' }),
  price_usd: maybe,
  supply: amount,
  supply_1d_ago: maybe,
  supply_7d_ago: maybe,
  supply_30d_ago: maybe,
  chains: Type.Array(Type.Object({ chain: Type.String(), supply: amount })),
})

export const stablecoins = defineTopic({
  name: 'defillama.stablecoins.v1',
  origin: defillamaOrigin,
  schema: Type.Object({
    at: Type.String({ format: 'date-time' }),
    coins: Type.Array(coin, { minItems: 1 }),
    chains: Type.Array(Type.Object({ chain: Type.String(), supply_usd: amount, supply_7d_ago_usd: amount })),
  }),
  // Formulas look back one day.
  retention: { days: 7 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})

export type Stablecoin = Static<typeof coin>
