// The daily price of the token a chain's value is mostly held in, so that its moves can be taken out of the value locked there.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { defillamaOrigin } from '../../defillama.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const nativePrices = defineTopic({
  name: 'defillama.native-prices.v1',
  origin: defillamaOrigin,
  schema: Type.Object({
    chain: Type.String({ minLength: 1 }),
    token: Type.String({ minLength: 1, description: "CoinGecko's name of the token" }),
    date: Type.String({ format: 'date' }),
    price_usd: Type.Number({ exclusiveMinimum: 0 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.chain,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
