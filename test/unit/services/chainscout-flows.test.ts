// Kinds of protocol, flows of stablecoins and the report, by hand.
import { expect, test } from 'vitest'
import { protocols } from '../../../ingestors/sources/defillama-protocols/topic.ts'
import { computeFlows } from '../../../processors/services/chainscout/flows.ts'
import { computeNarrative, type Listed } from '../../../processors/services/chainscout/narrative.ts'
import { computeReport, computeStables } from '../../../processors/services/chainscout/report.ts'
import chainscout from '../../../processors/services/chainscout/service.ts'

const now = new Date('2026-11-18T12:00:00Z')
const kind = (category: string, change7dPct: number | null, tvlUsd = 100e6): Listed[] =>
  [1, 2, 3].map((n) => ({
    name: `${category}${n}`,
    category,
    tvlUsd,
    changes: { '24h': 0, '7d': change7dPct, '30d': null },
    mcapUsd: null,
    fees30dUsd: 1e6,
  }))

test('a category’s change is of its money, not of its names: 300 that were 200 are 50 % more', () => {
  const lending = [...kind('Lending', 100, 100e6).slice(0, 2), { ...kind('Lending', 0)[2]!, tvlUsd: 100e6 }]
  const { narratives } = computeNarrative([...lending, ...kind('Dexs', 0), ...kind('RWA', 0)], now, now)
  expect(narratives[0]).toMatchObject({ slug: 'lending', tvl_change_7d_pct: 50, protocols: 3 })
  expect(narratives[0]!.leaders.map(({ name }) => name)).toEqual(['Lending1', 'Lending2', 'Lending3'])
})

test('a rotation has a leader while the whole stands still; what nobody measured a week ago is not a change', () => {
  const rotating = computeNarrative(
    [...kind('Lending', 10), ...kind('Dexs', -5), ...kind('RWA', -4), ...kind('Yield', null)],
    now,
    now,
  )
  expect(rotating).toMatchObject({ label: 'rotation', leader: 'lending' })
  expect(rotating.narratives.find(({ slug }) => slug === 'yield')!.tvl_change_7d_pct).toBeNull()
  expect(computeNarrative([...kind('Lending', 9), ...kind('Dexs', 8), ...kind('RWA', 7)], now, now).label).toBe('broad_risk_on')
  expect(rotating.mix.coverage.missing).toEqual(['market_values'])
})

test('the best of kinds that stand still leads nowhere; what grew by a move leads, though another earns more fees', () => {
  const still = [...kind('Lending', 0.5), ...kind('Dexs', -0.5), ...kind('RWA', -0.5)]
  expect(computeNarrative(still, now, now)).toMatchObject({ label: 'no_leader', leader: null })
  const busy = kind('Dexs', 2, 20e6).map((one) => ({ ...one, fees30dUsd: 50e6 }))
  const told = computeNarrative([...busy, ...kind('Liquid Staking', 3), ...kind('RWA', -1), ...kind('Yield', -2)], now, now)
  expect(told.narratives[0]!.slug).toBe('dexs')
  expect(told).toMatchObject({ label: 'rotation', leader: 'liquid-staking' })
  expect(told.summary).toContain('led by Liquid Staking 3 %')
})

test('exchanges and chains are no kind of protocol, nor is what holds next to nothing', () => {
  expect(computeNarrative([...kind('CEX', 90), ...kind('Chain', 90), ...kind('Lending', 1, 1e6)], now, now).narratives).toEqual(
    [],
  )
})

test('the whole is of protocols: what exchanges and chains hold moves neither it nor the verdict; fees of nobody known are not none', () => {
  const lending = kind('Lending', 5).map((one) => ({ ...one, fees30dUsd: null }))
  const told = computeNarrative(
    [...kind('CEX', -20, 90e9), ...kind('Chain', -20, 90e9), ...lending, ...kind('Dexs', 5)],
    now,
    now,
  )
  expect(told.tvl_change_7d_pct).toBeCloseTo(5, 9)
  expect(told.label).toBe('broad_risk_on')
  expect(told.narratives.map(({ slug, fees_30d_usd }) => [slug, fees_30d_usd])).toEqual([
    ['dexs', 3e6],
    ['lending', null],
  ])
})

test('over a day the day weighs most, and its moves are less by the root of seven: 0.8 % in a day is broad, in a week it is not', () => {
  const daily = (category: string, change1dPct: number) =>
    kind(category, 0).map((one) => ({ ...one, changes: { ...one.changes, '24h': change1dPct } }))
  const rows = [...daily('Lending', 0.8), ...daily('Dexs', 0.8), ...daily('RWA', 0.8)]
  const [day, week] = (['24h', '7d'] as const).map((window) => computeNarrative(rows, now, now, window))
  expect([day!.label, week!.label]).toEqual(['broad_risk_on', 'no_leader'])
  expect(day!.mix.score).toBeCloseTo(100 * Math.tanh((0.8 * Math.sqrt(7)) / 8), 9)
  expect(day!.tvl_change_1d_pct).toBeCloseTo(0.8, 9)
  expect(day!.summary).toMatch(/0\.8 % in 24 hours/)
  const turned = computeNarrative([...daily('Lending', 2), ...daily('Dexs', -1), ...daily('RWA', -1)], now, now, '24h')
  expect(turned).toMatchObject({ label: 'rotation', leader: 'lending', window: '24h' })
})

test('over a month its own moves count: 5 % is broad, 4 % is not, and leaders are those of the month', () => {
  const monthly = (category: string, month: number | null) =>
    kind(category, 0).map((one, i) => ({ ...one, changes: { ...one.changes, '30d': month === null ? null : month + i } }))
  const over = (...months: number[]) =>
    computeNarrative(
      ['Lending', 'Dexs', 'RWA'].flatMap((name, i) => monthly(name, months[i]! - 1)),
      now,
      now,
      '30d',
    )
  expect([over(5, 5, 5).label, over(4, 4, 4).label]).toEqual(['broad_risk_on', 'no_leader'])
  const told = over(10, -3, -3)
  expect(told).toMatchObject({ label: 'rotation', leader: 'lending', window: '30d' })
  expect(told.narratives[0]!.leaders.map(({ name, tvl_change_30d_pct: pct }) => [name, pct])).toEqual([
    ['Lending3', 11],
    ['Lending2', 10],
    ['Lending1', 9],
  ])
  expect(told.summary).toMatch(/ in 30 days/)
})

test('where nobody told what was held a month ago, that window has no row and the others have theirs', () => {
  const listed = (change_30d_pct: number | null) => ({
    slug: 'a',
    at: now.toISOString(),
    aliases: [],
    name: 'A',
    symbol: null,
    category: 'Lending',
    tvl_usd: 1e9,
    chain_tvls: [],
    change_1d_pct: 1,
    change_7d_pct: 2,
    mcap_usd: null,
    audits: null,
    oracles: [],
    forked_from: [],
    listed_at: null,
    change_30d_pct,
  })
  const keysWith = (month: number | null) => {
    const fact = { topic: protocols.name, key: 'a', observedAt: now, value: listed(month) }
    const seen = { of: (topic: { name: string }) => (topic.name === protocols.name ? [fact] : []) }
    return chainscout.compute('narrative', seen as never, now).map(({ key }) => key)
  }
  expect(keysWith(3)).toEqual(['narrative', 'narrative-24h', 'narrative-30d'])
  expect(keysWith(null)).toEqual(['narrative', 'narrative-24h'])
})

const chain = (name: string, nowUsd: number, agoUsd: number) => ({ chain: name, usd: nowUsd, nowUsd, agoUsd })

test('what one chain loses another gains: that is a rotation, not an inflow', () => {
  const told = computeFlows([chain('A', 11e9, 10e9), chain('B', 9e9, 10e9), chain('C', 1e6, 9e6)], now, now)
  expect(told).toMatchObject({ label: 'rotation', totals: { net_stable_7d_usd: 0, moved_share_pct: 10 } })
  expect(told.chains.map(({ chain, change_7d_pct }) => [chain, change_7d_pct])).toEqual([
    ['A', expect.closeTo(10, 9)],
    ['B', expect.closeTo(-10, 9)],
  ])
  expect(computeFlows([chain('A', 11e9, 10e9)], now, now).label).toBe('inflow')
  expect(computeFlows([chain('A', 10e9, 10e9)], now, now).label).toBe('quiet')
})

test('the report is led by who says most, strongly and surely, and names who is missing', () => {
  const section = (score: number, confidence: number) => ({
    label: 'x',
    mix: { score, confidence, coverage: { missing: [] } },
    summary: 's',
    top: [],
  })
  const others = { tvl: section(10, 1), whales: null, stables: section(20, 0.5) }
  const told = computeReport({ trending: section(80, 0.2), narrative: section(-40, 0.9), ...others })
  expect(told).toMatchObject({
    label: 'narrative',
    mix: { score: -40, availableWeight: 0.8, coverage: { missing: ['whales'] } },
  })
})

const at = new Date('2026-11-18T12:00:00Z')
const coin = (id: string, supply: number, ago: number | null, more: object = {}) =>
  ({
    id,
    symbol: `S${id}`,
    name: id,
    peg: 'peggedUSD',
    price_usd: 1,
    supply,
    supply_1d_ago: null,
    supply_7d_ago: ago,
    chains: [],
    ...more,
  }) as never

test('of stablecoins a coin without a week behind it counts there now and in no change: 110 of 100 is 10 %', () => {
  const told = computeStables(
    // A euro coin is counted in dollars too, and so needs no price.
    [coin('1', 110, 100), coin('2', 50, null), coin('3', 11, 10, { peg: 'peggedEUR', price_usd: null })],
    at,
    at,
  )
  expect(told.label).toBe('growing')
  expect(told.mix.score).toBeCloseTo(100, 3)
  expect(told.summary).toContain('10 % in 7 days')
  expect(told.top.map(({ name, usd }) => [name, usd])).toEqual([
    ['S1', 110],
    ['S2', 50],
    ['S3', 11],
  ])
  expect(told.top[0]!.change_7d_pct).toBeCloseTo(10, 9)
  expect(computeStables([coin('1', 100, 100)], at, at).label).toBe('flat')
  expect(computeStables([coin('1', 100, null)], at, at)).toMatchObject({ label: 'unknown', mix: { availableWeight: 0 } })
})

test('the report of one chain keeps the verdicts of all and tells what that chain has; of a strange one nothing is sold', () => {
  const route = chainscout.routes.find(({ path }) => path === '/report')!
  const top = (name: string, chain: string | null) => ({ name, chain, usd: 1, change_7d_pct: 1, change_1d_pct: null })
  const body = {
    sections: [
      { section: 'tvl', label: 'inflow', top: [top('Ethereum', 'Ethereum'), top('Base', 'Base')] },
      { section: 'trending', label: 'hot', top: Array.from({ length: 9 }, (_, i) => top(`T${i}`, 'base')) },
      { section: 'narrative', label: 'rotation', top: [top('Lending', null)] },
    ],
  }
  const ask = (given: object) => (route.shape!(body, route.read!(given as never, at)) as any).sections
  expect(ask({}).map((one: any) => one.top.length)).toEqual([2, 5, 1])
  expect(ask({ limit: '1' }).map((one: any) => one.top.length)).toEqual([1, 1, 1])
  const base = ask({ chain: 'Base', limit: '100' })
  expect(base.map((one: any) => [one.label, one.top.length])).toEqual([
    ['inflow', 1],
    ['hot', 9],
    ['rotation', 0],
  ])
  expect(() => ask({ chain: 'nowhere' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  // A row of the release before has no tops.
  expect((route.shape!({ sections: [{ section: 'tvl' }] }, route.read!({} as never, at)) as any).sections).toEqual([
    { section: 'tvl' },
  ])
})
