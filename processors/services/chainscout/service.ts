// Where on-chain value goes: into which chains, and into which tokens.
import { TollgateError } from '../../../base/errors.ts'
import { chainTvl } from '../../../ingestors/sources/defillama-chain-tvl/topic.ts'
import { dexVolumes } from '../../../ingestors/sources/defillama-dex-volumes/topic.ts'
import { nativePrices } from '../../../ingestors/sources/defillama-native-prices/topic.ts'
import { protocols } from '../../../ingestors/sources/defillama-protocols/topic.ts'
import { stablecoins } from '../../../ingestors/sources/defillama-stables/topic.ts'
import { boosts } from '../../../ingestors/sources/dexscreener-boosts/topic.ts'
import { trendingPools } from '../../../ingestors/sources/geckoterminal-trending/topic.ts'
import { stablesByChain } from '../../families/stables-by-chain.ts'
import { plainChain } from '../../inputs/chain-name.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineRoutesService, all as facts, type InputsOf, mayTake, newest, signalRoute } from '../../kit/index.ts'
import {
  cutFlows,
  cutReport,
  cutTrending,
  cutTvl,
  tellMood,
  topOfFlows,
  topOfKinds,
  topOfTokens,
  topOfTvl,
  withTop,
} from './cut.ts'
import { computeFlows } from './flows.ts'
import { computeNarrative, type NarrativeWindow, narrativeWindows } from './narrative.ts'
import { computeReport, computeStables, leaders } from './report.ts'
import { narrativeAnswer, reportAnswer, takeChain, takeLimit, trendingAnswer, tvlAnswer, whalesAnswer } from './schema.ts'
import { computeTrending, heatLabels } from './signal.ts'
import { type ChainHistory, computeTvl, tvlLabels } from './tvl.ts'

const all = 'all'
// A route's age is that of its own facts, so each is computed under a key of its own.
const keys = { tvl: 'tvl', trending: 'trending', narrative: 'narrative', whales: 'whales', report: 'report' } as const
const common = { price: '0.05', takes: takeChain, key: () => all } as const
const days = 190
const narrativeWindow = defineChoice('window', [...narrativeWindows], {
  description: 'over how long a kind gained; 7d where nothing is said',
})
const narrativeKey = (window: NarrativeWindow): string => (window === '7d' ? keys.narrative : `${keys.narrative}-${window}`)

const tvlFacts = {
  chains: facts(chainTvl, { days }),
  prices: facts(nativePrices, { days }),
  volumes: newest(dexVolumes, { days: 0 }),
  stables: newest(stablecoins, { days: 0 }),
}
const trendingFacts = { trending: newest(trendingPools, { days: 0 }), paid: newest(boosts, { days: 0 }) }

const narrativeFacts = { protocols: facts(protocols) }
const flowFacts = { stables: tvlFacts.stables }

export default defineRoutesService({
  label: 'chainscout',
  title: 'Chain scout',
  description:
    'Value locked by chain, kinds of protocol that gain, stablecoin flows and the tokens that draw attention, as signals.',
  version: '9',
  tags: ['crypto', 'on-chain'],
  rows: { list: Object.values(keys) },
  facts: (key) => ({
    ...(key === keys.tvl || key === keys.report ? { tvl: tvlFacts } : {}),
    ...(key === keys.trending || key === keys.report ? { crowd: trendingFacts } : {}),
    ...(key === keys.narrative || key === keys.report ? { kinds: narrativeFacts } : {}),
    ...(key === keys.whales || key === keys.report ? { flows: flowFacts } : {}),
  }),
  routes: {
    tvl: signalRoute({
      ...common,
      path: '/tvl',
      summary: 'Value locked by chain: inflow, outflow or rotation, with token prices taken out, stablecoins and exchange volume',
      tags: ['crypto', 'defi', 'tvl'],
      example: { chain: 'Ethereum' },
      shape: cutTvl,
      fresh: { hours: 36 },
      sold: { hours: 72 },
      labels: tvlLabels,
      answer: tvlAnswer,
    }),
    trending: signalRoute({
      ...common,
      path: '/trending',
      summary: 'Tokens the crowd trades right now, with heat, depth, age and paid promotion told apart',
      tags: ['crypto', 'tokens', 'trending'],
      example: { chain: 'base' },
      shape: cutTrending,
      fresh: { hours: 1 },
      sold: { hours: 6 },
      range: [0, 100],
      labels: heatLabels,
      answer: trendingAnswer,
    }),
    narrative: signalRoute({
      ...common,
      takes: { ...takeLimit, window: mayTake(narrativeWindow) },
      key: ({ window }) => narrativeKey((window ?? '7d') as NarrativeWindow),
      path: '/narrative',
      summary:
        'Which kinds of protocol gain: value locked and fees by category over a day, a week or a month, with their leaders',
      tags: ['crypto', 'defi', 'narratives'],
      shape: (body, input) => ({ ...body, narratives: body.narratives.slice(0, input.limit) }),
      fresh: { hours: 6 },
      sold: { hours: 24 },
      labels: ['broad_risk_on', 'broad_risk_off', 'rotation', 'no_leader'],
      answer: narrativeAnswer,
    }),
    whales: signalRoute({
      ...common,
      key: () => keys.whales,
      path: '/whales',
      summary: 'Into which chains large money moves: net stablecoins made on, bridged to and gone from each over a week',
      tags: ['crypto', 'stablecoins', 'flows'],
      example: { chain: 'ethereum' },
      shape: cutFlows,
      fresh: { hours: 1 },
      sold: { hours: 6 },
      labels: ['inflow', 'outflow', 'rotation', 'quiet'],
      answer: whalesAnswer,
    }),
    report: signalRoute({
      ...common,
      key: () => keys.report,
      path: '/report',
      summary:
        'The chain scout in one answer: trending tokens, kinds of protocol, value locked, flows and stablecoins, and which says most',
      tags: ['crypto', 'defi', 'report'],
      example: { chain: 'ethereum' },
      shape: cutReport,
      fresh: { hours: 36 },
      sold: { hours: 72 },
      labels: leaders,
      answer: reportAnswer,
    }),
  },
  signal({ tvl, crowd, kinds, flows }, now, key) {
    if (key === keys.tvl) return tellTvl(tvl!, now)
    if (key === keys.trending) return tellTrending(crowd!, now)
    if (key === keys.narrative) return narrativeWindows.flatMap((window) => tellWindow(kinds!, now, window))
    if (key === keys.whales) return tellFlows(flows!, now)
    return {
      route: 'report' as const,
      direction: 'none' as const,
      ...computeReport({
        tvl: sectionOf(() => withTop(tellTvl(tvl!, now), topOfTvl)),
        trending: sectionOf(() => withTop(tellTrending(crowd!, now), topOfTokens)),
        narrative: sectionOf(() => withTop(tellNarrative(kinds!, now), topOfKinds)),
        whales: sectionOf(() => withTop(tellFlows(flows!, now), topOfFlows)),
        stables: sectionOf(() => tellStables(flows!, now)),
      }),
    }
  },
})

/** A part whose facts have not come is missing; the others are told. */
function sectionOf<S>(tell: () => S): S | null {
  try {
    return tell()
  } catch (error) {
    if (error instanceof TollgateError && error.code === 'not_enough_data') return null
    throw error
  }
}

function tellNarrative({ protocols: listed }: InputsOf<typeof narrativeFacts>, now: Date, window: NarrativeWindow = '7d') {
  const newest = listed.at(-1)
  if (newest === undefined) throw new TollgateError('not_enough_data', 'the list of protocols has not come yet')
  const rows = [...new Map(listed.map(({ key, value }) => [key, value])).values()].map((one) => ({
    name: one.name,
    category: one.category ?? 'Other',
    tvlUsd: one.tvl_usd,
    changes: { '24h': one.change_1d_pct, '7d': one.change_7d_pct, '30d': one.change_30d_pct ?? null },
    mcapUsd: one.mcap_usd,
    fees30dUsd: one.fees_30d_usd ?? null,
  }))
  const told = computeNarrative(rows, newest.observedAt, now, window)
  return { route: 'narrative' as const, key: narrativeKey(window), basis: 'protocol_categories' as const, ...told }
}

/** What was held a month ago comes from a list of its own: without it the other windows are told. */
function tellWindow(kinds: InputsOf<typeof narrativeFacts>, now: Date, window: NarrativeWindow) {
  const told = tellNarrative(kinds, now, window)
  return window === '30d' && told.tvl_change_30d_pct === null ? [] : [told]
}

function tellFlows({ stables }: InputsOf<typeof flowFacts>, now: Date) {
  if (stables === undefined) throw new TollgateError('not_enough_data', 'the supplies of stablecoins have not come yet')
  const chains = stablesByChain(stables.value.coins).map(({ chain, usd, week }) => ({ chain, usd, ...week }))
  const told = computeFlows(chains, stables.observedAt, now)
  return { route: 'whales' as const, basis: 'stablecoin_supply' as const, ...told }
}

function tellStables({ stables }: InputsOf<typeof flowFacts>, now: Date) {
  if (stables === undefined) throw new TollgateError('not_enough_data', 'the supplies of stablecoins have not come yet')
  return computeStables(stables.value.coins, stables.observedAt, now)
}

const dayOf = (fact: { observedAt: Date }): number => Math.floor(fact.observedAt.getTime() / 86_400_000)

function tellTvl({ chains: facts, prices, volumes, stables }: InputsOf<typeof tvlFacts>, now: Date) {
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
        [...Map.groupBy(prices, (fact) => fact.key)].map(([chain, list]) => [
          chain,
          new Map(list.map((fact) => [dayOf(fact), fact.value.price_usd])),
        ]),
      ),
      dexVolumes: new Map(volumes?.value.chains.map((one) => [one.chain, one.volume_24h_usd])),
      stables: new Map(stablesByChain(stables?.value.coins ?? []).map((one) => [plainChain(one.chain), one])),
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
  return { route: 'tvl' as const, key: all, mix: { ...mix, score: score ?? 0 }, label, summary, ...sections }
}

function tellTrending({ trending: newest, paid }: InputsOf<typeof trendingFacts>, now: Date) {
  if (newest === undefined) throw new TollgateError('not_enough_data', 'the trending pools have not come yet')
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
  const summary = tellMood(label, sections.market, sections.tokens)
  return { route: 'trending' as const, key: all, mix: { ...mix, score: score ?? 0 }, label, summary, ...sections }
}
