// What a chain says about a token somebody asked about, at one block: itself, its powers, its pools, its holders, and whether it can be sold.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount } from '../../chains/reading.ts'
import { authority, contractReading, deployment, maybe, place, readOnce } from '../../contracts/shapes.ts'
import { trialMethods, verdicts } from '../../contracts/words.ts'

const text = maybe(Type.String({ maxLength: 64 }))
const number = Type.Number({ minimum: 0 })
const tax = maybe(Type.Number({ maximum: 1 }))
const { functions: _functions, ...contract } = contractReading.properties

export const evmTokens = defineTopic({
  name: 'evm.tokens.v1',
  origin: {
    id: 'evm-token',
    name: 'The token’s contract and its pools, read from their chain',
    url: 'https://ethereum.org/developers/docs/apis/json-rpc/',
    licence: 'public chain data',
    attribution: 'the chain',
  },
  schema: Type.Object({
    ...place,
    token: Type.Object({ name: text, symbol: text, decimals: Type.Integer({ minimum: 0, maximum: 255 }), supply: amount }),
    contract: Type.Object(contract),
    deployment: maybe(deployment),
    deployer: maybe(authority),
    quotes_usd: Type.Record(Type.String(), number, { description: 'what one of each quote is worth' }),
    pools: Type.Array(
      Type.Object({
        address,
        dex: Type.String(),
        kind: Type.String({ enum: ['v2', 'v3', 'solidly'] }),
        quote: Type.String(),
        fee_ppm: maybe(Type.Integer({ minimum: 0 })),
        token_units: amount,
        price_quote: number,
        quote_held: number,
        depth_quote: maybe(number),
      }),
      { description: 'the one with most of a quote first' },
    ),
    pool_shares: maybe(
      Type.Object({ total: amount, locked: amount }, { description: 'of the first pool, where its shares are a token' }),
    ),
    trial: Type.Object({
      verdict: Type.String({ enum: [...verdicts] }),
      method: Type.String({ enum: [...trialMethods] }),
      buy_tax: tax,
      sell_tax: tax,
      transfer_tax: tax,
      holders_tried: Type.Integer({ minimum: 0 }),
      holders_able: Type.Integer({ minimum: 0 }),
    }),
    holders: maybe(
      Type.Object(
        {
          count: Type.Integer({ minimum: 0 }),
          top10_units: amount,
          creator_units: amount,
          burnt_units: amount,
          pooled_units: amount,
        },
        { description: 'only where every transfer since the beginning was read; the ten are without pools' },
      ),
    ),
    beside: Type.Array(Type.String({ enum: ['sourcify', 'dexscreener-pairs', 'goplus-token'] }), {
      description: 'the further sources that answered in the same breath',
    }),
  }),
  partitions: 4,
  retention: { days: 90 },
  ...readOnce,
})
