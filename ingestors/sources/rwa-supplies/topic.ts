// How many tokens of each fund or metal there are on Ethereum, day by day.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const rwaSupplies = dailySeries(
  'ethereum.rwa-supplies.v1',
  {
    id: 'rwa-supplies',
    name: 'Token contracts of real-world assets on Ethereum',
    url: 'https://ethereum.org/developers/docs/apis/json-rpc/',
    licence: 'public chain data',
    attribution: 'Ethereum, read through a public node',
  },
  { symbol: Type.String(), supply: Type.Number({ minimum: 0 }) },
  { key: ({ symbol }) => symbol, keptDays: 400 },
)
