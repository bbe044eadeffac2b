// The wealth answer by hand, and that what a caller says of themselves is in no stored row and not in the answer.
import { expect, test } from 'vitest'
import service from '../../../processors/services/wealth/service.ts'
import { forAge, personal } from '../../../processors/services/wealth/shape.ts'
import { expectedReturns, households, spread, tilt, wealthGroups } from '../../../processors/services/wealth/signal.ts'

const level = (net_worth: number, liabilities: number) => ({
  net_worth,
  assets: net_worth + liabilities,
  real_estate: 0,
  equities: 0,
  liabilities,
  mortgages: 0,
})
// The Board's accounts of 2023:Q2, millions of dollars; the top two made up.
const quarter = (quarter_end: string, scale = 1) => ({
  quarter_end,
  groups: {
    Bottom50: level(3_638_332 * scale, 6_138_028 * scale),
    Next40: level(41_741_148 * scale, 8_056_664 * scale),
    Next9: level(54_808_044 * scale, 3_800_952 * scale),
    RemainingTop1: level(26_000_000 * scale, 500_000 * scale),
    TopPt1: level(18_000_000 * scale, 100_000 * scale),
  },
  vintage: '2023-10-01T00:00:00Z',
})

test('shares of net worth add up, and a year is a year', () => {
  const told = households([quarter('2022-06-30', 0.95), quarter('2022-09-30'), quarter('2023-06-30')])!
  expect(told.worthUsdT).toBeCloseTo(144.187524, 6)
  expect(told.top1).toBeCloseTo((100 * 44) / 144.187524, 6)
  expect(told.yoyPct).toBeCloseTo(100 * (1 / 0.95 - 1), 9)
  expect(told.debtToAssets).toBeCloseTo((100 * 18.595644) / 162.783168, 6)
})

test('the next 40 % had some 790 thousand dollars a household, and begin halfway by ratio from the lower half', () => {
  const [bottom, next] = wealthGroups(quarter('2023-06-30'))
  // 41741148e6 / (0.4 · 132.2e6), 3638332e6 / (0.5 · 132.2e6)
  expect(next!.mean).toBeCloseTo(789_356, 0)
  expect(bottom!.mean).toBeCloseTo(55_043, 0)
  expect(next!.from).toBeCloseTo(Math.sqrt(789_356 * 55_043), -1)
  expect(bottom!.from).toBeNull()
})

test('an expected return has the day of its newest figure: shares that of the quarter, bonds and cash their own; what is assumed has none', () => {
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  const of = (day: string, value: number) => [{ at: at(day), value }]
  const returns = expectedReturns({
    profitsBn: of('2026-04-01', 2_000),
    equitiesM: of('2026-04-01', 50_000_000),
    nominal5: of('2026-11-19', 4),
    real5: of('2026-11-18', 1.5),
    real10: of('2026-11-19', 1.8),
    bill: of('2026-11-19', 4.3),
    slope: [],
    stress: [],
    levels: [],
  })
  // 2,000 bn of profits to 50,000 bn of shares; 4 less a breakeven of 2.5, and 4.3 less that.
  expect(returns).toMatchObject({ equities: 4, bonds: 1.5, tips: 1.8, cash: expect.closeTo(1.8, 9), gold: 0 })
  const days = Object.fromEntries(
    Object.entries(returns.at).map(([asset, day]) => [asset, day?.toISOString().slice(0, 10) ?? null]),
  )
  expect(days).toEqual({ equities: '2026-04-01', bonds: '2026-11-18', tips: '2026-11-19', cash: '2026-11-19', gold: null })
})

test('a tilt moves at most fifteen points, and a mix is always a hundred', () => {
  expect(tilt('balanced', 0)).toEqual({ equities: 55, bonds: 25, tips: 10, cash: 5, gold: 5 })
  expect(tilt('balanced', 500).equities).toBe(70)
  expect(tilt('conservative', -100).equities).toBe(15)
  for (const profile of ['conservative', 'balanced', 'growth'] as const)
    for (const score of [-100, -30, 0, 55, 100])
      for (const age of [undefined, 18, 61, 100]) {
        const mix = forAge(tilt(profile, score), age)
        expect(Object.values(mix).reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 9)
        expect(Math.min(...Object.values(mix))).toBeGreaterThanOrEqual(-1e-9)
      }
})

test('all in shares at 4 % and 16 points of swing: in ten years 1.30 at the middle, 0.68 to 2.49 in four cases of five', () => {
  const told = spread(
    { equities: 100, bonds: 0, tips: 0, cash: 0, gold: 0 },
    { equities: 4, bonds: 0, tips: 0, cash: 0, gold: 0 },
    10,
  )
  // exp(10 (ln 1.04 − 0.0128)) and that times exp(±1.2816 · 0.16 · √10)
  expect(told.p50).toBeCloseTo(1.3024, 4)
  expect(told.p10).toBeCloseTo(1.3024 * Math.exp(-1.2815516 * 0.16 * Math.sqrt(10)), 3)
  expect(told.p90 * told.p10).toBeCloseTo(told.p50 ** 2, 9)
})

const body = {
  signal: { score: 10 },
  expected_returns: ['equities', 'bonds', 'tips', 'cash', 'gold'].map((asset) => ({ asset, real_pct: 2 })),
  wealth_groups: [
    { group: 'Bottom50', from_usd: null },
    { group: 'Next40', from_usd: 250_000 },
    { group: 'Next9', from_usd: 2_300_000 },
  ],
}

test('age and wealth are not in the answer; of wealth only its group is', () => {
  const told = personal(body, { age: 47, net_worth_usd: 1_234_567, horizon_years: 12 })
  expect(told.wealth_group).toBe('Next40')
  expect(JSON.stringify(told)).not.toMatch(/47|1234567|1_234_567/)
  expect(personal(body, {})).not.toHaveProperty('wealth_group')
  expect(personal(body, { age: 85, horizon_years: 20 }).risks[0]).toMatch(/longer than most lives/)
})

test('every profile has the same row: nothing personal is a key, a demand or a record', () => {
  const [route] = service.routes
  const read = (given: Record<string, unknown>) => route!.read!(given, new Date('2026-11-22T00:00:00Z'))
  const keys = [{}, { age: '47', net_worth_usd: '1234567' }, { profile: 'growth', horizon_years: '3' }].map((given) =>
    route!.key(read(given) as never),
  )
  expect(new Set(keys)).toEqual(new Set(['us']))
  expect(route!.demand).toBeUndefined()
  expect(route!.queue).toBeUndefined()
})

test('the profile is checked field by field', () => {
  const [route] = service.routes
  const wrong = { profile: 'reckless', horizon_years: '41', age: '17', net_worth_usd: '-1' }
  for (const [name, value] of Object.entries(wrong)) expect(() => route!.read!({ [name]: value }, new Date()), name).toThrow(name)
  expect(() => route!.read!({ name: 'Ada' }, new Date())).toThrow('unknown parameter name')
})
