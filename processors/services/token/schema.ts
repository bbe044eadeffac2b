// The token answer, field by field.
import Type from 'typebox'
import { alsoOn, authority, deployment, privileged, proxySchema, readAt } from '../../families/address-report.ts'
import { answerSchema, signalSchema } from '../../kit/answer.ts'
import { labels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const share = (description: string) => Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], { description })
const flag = (description: string) => Type.Union([Type.Boolean(), Type.Null()], { description })
const text = Type.Union([Type.String(), Type.Null()])
const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })

const pool = Type.Object({
  address,
  dex: Type.String(),
  quote: Type.String(),
  fee_pct: maybe(''),
  price_usd: Type.Number(),
  liquidity_usd: Type.Number(),
  depth_2pct_usd: maybe('what selling brings until the price is down two percent'),
})

export const reportAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  token: Type.Object({
    address,
    name: text,
    symbol: text,
    decimals: Type.Integer(),
    supply: Type.Number({ description: 'whole tokens' }),
    chain_id: Type.Integer(),
    chain_inferred: Type.Boolean({ description: 'no chain was named, and this is where the token was found' }),
    also_on: alsoOn,
    age_days: maybe('since its deployment, or its oldest pair'),
    block: readAt,
  }),
  market: Type.Object({
    price_usd: maybe('of the deepest pool'),
    fdv_usd: maybe('price times supply'),
    market_cap_usd: maybe('price times what is not burnt'),
    liquidity_usd: maybe(
      'twice the quote side of all pools; null: no pool is known, and it may trade on exchanges that are not read',
    ),
    volume_24h_usd: maybe('null: nobody who counts it was asked, or it does not know the token'),
    buys_24h: maybe(''),
    sells_24h: maybe(''),
    pairs: Type.Integer({ description: 'found on the chain or listed elsewhere' }),
    top_pair: Type.Union([pool, Type.Null()]),
  }),
  security: Type.Object({
    honeypot: Type.Object({
      verdict: Type.String({
        enum: ['clean', 'honeypot', 'not_tradable', 'unknown'],
        description: 'clean: what was bought could be sold; not_tradable: not even buying worked',
      }),
      method: Type.String({
        enum: ['simulated_pool', 'simulated_holder', 'holders', 'none'],
        description:
          'simulated: a new account bought from the pool (or was given some by a holder) and sold ten minutes later, on this block’s state; holders: those who hold some tried',
      }),
      buy_tax: share('kept of what is bought'),
      sell_tax: share('kept of what is sold'),
      transfer_tax: share('kept of what is sent between two holders'),
      holders_tried: Type.Integer(),
      holders_able: Type.Integer({ description: 'of those tried, who could send some to the pool' }),
      second_opinion: Type.Union([Type.String({ enum: ['agrees', 'differs'] }), Type.Null()]),
    }),
    mintable: flag('somebody can make more'),
    pausable: flag('somebody can stop transfers'),
    blacklist: flag('somebody can block single holders'),
    hidden_owner: flag('null: nobody looked'),
    verified: flag('the code it runs has a shown source; null: the registry did not answer'),
    proxy: proxySchema,
    owner: authority,
    powers: privileged,
  }),
  holders: Type.Object({
    count: maybe(''),
    top10_share: share('of what is not burnt, pools left out'),
    creator_share: share(''),
    burnt_share: share(''),
    source: Type.String({ enum: ['chain', 'goplus', 'none'], description: 'chain: every transfer was read' }),
  }),
  liquidity: Type.Object({
    depth_2pct_usd: maybe('all pools together'),
    lp_locked_share: share('of the deepest pool’s shares: burnt, or with a known locker; null where its shares are no token'),
    lp_lock: Type.Union(
      [
        Type.Object({
          source: Type.String({ enum: ['chain', 'goplus'], description: 'who says how much' }),
          share: Type.Number({ minimum: 0, maximum: 1 }),
          first_unlock_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
            description: 'when the first of it comes free; null: burnt, or not known',
          }),
          lockers: Type.Union([
            Type.Array(
              Type.Object({
                name: text,
                share: Type.Number({ minimum: 0, maximum: 1 }),
                until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
              }),
            ),
            Type.Null(),
          ]),
        }),
        Type.Null(),
      ],
      { description: 'the shares of its largest pool that cannot be taken out; null where nobody could tell' },
    ),
    pools: Type.Array(pool, { description: 'the deepest first' }),
  }),
  trend: Type.Object({
    change_1h_pct: maybe(''),
    change_6h_pct: maybe(''),
    change_24h_pct: maybe(''),
    history: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        price_usd: maybe('of the deepest pair'),
        liquidity_usd: Type.Number(),
        volume_24h_usd: Type.Number(),
        pairs: Type.Integer(),
      }),
      { description: 'its pairs each time they were read in a week; read again every five minutes while somebody asks' },
    ),
  }),
  deployment,
  flags: Type.Array(
    Type.Object({
      code: Type.String(),
      severity: Type.String({ enum: ['info', 'warning', 'danger'] }),
      message: Type.String(),
      source: Type.String(),
    }),
    { description: 'the gravest first' },
  ),
})
