// Where on-chain value goes: into which chains, and into which tokens.
import type { Static } from 'typebox'
import { TollgateError } from '../../../errors.ts'
import { chainTvl } from '../../../ingestors/sources/defillama-chain-tvl/topic.ts'
import { dexVolumes } from '../../../ingestors/sources/defillama-dex-volumes/topic.ts'
import { nativePrices } from '../../../ingestors/sources/defillama-native-prices/topic.ts'
import { stablecoins } from '../../../ingestors/sources/defillama-stables/topic.ts'
import { boosts } from '../../../ingestors/sources/dexscreener-boosts/topic.ts'
import { trendingPools } from '../../../ingestors/sources/geckoterminal-trending/topic.ts'
import { type Draft, defineRoute, defineService, type Observations } from '../../define.ts'
import { plainChain } from '../../inputs/chain-name.ts'
import { leaning, signalHead } from '../../signal-head.ts'
import { stablesByChain } from '../../stables-by-chain.ts'
import type { Composite } from '../../stats.ts'
import { takeChain, trendingAnswer, tvlAnswer } from './schema.ts'
import { computeTrending } from './signal.ts'
import { type ChainHistory, computeTvl } from './tvl.ts'

const all = 'all'
const common = { method: 'GET', price: '0.05', serve: 'precomputed', ...takeChain } as const

function pickChain<R>(rows: readonly R[], input: Static<(typeof takeChain)['input']>, nameOf: (row: R) => string): R[] {
  const { chain, limit } = input
  if (chain === undefined) return rows.slice(0, limit)
  const found = rows.filter((row) => plainChain(nameOf(row)) === chain)
  if (found.length > 0) return found.slice(0, limit)
  const known = [...new Set(rows.map(nameOf))].slice(0, 30).join(', ')
  throw new TollgateError('input_unusable', `chain: ${JSON.stringify(chain)} is not among the chains here; known: ${known}`)
}

const tvl = defineRoute({
  ...common,
  path: '/tvl',
  summary: 'Value locked by chain: inflow, outflow or rotation, with token prices taken out, stablecoins and exchange volume',
  tags: ['crypto', 'defi', 'tvl'],
  output: tvlAnswer,
  example: { input: { chain: 'Ethereum' }, output: undefined },
  key: () => all,
  shape: (body, input) => ({ ...body, chains: pickChain(body.chains, input, (row: { name: string }) => row.name) }),
  maxAgeSeconds: 36 * 3_600,
  hardMaxAgeSeconds: 72 * 3_600,
})

const trending = defineRoute({
  ...common,
  path: '/trending',
  summary: 'Tokens the crowd trades right now, with heat, depth, age and paid promotion told apart',
  tags: ['crypto', 'tokens', 'trending'],
  output: trendingAnswer,
  example: { input: { chain: 'base' }, output: undefined },
  key: () => all,
  shape: (body, input) => ({ ...body, tokens: pickChain(body.tokens, input, (row: { chain: string }) => row.chain) }),
  maxAgeSeconds: 3_600,
  hardMaxAgeSeconds: 6 * 3_600,
})

// A route's age is that of its own facts, so each is computed under a key of its own.
const keys = { tvl: 'tvl', trending: 'trending' } as const

export default defineService({
  label: 'chainscout',
  title: 'Chain scout',
  description: 'Value locked by chain and the tokens that draw attention, as signals.',
  version: '1',
  tags: ['crypto', 'on-chain'],
  reads: [chainTvl, nativePrices, dexVolumes, stablecoins, trendingPools, boosts],
  routes: [tvl, trending],
  affected(records) {
    const read = new Set(records.map((record) => record.topic))
    const has = (...topics: { name: string }[]) => topics.some((topic) => read.has(topic.name))
    return [
      ...(has(chainTvl, nativePrices, dexVolumes, stablecoins) ? [keys.tvl] : []),
      ...(has(trendingPools, boosts) ? [keys.trending] : []),
    ]
  },
  selects: (key) =>
    key === keys.tvl
      ? [
          { topic: chainTvl, days: 190 },
          { topic: nativePrices, days: 190 },
          { topic: dexVolumes, days: 0 },
          { topic: stablecoins, days: 0 },
        ]
      : [
          { topic: trendingPools, days: 0 },
          { topic: boosts, days: 0 },
        ],
  compute: (key, seen, now) => [key === keys.tvl ? draftTvl(seen, now) : draftTrending(seen, now)],
})

function head(label: string, score: number, range: readonly [number, number], mix: Composite, now: Date, summary: string) {
  if (mix.availableWeight < 0.5) throw new TollgateError('not_enough_data', 'the history does not reach back far enough')
  const direction = range[0] === 0 ? undefined : leaning(score)
  return signalHead({ label, score, range, confidence: mix.confidence, direction, now, summary })
}

const dayOf = (fact: { observedAt: Date }): number => Math.floor(fact.observedAt.getTime() / 86_400_000)

function draftTvl(seen: Observations, now: Date): Draft {
  const facts = seen.of(chainTvl)
  const histories: ChainHistory[] = [...Map.groupBy(facts, (fact) => fact.key)].map(([chain, list]) => ({
    chain,
    days: list.map((fact) => ({ day: dayOf(fact), usd: fact.value.tvl_usd })),
  }))
  const newestDay = Math.max(...histories.map((history) => history.days.at(-1)!.day))
  const total = histories.find((history) => history.chain === all)
  if (total === undefined) throw new TollgateError('not_enough_data', 'the total of all chains has not come yet')
  const answer = computeTvl(
    {
      total,
      // A chain that fell out of the largest is no longer asked for.
      chains: histories.filter((history) => history.chain !== all && history.days.at(-1)!.day >= newestDay - 2),
      observedAt: facts.at(-1)!.observedAt,
      prices: new Map(
        [...Map.groupBy(seen.of(nativePrices), (fact) => fact.key)].map(([chain, list]) => [
          chain,
          new Map(list.map((fact) => [dayOf(fact), fact.value.price_usd])),
        ]),
      ),
      dexVolumes: new Map(
        seen
          .of(dexVolumes)
          .at(-1)
          ?.value.chains.map((one) => [one.chain, one.volume_24h_usd]),
      ),
      stables: new Map(stablesByChain(seen.of(stablecoins).at(-1)?.value.coins ?? []).map((one) => [one.chain, one])),
    },
    now,
  )
  const { score, label, mix, ...sections } = answer
  const leader = [...sections.chains]
    .filter((chain) => chain.d7_z !== null && chain.d7_pct !== null)
    .sort((a, b) => b.d7_z! - a.d7_z!)[0]
  const { d7_pct, d7_price_adjusted_pct: adjusted } = sections.change
  const summary =
    `Value locked is ${(sections.total_usd / 1e9).toFixed(1)} bn USD, ${d7_pct ?? 'unknown'} % in 7 days in dollars, ` +
    `${adjusted ?? 'unknown'} % at unmoved token prices (${label}); ` +
    `strongest ${leader === undefined ? 'unknown' : `${leader.name} ${leader.d7_pct} %`}.`
  const body = { signal: head(label, score ?? 0, [-100, 100], mix, now, summary), ...sections }
  return { route: tvl.path, key: all, body, coverage: mix.coverage }
}

function draftTrending(seen: Observations, now: Date): Draft {
  const newest = seen.of(trendingPools).at(-1)
  if (newest === undefined) throw new TollgateError('not_enough_data', 'the trending pools have not come yet')
  const paid = seen.of(boosts).at(-1)
  const { score, label, mix, ...sections } = computeTrending(
    {
      observedAt: newest.observedAt,
      promoted: paid === undefined ? null : new Set(paid.value.tokens.map((token) => token.token.toLowerCase())),
      pools: newest.value.pools.map((pool) => ({
        ...pool,
        createdAt: pool.created_at,
        change24hPct: pool.change_24h_pct,
        volumeUsd: pool.volume_24h_usd,
        liquidityUsd: pool.liquidity_usd,
        buyersH1: pool.buyers_h1,
        buyersH24: pool.buyers_h24,
        sellersH1: pool.sellers_h1,
      })),
    },
    now,
  )
  const [first] = sections.tokens
  const promoted = sections.tokens.filter((token) => token.promoted).length
  const summary =
    `Token trading is ${label}: median turnover ${sections.market.median_turnover_ratio} times the depth over ${sections.market.pools} pools; ` +
    `hottest ${first === undefined ? 'none' : `${first.symbol.slice(0, 20)} on ${first.chain}`}, ${promoted} promoted.`
  const body = { signal: head(label, score ?? 0, [0, 100], mix, now, summary), ...sections }
  return { route: trending.path, key: all, body, coverage: mix.coverage }
}
