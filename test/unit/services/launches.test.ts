// Launches by hand: points of depth and take-up, traps capped, and what a chain's mood is called.
import { expect, test } from 'vitest'
import launches from '../../../processors/services/launches/service.ts'
import { computeLaunches, earlyScore, flagsOf, type Launch } from '../../../processors/services/launches/signal.ts'

const now = new Date('2026-11-18T12:00:00Z')
const launch = (change: Partial<Launch> = {}): Launch => ({
  token: '0xa',
  pool: '0xb',
  name: 'A',
  symbol: 'A',
  createdAt: new Date(now.getTime() - 600_000),
  liquidityUsd: 10_000,
  volumeUsd: 5_000,
  changePct: 1,
  buyers: 50,
  sellers: 25,
  reports: 0,
  ...change,
})
const many = (n: number, change: Partial<Launch> = {}) =>
  Array.from({ length: n }, (_, i) => launch({ ...change, token: `0x${i}` }))

test('ten thousand dollars, fifty buyers and half as many sellers: 12.5 and 10 and 15 of 60', () => {
  expect(earlyScore(launch())).toBeCloseTo((100 * 37.5) / 60, 9)
})

test('twenty bought and none sold: ten at most, and flagged', () => {
  expect(flagsOf(launch({ buyers: 20, sellers: 0 }))).toEqual(['nobody_sells'])
  expect(earlyScore(launch({ buyers: 500, sellers: 0, liquidityUsd: 1e6 }))).toBe(10)
  expect(flagsOf(launch({ buyers: 19, sellers: 0 }))).toEqual([])
  expect(flagsOf(launch({ reports: 5, liquidityUsd: 10, volumeUsd: 501 }))).toEqual([
    'reported_by_users',
    'next_to_nothing_in_it',
    'wash_like_turnover',
  ])
})

test('half of them traps is toxic, five good ones are an opportunity, four deep ones are quiet', () => {
  const label = (list: readonly Launch[]) => computeLaunches(list, now, now, 'base').label
  expect(label([...many(5), ...many(5, { reports: 9 })])).toBe('toxic')
  expect(label(many(5))).toBe('opportunity_rich')
  expect(label(many(8, { buyers: 2, sellers: 1 }))).toBe('normal')
  expect(label(many(4))).toBe('quiet')
  expect(computeLaunches([launch({ createdAt: new Date(now.getTime() - 90_000_000) })], now, now, 'base').stats.listed).toBe(0)
})

test('an opportunity is more good launches than suspicious ones, not fallen by half and of the last hours', () => {
  const label = (list: readonly Launch[]) => computeLaunches(list, now, now, 'base').label
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  expect(label([...many(6), ...many(5, { reports: 9 })])).toBe('opportunity_rich')
  // As many suspicious as good ones, of more than twice as many.
  expect(label([...many(6), ...many(6, { reports: 9 }), ...many(6, { buyers: 0, sellers: 0 })])).toBe('normal')
  expect(label(many(6, { changePct: -50 }))).toBe('normal')
  expect(label(many(6, { changePct: -49, readAt: hoursAgo(3) }))).toBe('opportunity_rich')
  expect(label(many(6, { readAt: hoursAgo(4) }))).toBe('normal')
  expect(label(many(6, { volumeUsd: 600_000 }))).toBe('normal')
  expect(computeLaunches(many(1, { readAt: hoursAgo(4) }), now, now, 'base').launches[0]!.read_at).toEqual(hoursAgo(4))
})

test('filters are told and strange words malformed', () => {
  const [route] = launches.routes
  const read = (given: object) => route!.read!(given as never, now)
  const row = (age_min: number, liquidity_usd: number, early_score: number) => ({
    symbol: `T${early_score}`,
    age_min,
    liquidity_usd,
    early_score,
  })
  const body = {
    signal: { summary: 'Said.' },
    launches: [row(10, 9_000, 80), row(90, 9_000, 70), row(10, 100, 60), row(10, 6_000, 20)],
  }
  const told = (given: object) => (route!.shape!(body, read(given)) as typeof body).launches.map(({ early_score }) => early_score)
  expect(told({})).toEqual([80, 20])
  // The best that is named is one of those that are told.
  const summary = (given: object) => (route!.shape!(body, read(given)) as typeof body).signal.summary
  expect(summary({})).toBe('Said. 2 as asked for, best T80 at 80.')
  expect(summary({ max_age_min: '5' })).toBe('Said. None is as asked for.')
  expect(told({ max_age_min: '120', min_liquidity_usd: '0', min_score: '65' })).toEqual([80, 70])
  for (const given of [{ max_age_min: '4' }, { min_score: '101' }, { limit: 'x' }])
    expect(() => read(given)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => route!.refine!(read({ chain: 'moon' }), now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(route!.key(read({ chain: 'ETH' }))).toBe('ethereum')
})

test('of one platform, in any letters; one without a pool is refused with those there are', () => {
  const [route] = launches.routes
  const row = (platform: string | null, early_score: number) => ({
    symbol: 'T',
    age_min: 10,
    liquidity_usd: 9_000,
    early_score,
    platform,
  })
  const body = { signal: { summary: 'Said.' }, launches: [row('pumpswap', 80), row('raydium', 70), row(null, 60)] }
  const told = (given: object) =>
    (route!.shape!(body, route!.read!(given as never, now)) as typeof body).launches.map(({ early_score }) => early_score)
  expect(told({ platform: 'PumpSwap' })).toEqual([80])
  expect(told({})).toEqual([80, 70, 60])
  expect(() => told({ platform: 'clanker' })).toThrow(/"clanker" has no new pool on this chain; known: pumpswap, raydium/)
  expect(() => told({ platform: 'a b' })).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(computeLaunches([launch({ platform: 'raydium' })], now, now, 'solana').launches[0]!.platform).toBe('raydium')
})
