// The daily price of the token a chain's value is mostly held in, so that its moves can be taken out of the value locked there.
import Type from 'typebox'
import { defillamaOrigin } from '../../shapes/defillama.ts'
import { dailySeries } from '../../shapes/topics.ts'

export const nativePrices = dailySeries(
  'defillama.native-prices.v1',
  defillamaOrigin,
  {
    chain: Type.String({ minLength: 1 }),
    token: Type.String({ minLength: 1, description: "CoinGecko's name of the token" }),
    price_usd: Type.Number({ exclusiveMinimum: 0 }),
  },
  { key: (value) => value.chain, moves: { days: 2, of: 'any' } },
)
