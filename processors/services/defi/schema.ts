// The defi answers, field by field, and the filters a buyer may put on them.
import { TollgateError } from '../../../base/errors.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { chainName, plainChain } from '../../inputs/chain-name.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin } from '../../inputs/coins.ts'
import { defineFlag } from '../../inputs/flag.ts'
import { defineNumber } from '../../inputs/kind.ts'
import { protocol } from '../../inputs/protocol.ts'
import { optional, required } from '../../inputs/take.ts'
import {
  day,
  fields,
  flag,
  type InputOf,
  known,
  list,
  maybe,
  number,
  pct,
  type Stored,
  text,
  usd,
  word,
} from '../../kit/index.ts'

export const riskAnswer = fields({
  protocol: {
    slug: text(),
    name: text(),
    symbol: maybe(text()),
    category: maybe(text()),
    tvl_usd: known(usd()),
    mcap_usd: usd('of its token', 0),
    fees_30d_usd: usd('paid by its users', 0),
    own_token_usd: usd('its own token staked in it', 0),
    chains: list({ chain: text(), tvl_usd: known(usd()) }),
    change_1d_pct: pct('of value locked', 2),
    change_7d_pct: pct('of value locked', 2),
    forked_from: list(text()),
  },
  subscores: list({
    id: text(),
    weight: known(number()),
    score: number('0 safe to 100; null: not known, left out of the sum', 1),
    evidence: text(),
  }),
  red_flags: list(text()),
  incidents: list(
    {
      date: day(),
      name: text(),
      loss_usd: known(usd('as reported then; some of it may have come back')),
      cause: text(),
      source: text('the report'),
    },
    'losses made public, newest first; one within a year adds 15 to the score',
  ),
  incidents_known_to: day('the list of incidents ends here'),
})

export const yieldsAnswer = fields({
  benchmark: {
    stable_median_pct: pct('believable yield of large single-sided stablecoin pools', 2),
    eth_median_pct: pct('the same for ether and its staked forms', 2),
    tbill_3m_pct: pct('3-month US Treasury par yield'),
    excess_over_tbill_pct: pct('what the chain pays over the bill', 2),
  },
  pools: list({
    pool: text(),
    project: text(),
    chain: text(),
    symbol: text(),
    stable: flag(),
    exposure: word(['single', 'multi']),
    tvl_usd: known(usd()),
    apy_pct: known(pct('as advertised', 2)),
    apy_base_pct: pct('from fees or interest', 2),
    apy_reward_pct: pct('from token rewards', 2),
    apy_mean_30d_pct: pct('mean of a month', 2),
    sigma: number('how much the yield has moved', 3),
    il_risk: flag('impermanent loss is possible'),
    risk_adjusted_apy_pct: known(pct(undefined, 2)),
    score: known(number('yield that can be believed, cut by depth, calm, record and loss risk', 2)),
    flags: list(word(['outlier', 'young', 'mostly_rewards', 'spike'])),
  }),
})

export const takeRisk = { protocol: required(protocol) }

const percent = (description: string) => defineNumber({ kind: 'percent', least: 0, most: 1_000_000, example: 5, description })

export const takeYields = {
  chain: optional(chainName),
  asset: optional(coin, { otherNames: ['symbol', 'token'], example: 'USDC' }),
  stable_only: optional(defineFlag('only stablecoin pools')),
  exposure: optional(defineChoice('exposure', ['single', 'multi', 'any'], { description: 'one token or several' })),
  min_tvl: optional(defineMoney({ most: 1e12, description: 'dollars', otherNames: ['min_tvl_usd'] })),
  min_apy: optional(percent('percent')),
  max_apy: optional(percent('percent')),
  limit: optional(defineLimit({ most: 300, description: 'how many pools' })),
}

type YieldsBody = { readonly signal: { readonly as_of: string; readonly summary: string } } & Stored<typeof yieldsAnswer>

export function shapeYields(body: YieldsBody, input: InputOf<typeof takeYields>): YieldsBody {
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
  const summary = body.signal.summary.replace(bestOf(body.pools), () => bestOf(pools))
  return { ...body, signal: { ...body.signal, summary }, pools: pools.slice(0, input.limit) }
}

/** The first of them, as the summary has it. */
export function bestOf([best]: readonly Pick<YieldsBody['pools'][number], 'project' | 'symbol' | 'chain' | 'apy_pct'>[]): string {
  const named =
    best === undefined ? 'none' : `${best.project.slice(0, 30)} ${best.symbol.slice(0, 20)} on ${best.chain} at ${best.apy_pct} %`
  return `best by score ${named}`
}

const unknown = (name: string, asked: string, known: readonly string[]): TollgateError =>
  new TollgateError('input_unusable', `${name}: no pool of ${asked} is listed; known: ${known.slice(0, 30).join(', ')}`)
