// What the coins of the world are worth, the largest of each symbol; only the newest matters.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'

export const marketCaps = defineTopic({
  name: 'coingecko.market-caps.v1',
  origin: {
    id: 'coingecko',
    name: 'CoinGecko',
    url: 'https://www.coingecko.com/en/api',
    licence: 'terms of use unclear for redistribution, with attribution',
    attribution: 'Data by CoinGecko',
  },
  schema: Type.Object({
    at: Type.String({ format: 'date-time' }),
    coins: Type.Array(
      Type.Object({ symbol: Type.String({ minLength: 1 }), id: Type.String(), mcap_usd: Type.Number({ exclusiveMinimum: 0 }) }),
      { minItems: 1 },
    ),
  }),
  retention: { days: 7 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})
