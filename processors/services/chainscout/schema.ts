// The chainscout answers, field by field, and the filters a buyer may put on them.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { chainName } from '../../inputs/chain-name.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { heatLabels } from './signal.ts'
import { tvlLabels } from './tvl.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const change = maybe('percent in dollars')
const adjusted = maybe("percent in 7 days with the move of the chain's own token taken out")

export const tvlAnswer = answerSchema(signalSchema(tvlLabels, [-100, 100]), {
  total_usd: Type.Number(),
  change: Type.Object({ d1_pct: change, d7_pct: change, d30_pct: change, d7_price_adjusted_pct: adjusted }),
  share_moved_7d_pct: maybe('how much of the listed value changed chains in a week, by shares'),
  stables: Type.Object({ total_usd: maybe('stablecoins on all chains'), d7_pct: maybe('of the coins known a week ago') }),
  dex_volume_24h_usd: maybe('of exchanges on the chains listed'),
  chains: Type.Array(
    Type.Object({
      name: Type.String(),
      tvl_usd: Type.Number(),
      share_pct: Type.Number(),
      d1_pct: change,
      d7_pct: change,
      d30_pct: change,
      d7_z: maybe('against the weeks of half a year'),
      d7_price_adjusted_pct: adjusted,
      native_share_pct: maybe("how much of the value moves with the chain's own token, measured over 90 days"),
      stables_usd: maybe('stablecoins on the chain'),
      dex_volume_24h_usd: maybe('traded on its decentralised exchanges; null where none is listed'),
    }),
  ),
})

export const trendingAnswer = answerSchema(signalSchema(heatLabels, [0, 100]), {
  market: Type.Object({
    pools: Type.Integer(),
    left_out_for_liquidity: Type.Integer({ description: 'pools below 20,000 dollars of liquidity' }),
    median_turnover_ratio: Type.Number({ description: '24-hour volume over liquidity' }),
    mean_change_24h_pct: Type.Number(),
  }),
  tokens: Type.Array(
    Type.Object({
      name: Type.String(),
      symbol: Type.String(),
      address: Type.String(),
      chain: Type.String(),
      heat: Type.Number({ description: '-100 to 100 against the other trending tokens' }),
      price_change_24h_pct: maybe('percent'),
      volume_24h_usd: Type.Number(),
      liquidity_usd: Type.Number(),
      buyers_h1: Type.Integer(),
      lists: Type.Array(Type.String()),
      promoted: Type.Boolean({ description: 'somebody pays for the attention' }),
      age_h: maybe('hours since the pool was made'),
      flags: Type.Array(Type.String({ enum: ['young', 'reported_by_users', 'wash_like_turnover', 'few_sellers'] })),
    }),
  ),
})

export const takeChain = takeInputs({
  chain: optional(chainName),
  limit: optional(defineLimit({ most: 100, description: 'how many' })),
})
