// Protocol risk and yields against hand-computed values, names that lead to one row, and DefiLlama's real pools.
import { existsSync, readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import pools from '../../../ingestors/sources/defillama-pools/ingestor.ts'
import protocols from '../../../ingestors/sources/defillama-protocols/ingestor.ts'
import treasury from '../../../ingestors/sources/treasury-yields/ingestor.ts'
import { incidentList, incidentsKnownTo } from '../../../processors/services/defi/incident-list.ts'
import { incidentsOf } from '../../../processors/services/defi/incidents.ts'
import service from '../../../processors/services/defi/service.ts'
import { categoryPrior, computeRisk } from '../../../processors/services/defi/signal.ts'
import { computeYields, effectiveApy, type PoolFacts, poolScore } from '../../../processors/services/defi/yields.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T10:30:00Z')
const facts = {
  category: 'Lending',
  tvlUsd: 1e8,
  chainTvls: [
    { chain: 'A', usd: 60 },
    { chain: 'B', usd: 40 },
  ],
  change7dPct: -8,
  mcapUsd: 1e7,
  audits: 1,
  oracles: ['Chainlink'],
  forkedFrom: [],
  listedAt: new Date(now.getTime() - 4 * 365 * 86_400_000),
  ownTokenUsd: null,
  fees30dUsd: null,
  incidents: [],
  observedAt: now,
}

describe('risk', () => {
  it('adds up what is known and leaves out the rest', () => {
    const { score, label, mix } = computeRisk(facts, now)
    // size 50, momentum 16, age 0, audits 60, category 45, concentration 60, economics 80, oracle 25 over 0.80 of the weight
    const sum = 0.15 * 50 + 0.15 * 16 + 0 + 0.1 * 60 + 0.1 * 45 + 0.05 * 60 + 0.1 * 80 + 0.05 * 25
    expect(score).toBeCloseTo(sum / 0.8, 8)
    expect(label).toBe('elevated')
    expect(mix.coverage.missing).toEqual(['backing', 'admin'])
  })
  const scoreOf = (id: string, more: object) =>
    computeRisk({ ...facts, ...more }, now).parts.find((part) => part.id === id)!.score
  it("reads DefiLlama's code of audits: a fork of an audited protocol is not audited thrice", () => {
    expect([0, 1, 2, 3, 4, null].map((audits) => scoreOf('audits', { audits }))).toEqual([100, 60, 20, 50, null, null])
    const { parts } = computeRisk({ ...facts, audits: 3 }, now)
    expect(parts.find(({ id }) => id === 'audits')!.evidence).toContain('fork of an audited protocol')
  })
  it('takes the own token for no backing', () => {
    // 25 of 125 million is a fifth, and half is as bad as it gets.
    expect(scoreOf('backing', { ownTokenUsd: 25e6 })).toBeCloseTo(40, 8)
    expect(scoreOf('backing', { ownTokenUsd: 1e8 })).toBe(100)
    expect(scoreOf('backing', { ownTokenUsd: 0 })).toBe(0)
  })
  it('weighs fees beside the worth of the token', () => {
    // 1 million in 30 days is 12.17 % of 100 million a year: above the 5 % where nothing is feared; the token is at 80.
    expect(scoreOf('economics', { fees30dUsd: 1e6 })).toBeCloseTo(40, 8)
    // 2 % a year is 60 of 100.
    expect(scoreOf('economics', { fees30dUsd: (2e6 * 30) / 365, mcapUsd: null })).toBeCloseTo(60, 8)
    expect(scoreOf('economics', { mcapUsd: null })).toBeNull()
  })
  it('asks oracles for depth, and none of exchanges', () => {
    expect(scoreOf('oracle', { oracles: ['Chronicle', 'Chainlink'] })).toBe(10)
    expect(scoreOf('oracle', { oracles: ['Own feed'] })).toBe(60)
    expect(scoreOf('oracle', { oracles: [] })).toBeNull()
    expect(scoreOf('oracle', { oracles: [], category: 'Dexs' })).toBe(20)
  })
  it('holds a loss of the last year against it, and names the older ones', () => {
    const at = new Date('2026-11-02T00:00:00Z')
    expect(incidentsOf('balancer-v2', at).map(({ date, lossUsd }) => [date, lossUsd])).toEqual([
      ['2025-11-03', 120e6],
      ['2023-08-27', 2e6],
    ])
    expect(incidentsOf('yearn-finance', at)).toHaveLength(3)
    expect(incidentsOf('yearning', at)).toEqual([])
    expect(incidentsOf('balancer-v2', new Date('2024-01-01T00:00:00Z'))).toHaveLength(1)
    const risk = (on: Date) => computeRisk({ ...facts, observedAt: on, incidents: incidentsOf('balancer-v2', on) }, on)
    const calm = computeRisk({ ...facts, observedAt: at }, at).score
    expect(risk(at).score).toBeCloseTo(calm + 15, 8)
    expect(risk(at).redFlags[0]).toBe('lost 120 million USD on 2025-11-03')
    const later = new Date('2026-11-04T00:00:00Z')
    expect(risk(later).score).toBeCloseTo(computeRisk({ ...facts, observedAt: later }, later).score, 8)
  })
  it('does not call safe what is hardly known', () => {
    const unknown = {
      ...facts,
      tvlUsd: 1e10,
      change7dPct: null,
      mcapUsd: null,
      audits: null,
      oracles: [],
      listedAt: null,
      chainTvls: [],
    }
    expect(computeRisk(unknown, now)).toMatchObject({ label: 'elevated' })
  })
  it('knows bridges from staking', () => {
    expect([categoryPrior('Bridge'), categoryPrior('Liquid Staking'), categoryPrior('Dexs'), categoryPrior('Odd')]).toEqual([
      80, 30, 35, 50,
    ])
  })
})

describe('yields', () => {
  const pool = (more: Partial<PoolFacts> = {}): PoolFacts => ({
    pool: 'p',
    project: 'x',
    chain: 'Base',
    symbol: 'USDC',
    tvlUsd: 1e8,
    apy: 8,
    apyBase: 6,
    apyReward: 2,
    apyMean30d: 5,
    sigma: 0.1,
    count: 360,
    stable: true,
    ilRisk: false,
    single: true,
    outlier: false,
    ...more,
  })
  it('believes the lower base and half of the rewards', () => {
    expect(effectiveApy(pool())).toBe(6)
    expect(poolScore(pool())).toBeCloseTo(6 * 0.9, 10)
    expect(poolScore(pool({ tvlUsd: 1e6, count: 90, ilRisk: true }))).toBeCloseTo(6 * (1 / 3) * 0.9 * 0.5 * 0.6, 10)
    expect(poolScore(pool({ outlier: true }))).toBe(0)
  })
  it('scores the chain against the bill', () => {
    const answer = computeYields([pool(), pool({ pool: 'q' }), pool({ pool: 'r' }), pool({ pool: 's', apy: 900 })], 4, now, now)
    // 6 − 4 = 2 points over: (2 + 2) / 6
    expect(answer.score).toBeCloseTo(66.667, 2)
    expect(answer).toMatchObject({ label: 'rich', benchmark: { stable_median_pct: 6, excess_over_tbill_pct: 2 } })
    expect(answer.pools).toHaveLength(3)
  })
})

describe('the service on its samples', async () => {
  const polled = await Promise.all(
    [protocols, pools, treasury].map(async (ingestor) => toFacts(ingestor.topic, await pollSample(ingestor, now))),
  )
  const check = (draft: { route: string; body: object }) => {
    const { properties, ...schema } = service.routes.find((route) => route.path === draft.route)!.output
    return [
      ...Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } }).Errors({ ...draft.body, meta: {} }),
    ]
  }
  it('leads a token and a parent to their largest protocol', () => {
    const drafts = draftsOf(service, polled.flat(), 'protocol aave-v3')
    expect(drafts.map((draft) => draft.key)).toEqual(['aave-v3', 'aave'])
    expect(drafts.flatMap(check)).toEqual([])
    expect(draftsOf(service, polled.flat(), 'protocol aave-v2').map((draft) => draft.key)).toEqual(['aave-v2'])
    const route = service.routes.find((candidate) => candidate.path === '/risk')!
    expect(route.key(route.read!({ protocol: ' Aave V3 ' }, now))).toBe('aave-v3')
  })
  it('flags what is young, unaudited and losing its money, and leaves exchanges out', () => {
    const [draft] = draftsOf(service, polled.flat(), 'protocol sample-bridge')
    expect(draft!.body.red_flags).toHaveLength(4)
    expect(['high', 'critical']).toContain((draft!.body.signal as { label: string }).label)
    expect(polled[0]!.some((fact) => fact.key === 'sample-exchange')).toBe(true)
    expect(draftsOf(service, polled.flat(), 'protocol sample-exchange')).toEqual([])
  })
  it('filters yields at read time', () => {
    const [draft] = draftsOf(service, polled.flat(), 'yields')
    expect(check(draft!)).toEqual([])
    const route = service.routes.find((candidate) => candidate.path === '/top-yields')!
    const shaped = route.shape!(draft!.body, route.read!({ asset: 'usdc', chain: 'Base', exposure: 'single' }, now)) as {
      pools: { symbol: string }[]
      signal: { summary: string }
    }
    expect(shaped.pools.map((row) => row.symbol)).toEqual(['USDC', 'USDC'])
    // What is told of the best is told of those that were asked for.
    expect((draft!.body.signal as { summary: string }).summary).not.toContain(' USDC on Base')
    expect(shaped.signal.summary).toMatch(/best by score \S+ USDC on Base at [\d.]+ %\.$/)
    const none = route.shape!(draft!.body, route.read!({ min_tvl: '1e12' }, now)) as typeof shaped
    expect([none.pools, none.signal.summary]).toEqual([[], expect.stringMatching(/best by score none\.$/)])
    expect(() => route.shape!(draft!.body, { asset: 'NOPE' })).toThrow(/^asset: .*NOPE.*known: /)
    expect(() => route.shape!(draft!.body, { chain: 'nowhere' })).toThrow(/^chain: .*nowhere.*known: /)
  })
})

const captures =
  process.env.UPSTREAM_SAMPLES === undefined ? null : `${process.env.UPSTREAM_SAMPLES}/samples/crypto/defillama_free.json`
it.skipIf(captures === null || !existsSync(captures ?? ''))("parses DefiLlama's own pools", () => {
  const [value] = pools.parse(JSON.parse(readFileSync(captures!, 'utf8')).yields_pools, now)
  expect(value!.pools[0]).toMatchObject({
    project: 'lido',
    apy: 2.616,
    apy_reward: null,
    sigma: 0.05242,
    il_risk: false,
    single: true,
  })
})
it('names a day, an amount and a report of every incident', () => {
  const lines = incidentList.trim().split('\n')
  expect(lines.length).toBeGreaterThan(50)
  for (const line of lines)
    expect(line).toMatch(/^20\d\d-\d\d-\d\d \| [a-z0-9.-]+ \| [^|]+ \| \d+(\.\d+)? \| [^|]+ \| https:\/\/\S+$/)
  expect(lines.map((line) => line.slice(0, 10))).toEqual(
    lines
      .map((line) => line.slice(0, 10))
      .toSorted()
      .toReversed(),
  )
  expect(lines[0]!.slice(0, 10) <= incidentsKnownTo).toBe(true)
})
