// Tokens somebody pays to promote, at one moment.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'

export const boosts = defineTopic({
  name: 'dexscreener.boosts.v1',
  origin: {
    id: 'dexscreener',
    name: 'DEX Screener boosts',
    url: 'https://docs.dexscreener.com/',
    licence: 'terms of use unclear for redistribution',
    attribution: 'DEX Screener',
  },
  schema: Type.Object({
    at: Type.String({ format: 'date-time' }),
    tokens: Type.Array(Type.Object({ chain: Type.String(), token: Type.String(), amount: Type.Number() }), { minItems: 1 }),
  }),
  retention: { days: 2 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})
