// How much of a token can be sold on chain, as exchange quotes at rising sizes say at one block.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, readAt, reading } from '../../chains/reading.ts'

export const dexDepth = defineTopic({
  name: 'dex-depth.quotes.v1',
  origin: {
    id: 'dex-depth',
    name: 'Uniswap v3 quotes, read from the chain',
    url: 'https://uniswap.org/',
    licence: 'public chain data',
    attribution: 'Uniswap v3 contracts',
  },
  schema: Type.Object({
    ...reading,
    token: address,
    symbol: Type.String({ maxLength: 64 }),
    // Of every size the best route's answer, in whole tokens and dollars; empty where no pool quotes it.
    quotes: Type.Array(
      Type.Object({ amount_in: Type.Number({ exclusiveMinimum: 0 }), amount_out_usd: Type.Number({ minimum: 0 }) }),
    ),
    // Where the quotes came from, as `2 routes of Uniswap v3 (3 of 8 pools exist): USDC 500, WETH 3000`.
    coverage: Type.String({ maxLength: 200 }),
  }),
  retention: { days: 30, compact: true },
  key: (value) => `${value.chain_id}:${value.token}`,
  ...readAt,
})
