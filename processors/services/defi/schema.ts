// The defi answers, field by field, and the filters a buyer may put on them.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../../errors.ts'
import { answerSchema, signalSchema } from '../../answer.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { chainName, plainChain } from '../../inputs/chain-name.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin } from '../../inputs/coins.ts'
import { defineFlag } from '../../inputs/flag.ts'
import { defineNumber } from '../../inputs/kind.ts'
import { protocol } from '../../inputs/protocol.ts'
import { optional, required, takeInputs } from '../../inputs/take.ts'
import { riskLabels } from './signal.ts'
import { yieldLabels } from './yields.ts'

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
    fees_30d_usd: maybe('paid by its users'),
    own_token_usd: maybe('its own token staked in it'),
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
  incidents: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      name: Type.String(),
      loss_usd: Type.Number({ description: 'as reported then; some of it may have come back' }),
      cause: Type.String(),
      source: Type.String({ description: 'the report' }),
    }),
    { description: 'losses made public, newest first; one within a year adds 15 to the score' },
  ),
  incidents_known_to: Type.String({ format: 'date', description: 'the list of incidents ends here' }),
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

export const takeRisk = takeInputs({ protocol: required(protocol) })

const percent = (description: string) => defineNumber({ kind: 'percent', least: 0, most: 1_000_000, example: 5, description })

export const takeYields = takeInputs({
  chain: optional(chainName),
  asset: optional({ ...coin, otherNames: ['symbol', 'token'] }),
  stable_only: optional(defineFlag('only stablecoin pools')),
  exposure: optional(defineChoice('exposure', ['single', 'multi', 'any'], { description: 'one token or several' })),
  min_tvl: optional(defineMoney({ most: 1e12, description: 'dollars', otherNames: ['min_tvl_usd'] })),
  min_apy: optional(percent('percent')),
  max_apy: optional(percent('percent')),
  limit: optional(defineLimit({ most: 300, description: 'how many pools' })),
})

type YieldsBody = Omit<Static<typeof yieldsAnswer>, 'meta'>

export function shapeYields(body: YieldsBody, input: Static<(typeof takeYields)['input']>): YieldsBody {
  const { asset, chain } = input
  const tokensOf = (pool: YieldsBody['pools'][number]) => pool.symbol.toUpperCase().split(/[-/ ]/)
  if (chain !== undefined && !body.pools.some((pool) => plainChain(pool.chain) === chain))
    throw unknown('chain', chain, [...new Set(body.pools.map((pool) => pool.chain))])
  if (asset !== undefined && !body.pools.some((pool) => tokensOf(pool).includes(asset)))
    throw unknown('asset', asset, [...new Set(body.pools.flatMap(tokensOf))])
  const pools = body.pools.filter(
    (pool) =>
      (chain === undefined || plainChain(pool.chain) === chain) &&
      (asset === undefined || tokensOf(pool).includes(asset)) &&
      (!input.stable_only || pool.stable) &&
      (input.exposure === undefined || input.exposure === 'any' || pool.exposure === input.exposure) &&
      pool.tvl_usd >= (input.min_tvl ?? 0) &&
      pool.apy_pct >= (input.min_apy ?? 0) &&
      pool.apy_pct <= (input.max_apy ?? Number.POSITIVE_INFINITY),
  )
  return { ...body, pools: pools.slice(0, input.limit) }
}

const unknown = (name: string, asked: string, known: readonly string[]): TollgateError =>
  new TollgateError('input_unusable', `${name}: no pool of ${asked} is listed; known: ${known.slice(0, 30).join(', ')}`)
