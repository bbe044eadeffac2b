// The defi answers, field by field, and the filters a buyer may put on them.
import Type, { type Static } from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { riskLabels, yieldLabels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const text = Type.Union([Type.String(), Type.Null()])

export const riskAnswer = answerSchema(signalSchema(riskLabels, [0, 100]), {
  protocol: Type.Object({
    slug: Type.String(),
    name: Type.String(),
    symbol: text,
    category: text,
    tvl_usd: Type.Number(),
    mcap_usd: maybe('of its token'),
    chains: Type.Array(Type.Object({ chain: Type.String(), tvl_usd: Type.Number() })),
    change_1d_pct: maybe('of value locked'),
    change_7d_pct: maybe('of value locked'),
    forked_from: Type.Array(Type.String()),
  }),
  subscores: Type.Array(
    Type.Object({
      id: Type.String(),
      score: maybe('0 safe to 100; null: not known, left out of the sum'),
      weight: Type.Number(),
      evidence: Type.String(),
    }),
  ),
  red_flags: Type.Array(Type.String()),
})

export const yieldsAnswer = answerSchema(signalSchema(yieldLabels, [0, 100]), {
  benchmark: Type.Object({
    stable_median_pct: maybe('believable yield of large single-sided stablecoin pools'),
    eth_median_pct: maybe('the same for ether and its staked forms'),
    tbill_3m_pct: maybe('3-month US Treasury par yield'),
    excess_over_tbill_pct: maybe('what the chain pays over the bill'),
  }),
  pools: Type.Array(
    Type.Object({
      pool: Type.String(),
      project: Type.String(),
      chain: Type.String(),
      symbol: Type.String(),
      stable: Type.Boolean(),
      exposure: Type.String({ enum: ['single', 'multi'] }),
      tvl_usd: Type.Number(),
      apy_pct: Type.Number({ description: 'as advertised' }),
      apy_base_pct: maybe('from fees or interest'),
      apy_reward_pct: maybe('from token rewards'),
      apy_mean_30d_pct: maybe('mean of a month'),
      sigma: maybe('how much the yield has moved'),
      il_risk: Type.Boolean({ description: 'impermanent loss is possible' }),
      risk_adjusted_apy_pct: Type.Number(),
      score: Type.Number({ description: 'yield that can be believed, cut by depth, calm, record and loss risk' }),
      flags: Type.Array(Type.String({ enum: ['outlier', 'young', 'mostly_rewards', 'spike'] })),
    }),
  ),
})

export const riskInput = Type.Object({
  protocol: Type.String({ minLength: 2, maxLength: 80, description: "a protocol's slug, name or token, such as aave-v3" }),
})

export const yieldsInput = Type.Object({
  chain: Type.Optional(Type.String({ minLength: 2, maxLength: 40, description: 'one chain, such as Base' })),
  asset: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9.]{1,15}$', description: 'pools whose symbol holds this token, such as USDC' }),
  ),
  stable_only: Type.Optional(Type.Boolean({ description: 'only stablecoin pools' })),
  exposure: Type.Optional(Type.String({ enum: ['single', 'multi', 'any'], description: 'one token or several' })),
  min_tvl: Type.Optional(Type.Number({ minimum: 0, description: 'dollars' })),
  min_apy: Type.Optional(Type.Number({ minimum: 0, description: 'percent' })),
  max_apy: Type.Optional(Type.Number({ minimum: 0, description: 'percent' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 300, description: 'how many pools' })),
})

type YieldsBody = Omit<Static<typeof yieldsAnswer>, 'meta'>

export function shapeYields(body: YieldsBody, input: Static<typeof yieldsInput>): YieldsBody {
  const asset = input.asset?.toUpperCase()
  const chain = input.chain?.toLowerCase()
  const pools = body.pools.filter(
    (pool) =>
      (chain === undefined || pool.chain.toLowerCase() === chain) &&
      (asset === undefined || pool.symbol.toUpperCase().split(/[-/ ]/).includes(asset)) &&
      (!input.stable_only || pool.stable) &&
      (input.exposure === undefined || input.exposure === 'any' || pool.exposure === input.exposure) &&
      pool.tvl_usd >= (input.min_tvl ?? 0) &&
      pool.apy_pct >= (input.min_apy ?? 0) &&
      pool.apy_pct <= (input.max_apy ?? Number.POSITIVE_INFINITY),
  )
  return { ...body, pools: pools.slice(0, input.limit) }
}
