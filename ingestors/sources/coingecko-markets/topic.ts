// What the coins of the world are worth, the largest of each symbol; only the newest matters.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

export const marketCaps = snapshots(
  'coingecko.market-caps.v1',
  {
    id: 'coingecko',
    name: 'CoinGecko',
    url: 'https://www.coingecko.com/en/api',
    licence: 'terms of use unclear for redistribution, with attribution',
    attribution: 'Data by CoinGecko',
  },
  {
    coins: Type.Array(
      Type.Object({ symbol: Type.String({ minLength: 1 }), id: Type.String(), mcap_usd: Type.Number({ exclusiveMinimum: 0 }) }),
      { minItems: 1 },
    ),
  },
  { keptDays: 7 },
)
