// Decentralised finance: how risky a protocol is, and where yields are worth their risk.
import { TollgateError } from '../../../base/errors.ts'
import { pools } from '../../../ingestors/sources/defillama-pools/topic.ts'
import { isProtocol, protocols } from '../../../ingestors/sources/defillama-protocols/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { round, roundOrNull } from '../../formula/index.ts'
import { slugOf } from '../../inputs/protocol.ts'
import { defineRoutesService, type InputsOf, newest, signalRoute } from '../../kit/index.ts'
import { incidentsKnownTo, incidentsOf } from './incidents.ts'
import { bestOf, riskAnswer, shapeYields, takeRisk, takeYields, yieldsAnswer } from './schema.ts'
import { computeRisk, riskLabels } from './signal.ts'
import { computeYields, yieldLabels } from './yields.ts'

const yieldsKey = 'yields'
const common = { price: '0.10', leastWeight: 0, range: [0, 100] } as const

const yieldFacts = { pools: newest(pools, { days: 0 }), bill: newest(treasuryYields, { key: 'nominal', days: 7 }) }
const riskFacts = (key: string) => newest(protocols, { key: key.replace(/^protocol /, ''), days: 0 })

export default defineRoutesService({
  label: 'defi',
  title: 'DeFi',
  description: 'Protocol risk and the yields worth having, as signals.',
  version: '3',
  tags: ['crypto', 'defi'],
  rows: { byKey: ({ topic, key }) => (topic === protocols.name ? `protocol ${key}` : yieldsKey) },
  kinds: ['protocol any', yieldsKey],
  facts: (key) => (key === yieldsKey ? { yields: yieldFacts } : { protocol: riskFacts(key) }),
  routes: {
    risk: signalRoute({
      ...common,
      path: '/risk',
      summary: 'Risk of one protocol from its size, momentum, age, audits, category, chains, economics and oracles',
      tags: ['crypto', 'defi', 'risk'],
      takes: takeRisk,
      example: { protocol: 'aave-v3' },
      key: (input) => input.protocol,
      closed: true,
      fresh: { hours: 6 },
      sold: { hours: 24 },
      labels: riskLabels,
      answer: riskAnswer,
    }),
    yields: signalRoute({
      ...common,
      path: '/top-yields',
      summary: 'The best pools by yield that can be believed, against the Treasury bill',
      tags: ['crypto', 'defi', 'yield'],
      takes: takeYields,
      example: { asset: 'USDC', limit: 10 },
      key: () => 'all',
      shape: shapeYields,
      fresh: { hours: 2 },
      sold: { hours: 6 },
      labels: yieldLabels,
      answer: yieldsAnswer,
    }),
  },
  signal: (inputs, now) => ('yields' in inputs ? tellYields(inputs.yields, now) : tellRisk(inputs.protocol, now)),
})

function tellRisk(fact: InputsOf<ReturnType<typeof riskFacts>>, now: Date) {
  if (fact === undefined || !isProtocol(fact.value)) return []
  const { value } = fact
  const incidents = incidentsOf(value.slug, now)
  const { score, label, mix, parts, redFlags } = computeRisk(
    {
      category: value.category,
      tvlUsd: value.tvl_usd,
      chainTvls: value.chain_tvls.map((chain) => ({ chain: chain.chain, usd: chain.tvl_usd })),
      change7dPct: value.change_7d_pct,
      mcapUsd: value.mcap_usd,
      audits: value.audits,
      oracles: value.oracles,
      forkedFrom: value.forked_from,
      listedAt: value.listed_at === null ? null : new Date(value.listed_at),
      ownTokenUsd: value.own_token_usd ?? null,
      fees30dUsd: value.fees_30d_usd ?? null,
      incidents,
      observedAt: fact.observedAt,
    },
    now,
  )
  const worst = parts.filter((part) => part.score !== null).sort((a, b) => b.score! * b.weight - a.score! * a.weight)[0]
  const summary =
    `${value.name.slice(0, 60)} (${value.category ?? 'unknown kind'}): ${label} risk at ${round(score, 0)} of 100, ` +
    `${(value.tvl_usd / 1e6).toFixed(0)} million USD locked; most of it from ${worst?.id ?? 'nothing known'}. ${redFlags.length} red flags, ${incidents.length} known incidents.`
  const told = {
    route: 'risk' as const,
    label,
    summary,
    protocol: {
      slug: value.slug,
      name: value.name,
      symbol: value.symbol,
      category: value.category,
      tvl_usd: Math.round(value.tvl_usd),
      mcap_usd: roundOrNull(value.mcap_usd, 0),
      fees_30d_usd: roundOrNull(value.fees_30d_usd ?? null, 0),
      own_token_usd: roundOrNull(value.own_token_usd ?? null, 0),
      chains: [...value.chain_tvls]
        .sort((a, b) => b.tvl_usd - a.tvl_usd)
        .slice(0, 20)
        .map((chain) => ({ chain: chain.chain, tvl_usd: Math.round(chain.tvl_usd) })),
      change_1d_pct: roundOrNull(value.change_1d_pct, 2),
      change_7d_pct: roundOrNull(value.change_7d_pct, 2),
      forked_from: value.forked_from,
    },
    subscores: parts.map((part) => ({ ...part, score: roundOrNull(part.score, 1) })),
    red_flags: redFlags,
    incidents: incidents.map(({ date, name, lossUsd, cause, source }) => ({ date, name, loss_usd: lossUsd, cause, source })),
    incidents_known_to: incidentsKnownTo,
  }
  // A list that ended more than a year ago knows nothing of the year that counts.
  const isListOld = now.getTime() - Date.parse(incidentsKnownTo) > 365 * 86_400_000
  const { inputs_used, inputs_expected, missing } = mix.coverage
  const coverage = {
    ...mix.coverage,
    inputs_used: inputs_used + (isListOld ? 0 : 1),
    inputs_expected: inputs_expected + 1,
    missing: [...missing, ...(isListOld ? ['incidents'] : [])],
    detail: { incidents_known_to: incidentsKnownTo },
  }
  // The token and the parent lead here too, where this is their largest protocol.
  const names = new Set([value.slug, slugOf(value.name), ...value.aliases])
  return [...names].map((key) => ({ ...told, key, mix: { ...mix, score, coverage } }))
}

function tellYields({ pools: newest, bill: newestBill }: InputsOf<typeof yieldFacts>, now: Date) {
  if (newest === undefined) throw new TollgateError('not_enough_data', 'the pools have not come yet')
  const bill = newestBill?.value.yields['3m'] ?? null
  const facts = newest.value.pools.map((pool) => ({
    ...pool,
    tvlUsd: pool.tvl_usd,
    apyBase: pool.apy_base,
    apyReward: pool.apy_reward,
    apyMean30d: pool.apy_mean_30d,
    ilRisk: pool.il_risk,
  }))
  const { score, label, mix, ...sections } = computeYields(facts, bill, newest.observedAt, now)
  const summary =
    `On-chain yields are ${label}: stablecoins ${sections.benchmark.stable_median_pct ?? 'unknown'} % against a ${bill ?? 'unknown'} % bill; ` +
    `${bestOf(sections.pools)}.`
  return { route: 'yields' as const, key: 'all', mix: { ...mix, score: score ?? 50 }, label, summary, ...sections }
}
