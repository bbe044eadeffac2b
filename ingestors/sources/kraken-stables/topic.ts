// What the large stablecoins trade at for dollars on one exchange: the second opinion a depeg needs.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

const price = Type.Number({ exclusiveMinimum: 0 })

export const krakenStables = snapshots(
  'kraken.stables.v1',
  {
    id: 'kraken',
    name: 'Kraken public ticker',
    url: 'https://docs.kraken.com/api/',
    licence: 'terms of use unclear for redistribution',
    attribution: 'Kraken',
  },
  {
    prices: Type.Array(Type.Object({ symbol: Type.String(), bid_usd: price, ask_usd: price }), { minItems: 1 }),
  },
  { keptDays: 7 },
)
