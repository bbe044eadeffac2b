// The stablecoin answers, field by field, and the filters a buyer may put on them.
import Type, { type Static } from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { pegLabels, pulseLabels, riskLabels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const change = maybe('change of supply, percent')

export const pulseAnswer = answerSchema(signalSchema(pulseLabels, [-100, 100]), {
  supply: Type.Object({
    total_usd: Type.Number(),
    change_1d_pct: change,
    change_7d_pct: change,
    change_30d_pct: change,
    change_7d_z: maybe('deviations from the mean of all weekly changes in two years'),
  }),
  peg: Type.Object({
    weighted_dev_bps: Type.Number({ description: 'mean distance from one dollar, weighted by supply' }),
    off_peg_count: Type.Integer({ description: 'coins 50 bp or more below, by two prices' }),
    coins_judged: Type.Integer(),
  }),
  dominance: Type.Array(Type.Object({ symbol: Type.String(), share_pct: Type.Number() })),
  chains: Type.Array(Type.Object({ chain: Type.String(), supply_usd: Type.Number(), change_7d_pct: change })),
  movers: Type.Array(Type.Object({ symbol: Type.String(), change_7d_usd: Type.Number(), change_7d_pct: change })),
})

const peg = Type.String({ enum: [...pegLabels], description: 'off_peg and depeg need two prices 50 or 200 bp below' })
const risk = Type.Number({ description: '0 to 100 over the parts that are known' })
const mechanisms = ['fiat-backed', 'crypto-backed', 'algorithmic'] as const

export const riskAnswer = answerSchema(signalSchema(riskLabels, [0, 100]), {
  counts: Type.Object({ coins: Type.Integer(), wobble: Type.Integer(), off_peg: Type.Integer(), depeg: Type.Integer() }),
  coins: Type.Array(
    Type.Object({
      symbol: Type.String(),
      id: Type.String(),
      mechanism: Type.String(),
      supply_usd: Type.Number(),
      price: maybe('dollars'),
      dev_bps: maybe('from one dollar; null for coins without a dollar peg'),
      depeg_risk: risk,
      label: peg,
      drivers: Type.Array(Type.String()),
    }),
  ),
})

export const coinAnswer = answerSchema(signalSchema(pegLabels, [0, 100]), {
  coin: Type.Object({
    id: Type.String(),
    symbol: Type.String(),
    name: Type.String(),
    peg: Type.String(),
    mechanism: Type.String(),
  }),
  also: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), supply_usd: Type.Number() }), {
    description: 'smaller coins under the same symbol',
  }),
  price: Type.Object({
    value: maybe('dollars'),
    dev_bps: maybe('from one dollar'),
    sources: Type.Array(Type.Object({ name: Type.String(), price: Type.Number(), as_of: Type.String() })),
  }),
  supply: Type.Object({
    supply_usd: Type.Number(),
    change_1d_pct: change,
    change_7d_pct: change,
    change_30d_pct: change,
    chains: Type.Array(Type.Object({ chain: Type.String(), share_pct: Type.Number() })),
  }),
  components: Type.Object({
    deviation: maybe('0 to 100, weight 40'),
    time_off_peg_24h: maybe('0 to 100, weight 15'),
    redemption_7d: maybe('0 to 100, weight 20'),
    pool_balance: maybe('0 to 100, weight 15; null where no large pool holds it'),
    mechanism: maybe('0 to 100, weight 10'),
  }),
  liquidity: Type.Object({
    imbalance: maybe('-1 to 1 over its pools by size; 1: they are full of it, and it is what everybody sells'),
    pools: Type.Array(
      Type.Object({
        address: Type.String(),
        name: Type.String(),
        tvl_usd: Type.Number(),
        share_pct: Type.Number({ description: 'how much of the pool is this coin' }),
        imbalance: Type.Number(),
      }),
      { description: 'Curve pools on Ethereum of a million dollars or more, largest first' },
    ),
  }),
  history: Type.Object({
    dev_bps_24h: Type.Array(Type.Object({ at: Type.String(), dev_bps: Type.Number() })),
    supply_30d: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), supply: Type.Number() }), {
      description: 'units of the coin, day by day; of the 40 largest coins',
    }),
  }),
})

export const takeRisk = takeInputs({
  limit: optional(defineLimit({ most: 100, description: 'how many coins' })),
  min_supply_usd: optional(defineMoney({ most: 1e12, description: 'only coins with at least this supply in dollars' })),
  mechanism: optional(defineChoice('mechanism', mechanisms, { description: 'only coins held up this way' })),
})

type RiskBody = Omit<Static<typeof riskAnswer>, 'meta'>

export function shapeRisk(body: RiskBody, input: Static<(typeof takeRisk)['input']>): RiskBody {
  const coins = body.coins
    .filter((coin) => coin.supply_usd >= (input.min_supply_usd ?? 0))
    .filter((coin) => input.mechanism === undefined || coin.mechanism === input.mechanism)
  return { ...body, coins: coins.slice(0, input.limit) }
}
