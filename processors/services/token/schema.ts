// The token answer, field by field.
import {
  address,
  alsoOn,
  authority,
  deployment,
  flagFields,
  oneOf,
  privileged,
  proxyFields,
  readAt,
} from '../../families/address-report.ts'
import { count, days, fields, flag, known, list, maybe, moment, number, pct, section, text, usd } from '../../kit/index.ts'

const share = (description?: string) => number(description, undefined, { minimum: 0, maximum: 1 })
const whether = (description: string) => maybe(flag(description))

const pool = section({
  address,
  dex: text(),
  quote: text(),
  fee_pct: pct(),
  price_usd: known(usd()),
  liquidity_usd: known(usd()),
  depth_2pct_usd: usd('what selling brings until the price is down two percent'),
})

export const reportAnswer = fields({
  token: {
    address,
    name: maybe(text()),
    symbol: maybe(text()),
    decimals: count(),
    supply: known(number('whole tokens')),
    chain_id: count(),
    chain_inferred: flag('no chain was named, and this is where the token was found'),
    also_on: alsoOn,
    age_days: days('since its deployment, or its oldest pair'),
    block: readAt,
  },
  market: {
    price_usd: usd('of the deepest pool'),
    fdv_usd: usd('price times supply'),
    market_cap_usd: usd('price times what is not burnt'),
    liquidity_usd: usd(
      'twice the quote side of all pools; null: no pool is known, and it may trade on exchanges that are not read',
    ),
    volume_24h_usd: usd('null: nobody who counts it was asked, or it does not know the token'),
    buys_24h: number(),
    sells_24h: number(),
    pairs: count('found on the chain or listed elsewhere'),
    top_pair: maybe(pool),
  },
  security: {
    honeypot: {
      verdict: oneOf(
        ['clean', 'honeypot', 'not_tradable', 'unknown'],
        'clean: what was bought could be sold; not_tradable: not even buying worked',
      ),
      method: oneOf(
        ['simulated_pool', 'simulated_holder', 'holders', 'none'],
        'simulated: a new account bought from the pool (or was given some by a holder) and sold ten minutes later, on this block’s state; holders: those who hold some tried',
      ),
      buy_tax: share('kept of what is bought'),
      sell_tax: share('kept of what is sold'),
      transfer_tax: share('kept of what is sent between two holders'),
      holders_tried: count(),
      holders_able: count('of those tried, who could send some to the pool'),
      second_opinion: maybe(oneOf(['agrees', 'differs'])),
    },
    mintable: whether('somebody can make more'),
    pausable: whether('somebody can stop transfers'),
    blacklist: whether('somebody can block single holders'),
    hidden_owner: whether('null: nobody looked'),
    verified: whether('the code it runs has a shown source; null: the registry did not answer'),
    proxy: proxyFields,
    owner: authority,
    powers: privileged,
  },
  holders: {
    count: number(),
    top10_share: share('of what is not burnt, pools left out'),
    creator_share: share(),
    burnt_share: share(),
    source: oneOf(['chain', 'goplus', 'none'], 'chain: every transfer was read'),
  },
  liquidity: {
    depth_2pct_usd: usd('all pools together'),
    lp_locked_share: share('of the deepest pool’s shares: burnt, or with a known locker; null where its shares are no token'),
    lp_lock: maybe(
      section({
        source: oneOf(['chain', 'goplus'], 'who says how much'),
        share: known(share()),
        first_unlock_at: maybe(moment(), 'when the first of it comes free; null: burnt, or not known'),
        lockers: maybe(list({ name: maybe(text()), share: known(share()), until: maybe(moment()) })),
      }),
      'the shares of its largest pool that cannot be taken out; null where nobody could tell',
    ),
    pools: list(pool, 'the deepest first'),
  },
  trend: {
    change_1h_pct: pct(),
    change_6h_pct: pct(),
    change_24h_pct: pct(),
    history: list(
      {
        at: moment(),
        price_usd: usd('of the deepest pair'),
        liquidity_usd: known(usd()),
        volume_24h_usd: known(usd()),
        pairs: count(),
      },
      'its pairs each time they were read in a week; read again every five minutes while somebody asks',
    ),
  },
  deployment,
  flags: list({ ...flagFields, source: text() }, 'the gravest first'),
})
