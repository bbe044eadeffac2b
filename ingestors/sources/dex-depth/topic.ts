// How much of a token can be sold on chain, as exchange quotes at rising sizes say at one block.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, readAt, reading } from '../../chains/reading.ts'

const count = Type.Integer({ minimum: 0 })
const quotes = Type.Array(
  Type.Object({
    amount_in: Type.Number({ exclusiveMinimum: 0 }),
    amount_out_usd: Type.Number({ minimum: 0 }),
    // What the next token after this sale would bring.
    price_usd: Type.Optional(Type.Number({ minimum: 0 })),
  }),
)
// What has been sold once the price has come down to each of these; between two of them a constant product.
const ladder = Type.Object({
  amount_in: Type.Array(Type.Number({ minimum: 0 }), { maxItems: 256 }),
  price_usd: Type.Array(Type.Number({ minimum: 0 }), { maxItems: 256 }),
})

export const dexDepth = defineTopic({
  name: 'dex-depth.quotes.v1',
  origin: {
    id: 'dex-depth',
    name: 'Exchange pools, read from the chain',
    url: 'https://uniswap.org/',
    licence: 'public chain data',
    attribution: 'Uniswap, Curve, Balancer, Aerodrome and Velodrome contracts',
  },
  schema: Type.Object({
    ...reading,
    token: address,
    symbol: Type.String({ maxLength: 64 }),
    // Every size split over all pools, in whole tokens and dollars; empty where no pool buys it.
    quotes,
    // The same sales by price, as far down as any fall may draw the pools; readings of before had none.
    ladder: Type.Optional(ladder),
    // Of the same token sold for dollars and for one other token at that one's price: what of a sale ends in that other.
    through: Type.Optional(
      Type.Array(
        Type.Object({
          token: address,
          share: Type.Number({ minimum: 0, maximum: 1 }),
          quotes,
          ladder: Type.Optional(ladder),
        }),
        { maxItems: 16 },
      ),
    ),
    // Where the quotes came from, as `Uniswap v3 3, Curve 1; left out 2 too small`.
    coverage: Type.String({ maxLength: 200 }),
    venues: Type.Optional(Type.Array(Type.Object({ name: Type.String({ maxLength: 40 }), pools: count }), { maxItems: 32 })),
    left_out: Type.Optional(Type.Object({ small: count, refused: count })),
  }),
  retention: { days: 30, compact: true },
  key: (value) => `${value.chain_id}:${value.token}`,
  ...readAt,
})
