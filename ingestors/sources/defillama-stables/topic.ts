// The stablecoins of the world at one moment: supply now and before, price, and where they live.
import Type, { type Static } from 'typebox'
import { defillamaOrigin } from '../../shapes/defillama.ts'
import { snapshots } from '../../shapes/topics.ts'

const amount = Type.Number({ minimum: 0, description: 'dollars at the price of now, those of before too' })
const maybe = Type.Union([amount, Type.Null()])

const coin = Type.Object({
  id: Type.String(),
  name: Type.String(),
  symbol: Type.String(),
  peg: Type.String({ description: 'peggedUSD, peggedEUR, peggedVAR, …' }),
  mechanism: Type.Union([Type.String(), Type.Null()], { description: 'fiat-backed, crypto-backed or algorithmic' }),
  price_usd: maybe,
  supply: amount,
  supply_1d_ago: maybe,
  supply_7d_ago: maybe,
  supply_30d_ago: maybe,
  chains: Type.Array(Type.Object({ chain: Type.String(), supply: amount, supply_7d_ago: maybe })),
})

export const stablecoins = snapshots(
  'defillama.stablecoins.v1',
  defillamaOrigin,
  {
    coins: Type.Array(coin, { minItems: 1 }),
  },
  {
    // Formulas look back one day.
    keptDays: 7,
  },
)

export type Stablecoin = Static<typeof coin>
