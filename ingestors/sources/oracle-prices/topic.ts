// What the protocols' own oracles answer at one block; health is judged by these, whatever the markets say.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, readAt, reading } from '../../chains/reading.ts'

export const oraclePrices = defineTopic({
  name: 'oracle-prices.price.v1',
  origin: {
    id: 'oracle-prices',
    name: 'Price oracles of the lending protocols, read from the chain',
    url: 'https://aave.com/docs',
    licence: 'public chain data',
    attribution: 'oracle contracts named by Aave v3, Morpho Blue, Compound v3, Euler v2 and Fluid',
  },
  schema: Type.Object({
    ...reading,
    oracle: address,
    // The token priced in dollars; the Morpho market whose collateral is priced in its loan token; or, filled up to a word, a token of
    // the Compound v3 market that is the oracle, priced in whatever that market's feeds count in, or a token or share that the vault of
    // Euler v2 which is the oracle prices in its unit of account, or the collateral that the vault of Fluid which is the oracle prices in what
    // it lends.
    asset: Type.String({ pattern: '^0x([0-9a-f]{40}|[0-9a-f]{64})$' }),
    price: amount,
    decimals: Type.Integer({ minimum: 0, maximum: 60 }),
    // Whether the answer follows a market, an exchange rate, or nothing.
    follows: Type.String({ enum: ['market', 'rate', 'fixed'] }),
    // The contract that is asked in the end, and the feeds that move it, as the oracle itself names them; a plain feed is its own. Older facts do not say.
    source: Type.Optional(address),
    feeds: Type.Optional(Type.Array(address, { maxItems: 4 })),
  }),
  retention: { days: 30, compact: true },
  key: (value) => `${value.chain_id}:${value.oracle}:${value.asset}`,
  ...readAt,
})
