// How a portfolio held up over the days on which all of it had a price: return, risk, who carries it, and what it would lose.

import { band, clip, composite, mean, type Point, part, round, slope } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostFirst } from '../../formula/lists.ts'
import {
  correlation,
  maxDrawdown,
  quantile,
  riskShares,
  sampleDeviation,
  shrunkCovariance,
} from '../../formula/portfolio-risk.ts'
import { mostConfidence, type Prices, priceAgeDays, stepsPerYear, yearSteps } from '../../formula/share-prices.ts'

export const health = ladder(['fragile', 'concentrated', 'balanced', 'resilient'], [30, 50, 70])

export interface Position {
  readonly ticker: string
  readonly weight: number
  readonly prices: Prices
  readonly industry: string | null
}

export const fewestSteps = 60
// A step over a long weekend is still a day's.
const mostGapDays = 5
const dayMs = 86_400_000

interface Common {
  readonly dates: readonly Date[]
  /** How many calendar days each step is of. */
  readonly days: readonly number[]
  readonly steps: ReadonlyMap<string, readonly number[]>
}

/** The daily steps between days on which each of them has a price, the newest so many. */
export function commonSteps(series: ReadonlyMap<string, readonly Point[]>, most: number): Common {
  const [first, ...others] = [...series.values()].map((points) => new Map(points.map(({ at, value }) => [at.getTime(), value])))
  const days = [...(first?.keys() ?? [])].filter((day) => others.every((one) => one.has(day))).sort((a, b) => a - b)
  const pairs = days
    .slice(1)
    .flatMap((day, i) => (day - days[i]! <= mostGapDays * dayMs ? [[days[i]!, day] as const] : []))
    .slice(-most)
  const all = [...series.keys()]
  const tables = [first, ...others]
  return {
    dates: pairs.map(([, day]) => new Date(day)),
    days: pairs.map(([from, to]) => (to - from) / dayMs),
    steps: new Map(all.map((name, i) => [name, pairs.map(([from, to]) => tables[i]!.get(to)! / tables[i]!.get(from)! - 1)])),
  }
}

/** Who has too few prices is left out, the poorest first, until the others share enough days. */
function settle(positions: readonly Position[], benchmark: readonly Point[], most: number) {
  let kept = positions.filter(({ prices }) => prices.points.length > fewestSteps)
  const named = (list: readonly Position[]) =>
    new Map([['', benchmark], ...list.map(({ ticker, prices }) => [ticker, prices.points] as const)])
  while (kept.length >= 2) {
    const common = commonSteps(named(kept), most)
    if (common.dates.length >= fewestSteps) return { kept, common }
    const poorest = kept.reduce((a, b) => (b.prices.points.length < a.prices.points.length ? b : a))
    kept = kept.filter((one) => one !== poorest)
  }
  return null
}

const annual = (steps: readonly number[], perYear: number): number =>
  steps.reduce((product, step) => product * (1 + step), 1) ** (perYear / steps.length) - 1

/** Where days are missing a step is of several: of those fewer make a year, and one day's loss is less by the root of how many. */
export function measureSteps(steps: readonly number[], benchmark: readonly number[], freeRate: number, perYear = yearSteps) {
  const [earned, volatility] = [annual(steps, perYear), sampleDeviation(steps) * Math.sqrt(perYear)]
  const below = Math.sqrt(mean(steps.map((step) => Math.min(step, 0) ** 2))) * Math.sqrt(perYear)
  const cut = quantile(steps, 0.05)
  const ofOneDay = Math.sqrt(perYear / yearSteps)
  return {
    earned,
    volatility,
    sharpe: volatility === 0 ? null : (earned - freeRate) / volatility,
    sortino: below === 0 ? null : (earned - freeRate) / below,
    drawdown: maxDrawdown(steps),
    beta: slope(benchmark, steps),
    valueAtRisk: -cut * ofOneDay,
    shortfall: -mean(steps.filter((step) => step <= cut)) * ofOneDay,
  }
}

export function computePortfolio(
  {
    positions,
    benchmark,
    lookback,
    freeRate,
  }: {
    readonly positions: readonly Position[]
    readonly benchmark: Prices
    readonly lookback: number
    readonly freeRate: number | null
  },
  now: Date,
) {
  const settled = settle(positions, benchmark.points, lookback)
  if (settled === null) return null
  const { kept, common } = settled
  const whole = kept.reduce((sum, { weight }) => sum + weight, 0)
  if (whole <= 0) return null
  const weights = kept.map(({ weight }) => weight / whole)
  const assets = kept.map(({ ticker }) => common.steps.get(ticker)!)
  const market = common.steps.get('')!
  const steps = market.map((_, day) => assets.reduce((sum, asset, i) => sum + weights[i]! * asset[day]!, 0))
  const rate = (freeRate ?? 0) / 100
  const perYear = stepsPerYear(common.days)
  const [told, ofMarket] = [measureSteps(steps, market, rate, perYear), measureSteps(market, market, rate, perYear)]
  const { matrix, shrinkage } = shrunkCovariance(assets)
  const shares = riskShares(weights, matrix)
  // Where nothing ever moved there is no risk to be told apart.
  if (shares.every((share) => share === 0)) return null
  const hhi = weights.reduce((sum, weight) => sum + weight ** 2, 0)
  const bets = 1 / shares.reduce((sum, share) => sum + share ** 2, 0)
  const pairs = kept.flatMap((a, i) =>
    kept.slice(i + 1).map((b, j) => ({ pair: `${a.ticker},${b.ticker}`, value: correlation(assets[i]!, assets[i + 1 + j]!) })),
  )
  const known = pairs.flatMap(({ pair, value }) => (value === null ? [] : [{ pair, value }]))
  const weeks = steps.slice(4).map((_, i) => steps.slice(i, i + 5).reduce((product, step) => product * (1 + step), 1) - 1)
  const industries = [
    ...Map.groupBy(
      kept.map((one, i) => ({ industry: one.industry, weight: weights[i]! })),
      ({ industry }) => industry ?? 'unknown',
    ),
  ]
    .map(([name, list]) => ({ name, weight: list.reduce((sum, { weight }) => sum + weight, 0) }))
    .sort(mostFirst('weight', 'name'))
  const bases = new Set(kept.map(({ prices }) => prices.basis))
  const basis = bases.size === 1 ? [...bases][0]! : 'sec_fails_list'
  const dated = [common.dates.at(-1)!, priceAgeDays[basis]] as const
  const ahead = told.sharpe === null || ofMarket.sharpe === null ? null : told.sharpe - ofMarket.sharpe
  const mix = composite(
    [
      part('diversification', 0.3, 100 * clip(bets / kept.length, 0, 1), ...dated),
      part('return_for_risk', 0.25, ahead === null ? null : band(ahead, -1, 1), ...dated),
      part('drawdown', 0.2, band(told.drawdown, -0.4, -0.05), ...dated),
      part('concentration', 0.15, 100 * (1 - hhi), ...dated),
      // Needs traded volumes, which only a licensed vendor tells.
      part('liquidity', 0.1, null, ...dated),
    ],
    now,
  )
  const found = kept.length / positions.length
  return {
    mix: { ...mix, confidence: round(Math.min(mix.confidence, mostConfidence[basis]) * found, 2) },
    kept,
    weights,
    assets,
    market,
    common,
    perYear,
    told,
    ofMarket,
    shares,
    shrinkage,
    hhi,
    bets,
    known,
    weeks,
    industries,
    basis,
    ahead,
    missing: positions.filter((one) => !kept.includes(one)),
    wholeWeight: whole,
  }
}
