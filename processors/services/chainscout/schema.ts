// The chainscout answers, field by field, and the filters a buyer may put on them.
import { defineLimit } from '../../inputs/amounts.ts'
import { chainName } from '../../inputs/chain-name.ts'
import { optional } from '../../inputs/take.ts'
import { count, fields, flag, known, list, maybe, number, optionalFields, pct, text, usd, word } from '../../kit/index.ts'
import { narrativeWindows } from './narrative.ts'

const change = pct('percent in dollars')
const adjusted = pct("percent in 7 days with the move of the chain's own token taken out")

export const tvlAnswer = fields({
  total_usd: known(usd()),
  change: { d1_pct: change, d7_pct: change, d30_pct: change, d7_price_adjusted_pct: adjusted },
  share_moved_7d_pct: pct('how much of the listed value changed chains in a week, by shares'),
  stables: { total_usd: usd('stablecoins on all chains'), d7_pct: pct('of the coins known a week ago') },
  dex_volume_24h_usd: usd('of exchanges on the chains listed', 0),
  chains: list({
    name: text(),
    score: number('-100 to 100: its week against its own weeks, at unmoved token prices where its token has one', 1),
    label: word(['inflow', 'outflow', 'flat']),
    tvl_usd: known(usd()),
    share_pct: known(pct()),
    d1_pct: change,
    d7_pct: change,
    d30_pct: change,
    d7_z: number('against the weeks of half a year'),
    d7_price_adjusted_pct: adjusted,
    native_share_pct: pct("how much of the value moves with the chain's own token, measured over 90 days"),
    stables_usd: usd('stablecoins on the chain', 0),
    dex_volume_24h_usd: usd('traded on its decentralised exchanges; null where none is listed', 0),
  }),
})

export const trendingAnswer = fields({
  market: {
    pools: count(),
    left_out_for_liquidity: count('pools below 20,000 dollars of liquidity'),
    median_turnover_ratio: known(number('24-hour volume over liquidity')),
    mean_change_24h_pct: known(pct()),
  },
  tokens: list({
    name: text(),
    symbol: text(),
    address: text(),
    chain: text(),
    heat: known(number('-100 to 100 against the other trending tokens', 1)),
    price_change_24h_pct: pct('percent', 2),
    volume_24h_usd: known(usd()),
    liquidity_usd: known(usd()),
    buyers_h1: count(),
    lists: list(text()),
    promoted: flag('somebody pays for the attention'),
    age_h: number('hours since the pool was made'),
    flags: list(word(['young', 'reported_by_users', 'wash_like_turnover', 'few_sellers'])),
  }),
})

export const narrativeAnswer = fields({
  basis: word(['protocol_categories'], 'categories of protocols by value and fees; market values are not read'),
  leader: maybe(text('the kind that leads a rotation')),
  // A row of the release before has neither.
  ...optionalFields({
    window: word(narrativeWindows, 'what momentum, leader, label and score are of'),
    tvl_change_1d_pct: pct('of all protocols together, without exchanges and chains', 2),
    tvl_change_30d_pct: pct('of those that hold a million now and were known a month ago', 2),
  }),
  tvl_change_7d_pct: pct('of all protocols together, without exchanges and chains', 2),
  narratives: list({
    slug: text(),
    name: text(),
    momentum: known(number('-100 to 100 against the other kinds', 1)),
    tvl_usd: known(usd(undefined, 0)),
    tvl_change_1d_pct: pct('in dollars', 2),
    tvl_change_7d_pct: pct('in dollars', 2),
    ...optionalFields({ tvl_change_30d_pct: pct('in dollars, of those known a month ago', 2) }),
    fees_30d_usd: usd('paid by users; null where it is known of none of them', 0),
    protocols: count(),
    leaders: list({
      name: text(),
      tvl_change_7d_pct: pct(undefined, 2),
      ...optionalFields({ tvl_change_30d_pct: pct(undefined, 2) }),
    }),
  }),
})

export const whalesAnswer = fields({
  basis: word(['stablecoin_supply'], 'supplies by chain a week apart; single transfers are not read'),
  totals: {
    stables_usd: known(usd(undefined, 0)),
    net_stable_7d_usd: known(usd('made or bridged in, less gone', 0)),
    moved_share_pct: pct('of all, that changed chains or came and went', 2),
  },
  chains: list({
    chain: text(),
    stables_usd: known(usd(undefined, 0)),
    net_stable_7d_usd: known(usd(undefined, 0)),
    change_7d_pct: pct(undefined, 2),
  }),
})

export const reportAnswer = fields({
  sections: list({
    section: word(['trending', 'narrative', 'tvl', 'whales', 'stables']),
    label: text('the verdict, of all chains'),
    score: known(number('on the scale of that route', 1)),
    confidence: known(number(undefined, 2)),
    summary: text(),
    // A row of the release before has none.
    ...optionalFields({
      top: list(
        {
          name: text('a token, a kind of protocol, a chain or a coin'),
          chain: maybe(text('null where it is of no one chain')),
          usd: usd('locked in it, of tokens traded in a day, of chains’ flows and coins what is there', 0),
          change_7d_pct: pct(undefined, 2),
          change_1d_pct: pct(undefined, 2),
        },
        'those it is made of, in the order of that route; where a chain is asked for, of that one alone',
      ),
    }),
  }),
})

export const takeChain = {
  chain: optional(chainName),
  limit: optional(defineLimit({ most: 100, description: 'how many' })),
}

export const takeLimit = { limit: takeChain.limit }
