// Kinds of protocol, flows of stablecoins and the report, by hand.
import { expect, test } from 'vitest'
import { computeFlows, computeReport } from '../../../processors/services/chainscout/flows.ts'
import { computeNarrative, type Listed } from '../../../processors/services/chainscout/narrative.ts'

const now = new Date('2026-11-18T12:00:00Z')
const kind = (category: string, change7dPct: number | null, tvlUsd = 100e6): Listed[] =>
  [1, 2, 3].map((n) => ({
    name: `${category}${n}`,
    category,
    tvlUsd,
    change1dPct: 0,
    change7dPct,
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
  const daily = (category: string, change1dPct: number) => kind(category, 0).map((one) => ({ ...one, change1dPct }))
  const rows = [...daily('Lending', 0.8), ...daily('Dexs', 0.8), ...daily('RWA', 0.8)]
  const [day, week] = (['24h', '7d'] as const).map((window) => computeNarrative(rows, now, now, window))
  expect([day!.label, week!.label]).toEqual(['broad_risk_on', 'no_leader'])
  expect(day!.mix.score).toBeCloseTo(100 * Math.tanh((0.8 * Math.sqrt(7)) / 8), 9)
  expect(day!.tvl_change_1d_pct).toBeCloseTo(0.8, 9)
  expect(day!.summary).toMatch(/0\.8 % in 24 hours/)
  const turned = computeNarrative([...daily('Lending', 2), ...daily('Dexs', -1), ...daily('RWA', -1)], now, now, '24h')
  expect(turned).toMatchObject({ label: 'rotation', leader: 'lending', window: '24h' })
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
  })
  const told = computeReport({ trending: section(80, 0.2), narrative: section(-40, 0.9), tvl: section(10, 1), whales: null })
  expect(told).toMatchObject({
    label: 'narrative',
    mix: { score: -40, availableWeight: 0.75, coverage: { missing: ['whales'] } },
  })
})
