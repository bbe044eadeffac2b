// The stablecoin answers, field by field, and the filters a buyer may put on them.
import { cutRanked } from '../../families/ranked-list.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { optional } from '../../inputs/take.ts'
import { count, day, fields, type InputOf, known, list, number, pct, type Stored, text, usd, word } from '../../kit/index.ts'
import { pegLabels } from './signal.ts'

const change = pct('change of supply, percent')

export const pulseAnswer = fields({
  supply: {
    total_usd: known(usd()),
    change_1d_pct: change,
    change_7d_pct: change,
    change_30d_pct: change,
    change_7d_z: number('deviations from the mean of all weekly changes in two years', 2),
  },
  peg: {
    weighted_dev_bps: known(number('mean distance from their pegs, weighted by supply', 1)),
    off_peg_count: count('coins of 50 million dollars and more that are off_peg, depeg or disputed'),
    off_peg: list(text(), 'their symbols, the largest first'),
    coins_judged: count(),
  },
  dominance: list({ symbol: text(), share_pct: known(pct()) }),
  chains: list({ chain: text(), supply_usd: known(usd()), change_7d_pct: change }),
  movers: list({ symbol: text(), change_7d_usd: known(usd()), change_7d_pct: change }),
})

const mechanisms = ['fiat-backed', 'crypto-backed', 'algorithmic'] as const

export const riskAnswer = fields({
  counts: { coins: count(), wobble: count(), disputed: count(), off_peg: count(), depeg: count() },
  coins: list({
    symbol: text(),
    id: text(),
    mechanism: text(),
    supply_usd: known(usd()),
    price: number('dollars', 5),
    dev_bps: number('from its peg; null for coins without one, or whose rate or price is not known', 1),
    depeg_risk: number('0 to 100 over the parts that are known; null for no_peg and unpriced', 1),
    label: word(
      pegLabels,
      'off_peg: two prices 50 bp below; depeg: 200 bp below by all prices there are; disputed: by one of two. Other currencies than the dollar have 100 bp more',
    ),
    drivers: list(text()),
  }),
})

export const coinAnswer = fields({
  coin: {
    id: text(),
    symbol: text(),
    name: text(),
    peg: text(),
    mechanism: text(),
  },
  also: list({ id: text(), name: text(), supply_usd: known(usd()) }, 'smaller coins under the same symbol'),
  price: {
    value: number('dollars', 6),
    par_usd: usd('for one unit of what it is held to, by reference rates of the last working day; null where there is none', 6),
    dev_bps: number('from its peg', 1),
    sources: list({ name: text(), price: known(number()), as_of: text() }),
  },
  supply: {
    supply_usd: known(usd()),
    change_1d_pct: change,
    change_7d_pct: change,
    change_30d_pct: change,
    chains: list({ chain: text(), share_pct: known(pct(undefined, 1)) }),
  },
  components: {
    deviation: number('0 to 100, weight 40'),
    time_off_peg_24h: number('0 to 100, weight 15'),
    redemption_7d: number('0 to 100, weight 20'),
    pool_balance: number('0 to 100, weight 15; null where no large pool holds it'),
    mechanism: number('0 to 100, weight 10'),
  },
  liquidity: {
    imbalance: number('-1 to 1 over its pools by size; 1: they are full of it, and it is what everybody sells', 3),
    pools: list(
      {
        address: text(),
        name: text(),
        tvl_usd: known(usd()),
        share_pct: known(pct('how much of the pool is this coin', 1)),
        imbalance: known(number('-1 to 1, as above', 3)),
      },
      'Curve pools on Ethereum of a million dollars or more, largest first',
    ),
  },
  history: {
    supply_30d: list({ date: day(), supply: known(number()) }, 'units of the coin, day by day; of the 40 largest coins'),
    dev_bps_24h: list({ at: text(), dev_bps: known(number(undefined, 1)) }),
  },
})

export const takeRisk = {
  limit: optional(defineLimit({ most: 100, description: 'how many coins' })),
  min_supply_usd: optional(defineMoney({ most: 1e12, description: 'only coins with at least this supply in dollars' })),
  mechanism: optional(defineChoice('mechanism', mechanisms, { description: 'only coins held up this way' })),
}

type RiskBody = { readonly signal: { readonly as_of: string } } & Stored<typeof riskAnswer>

export function shapeRisk(body: RiskBody, input: InputOf<typeof takeRisk>): RiskBody {
  const coins = cutRanked(body.coins, input, {
    min_supply_usd: (coin, least) => coin.supply_usd >= least,
    mechanism: (coin, mechanism) => coin.mechanism === mechanism,
  })
  return { ...body, coins }
}
