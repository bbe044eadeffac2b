// Tokens somebody pays to promote, at one moment.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

export const boosts = snapshots(
  'dexscreener.boosts.v1',
  {
    id: 'dexscreener',
    name: 'DEX Screener boosts',
    url: 'https://docs.dexscreener.com/',
    licence: 'terms of use unclear for redistribution',
    attribution: 'DEX Screener',
  },
  {
    tokens: Type.Array(Type.Object({ chain: Type.String(), token: Type.String(), amount: Type.Number() }), { minItems: 1 }),
  },
  { keptDays: 2 },
)
