// What a token trades like over all exchanges that are watched: its pairs with price, liquidity, volume and who trades.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { chainId } from '../../chains/reading.ts'
import { asked, maybe } from '../../contracts/shapes.ts'

const number = maybe(Type.Number())
const count = Type.Integer({ minimum: 0 })

export const tokenPairs = defineTopic({
  name: 'dexscreener.pairs.v1',
  origin: {
    id: 'dexscreener',
    name: 'DEX Screener pairs',
    url: 'https://docs.dexscreener.com/',
    licence: 'terms of use unclear for redistribution',
    attribution: 'DEX Screener',
  },
  schema: Type.Object({
    asked,
    chain_id: chainId,
    read_at: Type.String({ format: 'date-time' }),
    token: Type.String(),
    pairs: Type.Array(
      Type.Object({
        pair: Type.String({ minLength: 1 }),
        dex: Type.String({ minLength: 1 }),
        quote: Type.String({ minLength: 1 }),
        price_usd: number,
        liquidity_usd: number,
        volume_24h_usd: Type.Number({ minimum: 0 }),
        buys_24h: count,
        sells_24h: count,
        change_1h_pct: number,
        change_6h_pct: number,
        change_24h_pct: number,
        fdv_usd: number,
        market_cap_usd: number,
        created_at: maybe(Type.String({ format: 'date-time' })),
      }),
      { description: 'in which the token is what is priced; none where nobody trades it' },
    ),
  }),
  partitions: 4,
  retention: { days: 30 },
  key: (value) => value.asked,
  observedAt: (value) => new Date(value.read_at),
})
