// A portfolio's risk against numpy on the same steps, and what is left out where a position has no prices.
import { expect, test } from 'vitest'
import { priceFacts } from '../../../processors/formula/company-report.ts'
import { correlation, maxDrawdown, riskShares, shrunkCovariance } from '../../../processors/formula/portfolio-risk.ts'
import { type Prices, stepsPerYear } from '../../../processors/formula/share-prices.ts'
import { keyOf, refine, weights as weightsKind } from '../../../processors/services/portfolio/inputs.ts'
import { commonSteps, computePortfolio, measureSteps } from '../../../processors/services/portfolio/signal.ts'

const steps = 80
const sixDigits = (x: number) => Math.round(x * 1e6) / 1e6
const asset = (k: number) =>
  Array.from({ length: steps }, (_, i) => sixDigits(0.01 * Math.sin(1.7 * i + k) + 0.004 * Math.cos(0.9 * i * (k + 1))))
const assets = [asset(0), asset(1), asset(2)] as const
const market = assets[0].map((step, i) => sixDigits((0.6 * (step + assets[1][i]!)) / 2 + 0.002 * Math.sin(3.1 * i)))
const weights = [0.5, 0.3, 0.2]
const mixed = market.map((_, day) => assets.reduce((sum, one, i) => sum + weights[i]! * one[day]!, 0))

// numpy 2: prod, std(ddof=1), percentile(5), cov, corrcoef; the shrinkage by Ledoit and Wolf's formula (2004) written out there.
test('return, volatility, Sharpe, Sortino, drawdown, beta, VaR and CVaR are numpy’s', () => {
  const told = measureSteps(mixed, market, 0.04)
  expect(told.earned).toBeCloseTo(0.033018182, 8)
  expect(told.volatility).toBeCloseTo(0.085916213, 8)
  expect(told.sharpe).toBeCloseTo(-0.081263096, 7)
  expect(told.sortino).toBeCloseTo(-0.117680393, 7)
  expect(told.drawdown).toBeCloseTo(-0.01460153, 8)
  expect(told.beta).toBeCloseTo(1.214352927, 8)
  expect(told.valueAtRisk).toBeCloseTo(0.007854505, 9)
  expect(told.shortfall).toBeCloseTo(0.0081885, 9)
})

test('correlations, shrinkage and risk shares are numpy’s', () => {
  expect(correlation(assets[0], assets[1])).toBeCloseTo(0.41475145, 7)
  expect(correlation(assets[0], assets[2])).toBeCloseTo(-0.36098109, 7)
  const { matrix, shrinkage } = shrunkCovariance(assets)
  expect(shrinkage).toBeCloseTo(0.067345686, 8)
  expect(riskShares(weights, matrix)).toEqual([0.55683975, 0.36866086, 0.07449939].map((one) => expect.closeTo(one, 7)))
})

test('a fall counts from the height before it: 100, 120, 90, 110 fell by a quarter', () => {
  expect(maxDrawdown([0.2, -0.25, 110 / 90 - 1])).toBeCloseTo(-0.25, 12)
})

const day = (n: number) => new Date(Date.UTC(2026, 0, 5) + n * 86_400_000)
const pricesOf = (list: readonly number[], from = 0): Prices => {
  let value = 100
  const later = list.map((step, i) => {
    value *= 1 + step
    return { at: day(from + i + 1), value }
  })
  return { basis: 'licensed_close', points: [{ at: day(from), value: 100 }, ...later], volumes: [] }
}
const position = (ticker: string, weight: number, prices: Prices) => ({ ticker, weight, prices, industry: null })
const now = day(90)

test('steps are those between days on which all have a price; a gap of weeks is no step', () => {
  const points = (days: readonly number[]) => days.map((n) => ({ at: day(n), value: 100 + n }))
  const common = commonSteps(
    new Map([
      ['a', points([0, 1, 2, 3, 20, 21])],
      ['b', points([0, 2, 3, 20, 21])],
    ]),
    10,
  )
  expect(common.dates).toEqual([day(2), day(3), day(21)])
  expect(common.steps.get('a')).toEqual([2 / 100, 1 / 102, 1 / 120].map((one) => expect.closeTo(one, 12)))
})

// By hand: Monday, Wednesday, Friday are 3 steps in 7 days, so 365.25 * 3 / 7 = 156.54 a year and 252 / 156.54 = 1.61 days a step.
test('where days are missing a step is of several: volatility, return and a day’s loss are not told as if it were of one', () => {
  const perYear = stepsPerYear([2, 2, 3, 2, 2, 3])
  expect(perYear).toBeCloseTo(156.535714, 6)
  expect([stepsPerYear([1, 1, 1, 1, 3]), stepsPerYear([])]).toEqual([252, 252])
  const flips = Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? 0.01 : -0.01))
  const [daily, sparse] = [measureSteps(flips, flips, 0), measureSteps(flips, flips, 0, perYear)]
  expect(sparse.volatility).toBeCloseTo(0.0100419 * Math.sqrt(156.535714), 6)
  expect(sparse.valueAtRisk).toBeCloseTo(0.01 * Math.sqrt(156.535714 / 252), 9)
  expect(daily.valueAtRisk).toBeCloseTo(0.01, 12)
  expect(sparse.earned).toBeCloseTo(0.9999 ** (60 * (156.535714 / 120)) - 1, 9)
  // The same walk with every other day left out is about as volatile in a year, and not by the root of two more.
  const walk = Array.from({ length: 400 }, (_, i) => 0.02 * Math.sin(i * i * 1.3 + i))
  const all = pricesOf(walk).points
  const weekdays = all.filter(({ at }) => at.getUTCDay() % 6 !== 0)
  const thinned = weekdays.filter((_, i) => i % 2 === 0)
  const of = (points: Prices['points']) => priceFacts({ basis: 'sec_fails_list', points, volumes: [] }).momentum.volatility_pct!
  expect(of(thinned) / of(weekdays)).toBeGreaterThan(0.85)
  expect(of(thinned) / of(weekdays)).toBeLessThan(1.15)
})

test('a position without prices is named, and the others carry its weight', () => {
  const positions = [
    position('A', 0.5, pricesOf(assets[0])),
    position('B', 0.3, pricesOf(assets[1])),
    position('C', 0.2, { basis: 'none', points: [], volumes: [] }),
  ]
  const told = computePortfolio({ positions, benchmark: pricesOf(market), lookback: 252, freeRate: 4 }, now)!
  expect(told.kept.map(({ ticker }) => ticker)).toEqual(['A', 'B'])
  expect(told.weights).toEqual([0.625, 0.375].map((one) => expect.closeTo(one, 12)))
  expect(told.missing.map(({ ticker }) => ticker)).toEqual(['C'])
  expect(told.mix.confidence).toBeLessThanOrEqual(2 / 3)
  expect(told.hhi).toBeCloseTo(0.53125, 12)
})

test('one position with prices, or fewer than sixty common days, says nothing', () => {
  const benchmark = pricesOf(market)
  const none = { basis: 'none' as const, points: [], volumes: [] }
  const read = (positions: ReturnType<typeof position>[]) =>
    computePortfolio({ positions, benchmark, lookback: 252, freeRate: 4 }, now)
  expect(read([position('A', 0.5, pricesOf(assets[0])), position('B', 0.5, none)])).toBeNull()
  expect(read([position('A', 0.5, pricesOf(assets[0])), position('B', 0.5, pricesOf(assets[1], 40))])).toBeNull()
})

test('the same positions in another order are one row; weights are checked by name', () => {
  expect(keyOf({ tickers: 'MSFT,AAPL', weights: '0.4,0.6' })).toBe(keyOf({ tickers: 'AAPL,MSFT', weights: '0.6,0.4' }))
  expect(keyOf({ tickers: 'AAPL,MSFT' })).toBe('AAPL,MSFT|0.5,0.5|SPY|252')
  expect(() => refine({ tickers: 'AAPL,MSFT', weights: '1' })).toThrow('weights must be as many as tickers: 1 for 2')
  expect(() => refine({ tickers: 'AAPL,AAPL' })).toThrow('one position is no portfolio')
  const asked = { name: 'weights', now: new Date() }
  expect(weightsKind.parse('0.6, .4', asked)).toBe('0.6,0.4')
  for (const bad of ['0.5,0.6', '-0.5,1.5', 'half,half', '0.5;0.5', '1e0', 'NaN,1'])
    expect(() => weightsKind.parse(bad, asked), bad).toThrow('weights must be')
})
