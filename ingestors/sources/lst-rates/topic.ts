// What one staked ether can be handed in for, as the contracts of its protocol say.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

export const leastRate = 0.5
export const mostRate = 10

export const lstRates = snapshots(
  'ethereum.lst-rates.v1',
  {
    id: 'lst-rates',
    name: 'Exchange rates of liquid staking contracts on Ethereum',
    url: 'https://ethereum.org/developers/docs/apis/json-rpc/',
    licence: 'public chain data',
    attribution: 'Ethereum, read through a public node',
  },
  {
    rates: Type.Array(
      Type.Object({ symbol: Type.String(), eth_per_token: Type.Number({ minimum: leastRate, maximum: mostRate }) }),
    ),
  },
  { keptDays: 30 },
)
