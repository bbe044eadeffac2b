// The rates signal: what the curve, credit and inflation compensation say together, and which regime yields are in.

import {
  type Composite,
  clip,
  composite,
  deviation,
  mean,
  minus,
  newestTime,
  newestValue,
  type Point,
  percentile,
  round,
  signedLabel,
  slope,
  squash,
  zScore,
} from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { recessionProbability } from '../../formula/recession.ts'

export interface CurveDay {
  readonly at: Date
  readonly yields: Readonly<Record<string, number | null>>
}

export interface RatesInputs {
  readonly nominal: readonly CurveDay[]
  readonly real: readonly CurveDay[]
  readonly gzSpread: readonly Point[]
  readonly excessBondPremium: readonly Point[]
  readonly ofrCredit: readonly Point[]
  readonly baaSpread: readonly Point[]
  readonly funds: ReferenceRate | undefined
  readonly secured: ReferenceRate | undefined
}

interface ReferenceRate {
  readonly at: Date
  readonly rate_pct: number
  readonly target_low_pct: number | null
  readonly target_high_pct: number | null
}

export const labels = ['risk_on', 'supportive', 'neutral', 'restrictive', 'stress'] as const
export const regimes = ['bull_steepening', 'bear_steepening', 'bull_flattening', 'bear_flattening', 'range'] as const
const stress = ladder(['low', 'normal', 'elevated', 'stressed'], [50, 75, 90])
export const stressLabels = stress.labels

const tenors = ['3m', '2y', '5y', '10y', '30y'] as const
const tradingMonth = 20
const deadBandBp = 5
const inflationGoalPct = 2.3

export function computeRates(inputs: RatesInputs, now: Date) {
  const { nominal, real } = inputs
  const today = nominal.at(-1)
  const realToday = real.at(-1)
  const spread3m10y = pointsOf(nominal, spreadOf('10y', '3m'))
  const realTenYear = pointsOf(real, yieldOf('10y'))
  const realChanges = changes(realTenYear, tradingMonth)
  // Compensation for inflation is the difference of two curves of one day.
  const beside = nominal.findLast(({ at: day }) => day.getTime() === realToday?.at.getTime())
  const breakeven = { five: minus(at(beside, '5y'), at(realToday, '5y')), ten: minus(at(beside, '10y'), at(realToday, '10y')) }
  const credit = readCredit(inputs)
  const mix = composite(
    [
      {
        id: 'curve',
        weight: 0.35,
        score: scored(spread3m10y, (x, window) => squash(zScore(x, window))),
        ...dated(spread3m10y, 5),
      },
      {
        id: 'credit',
        weight: 0.35,
        score: credit.score,
        // The spread alone is monthly and two months late even when all is well.
        ...(inputs.ofrCredit.length > 0 ? dated(inputs.ofrCredit, 10) : dated(inputs.gzSpread, 100)),
      },
      {
        id: 'real_yield',
        weight: 0.15,
        score: scored(realChanges, (x, window) => squash(-zScore(x, window))),
        ...dated(realChanges, 5),
      },
      {
        id: 'inflation',
        weight: 0.15,
        score: breakeven.ten === null ? null : -100 * clip(Math.abs(breakeven.ten - inflationGoalPct) / 1.5, 0, 1),
        ...dated(realTenYear, 5),
      },
    ],
    now,
  )
  const curve = readCurve(nominal, spread3m10y)
  const regime = readRegime(nominal)
  return {
    mix,
    label: signedLabel(mix.score, labels),
    curve,
    credit: credit.section,
    inflation: {
      breakeven_5y: breakeven.five,
      breakeven_10y: breakeven.ten,
      forward_5y5y: breakeven.five === null || breakeven.ten === null ? null : 2 * breakeven.ten - breakeven.five,
      real_yield_10y: at(realToday, '10y'),
      date: realToday?.at ?? null,
    },
    regime,
    yields: Object.fromEntries(tenors.map((tenor) => [tenor, at(today, tenor)])) as Record<
      (typeof tenors)[number],
      number | null
    >,
    policy: {
      effr: inputs.funds?.rate_pct ?? null,
      sofr: inputs.secured?.rate_pct ?? null,
      target_low: inputs.funds?.target_low_pct ?? null,
      target_high: inputs.funds?.target_high_pct ?? null,
      effr_date: inputs.funds?.at ?? null,
      sofr_date: inputs.secured?.at ?? null,
    },
    summary: summarise(mix, curve, credit.section, regime),
  }
}

function readCurve(nominal: readonly CurveDay[], spread3m10y: readonly Point[]) {
  const today = nominal.at(-1)
  const twosTens = newestPoints(nominal, spreadOf('10y', '2y'), tradingMonth + 1)
  const newest = { twosTens: newestValue(twosTens), threeMonthTen: newestValue(spread3m10y) }
  const change = newestChange(twosTens, tradingMonth)
  const probability = recessionProbability(spread3m10y)
  return {
    spread_2s10s: newest.twosTens,
    spread_3m10y: newest.threeMonthTen,
    spread_5s30s: minus(at(today, '30y'), at(today, '5y')),
    slope_chg_20d_bp: change === null ? null : change * 100,
    inversion: (newest.threeMonthTen ?? 0) < 0 || (newest.twosTens ?? 0) < 0,
    recession_flag: probability !== null && probability >= 0.3,
    recession_prob_12m: probability,
    date: today?.at ?? null,
  }
}

function readCredit(inputs: RatesInputs) {
  const spreads = inputs.gzSpread.map((point) => point.value)
  const nowcast = nowcastSpread(inputs.gzSpread, inputs.ofrCredit)
  const share = nowcast === null ? null : percentile(nowcast, spreads)
  const gauges = [
    nowcast === null || spreads.length < 24 ? null : -zScore(nowcast, spreads),
    scored(inputs.ofrCredit, (x, window) => -zScore(x, window)),
  ].filter((z): z is number => z !== null)
  return {
    score: gauges.length === 0 ? null : squash(mean(gauges)),
    section: {
      gz_spread: newestValue(inputs.gzSpread),
      gz_spread_nowcast: nowcast,
      ebp: newestValue(inputs.excessBondPremium),
      baa_10y_spread: newestValue(inputs.baaSpread),
      ofr_credit: newestValue(inputs.ofrCredit),
      percentile: share,
      stress: share === null ? null : stress.of(share),
      as_of: {
        gz_spread: newestTime(inputs.gzSpread),
        gz_spread_nowcast: nowcast === null ? null : (newestTime(inputs.ofrCredit) ?? newestTime(inputs.gzSpread)),
        ebp: newestTime(inputs.excessBondPremium),
        baa_10y_spread: newestTime(inputs.baaSpread),
        ofr_credit: newestTime(inputs.ofrCredit),
      },
    },
  }
}

// The spread is monthly and late; the daily credit index carries it to today by their common slope over ten years.
export function nowcastSpread(spreads: readonly Point[], index: readonly Point[]): number | null {
  const newest = spreads.at(-1)
  if (newest === undefined) return null
  const decade = spreads.slice(-120)
  const since = startOfMonth(decade[0]!.at)
  // From the newest back: what is older than those months takes no part.
  const beside = index.slice(index.findLastIndex(({ at }) => at.getTime() < since) + 1)
  const months = Map.groupBy(beside, (point) => monthOf(point.at))
  const monthly = new Map([...months].map(([month, points]) => [month, mean(points.map((point) => point.value))]))
  const pairs = decade.flatMap((point) => {
    const there = monthly.get(monthOf(point.at))
    return there === undefined ? [] : [{ spread: point.value, index: there }]
  })
  const start = monthly.get(monthOf(newest.at))
  const today = index.at(-1)
  if (pairs.length < 24 || start === undefined || today === undefined) return newest.value
  const perPoint = slope(
    pairs.map((pair) => pair.index),
    pairs.map((pair) => pair.spread),
  )
  return newest.value + perPoint * (today.value - start)
}

// A number: thousands of texts a row would be most of its cost.
const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()
const startOfMonth = (date: Date): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth())

// Falling yields are bull, rising ones bear; the slope between two and ten years says which way the curve turns.
export function readRegime(nominal: readonly CurveDay[]): (typeof regimes)[number] {
  const over = (read: Read) => newestChange(newestPoints(nominal, read, tradingMonth + 1), tradingMonth)
  const [turn, two, ten] = [over(spreadOf('10y', '2y')), over(yieldOf('2y')), over(yieldOf('10y'))]
  if (turn === null || two === null || ten === null) return 'range'
  // Yields have two decimals: without rounding, a turn of exactly 5 bp is 4.9999999 or 5.0000001 by chance.
  const turnBp = round(turn * 100, 3)
  if (Math.abs(turnBp) < deadBandBp) return 'range'
  const side = round(two + ten, 5) < 0 ? 'bull' : 'bear'
  return `${side}_${turnBp > 0 ? 'steepening' : 'flattening'}`
}

function summarise(
  mix: Composite,
  curve: ReturnType<typeof readCurve>,
  credit: { stress: string | null },
  regime: string,
): string {
  const slopeText = curve.spread_3m10y === null ? 'unknown' : `${curve.spread_3m10y.toFixed(2)} pp`
  const odds = curve.recession_prob_12m === null ? 'unknown' : `${Math.round(curve.recession_prob_12m * 100)} %`
  return (
    `Rates score ${Math.round(mix.score)}: 10y minus 3m ${slopeText}${curve.inversion ? ' (inverted)' : ''}, ` +
    `12-month recession odds ${odds}, credit stress ${credit.stress ?? 'unknown'}, regime ${regime.replace('_', ' ')}.`
  )
}

type Read = (day: CurveDay) => number | null

const yieldOf =
  (tenor: string): Read =>
  ({ yields }) =>
    yields[tenor] ?? null

const spreadOf =
  (long: string, short: string): Read =>
  ({ yields }) =>
    minus(yields[long] ?? null, yields[short] ?? null)

// A loop: a list for each of ten thousand days would be most of a row's cost.
function pointsOf(days: readonly CurveDay[], read: Read): Point[] {
  const points: Point[] = []
  for (const day of days) {
    const value = read(day)
    if (value !== null) points.push({ at: day.at, value })
  }
  return points
}

/** The last so many of them, oldest first. */
function newestPoints(days: readonly CurveDay[], read: Read, count: number): Point[] {
  const points: Point[] = []
  for (let i = days.length - 1; i >= 0 && points.length < count; i--) {
    const value = read(days[i]!)
    if (value !== null) points.push({ at: days[i]!.at, value })
  }
  return points.reverse()
}

function changes(points: readonly Point[], days: number): Point[] {
  return points.slice(days).map((point, i) => ({ at: point.at, value: point.value - points[i]!.value }))
}

function newestChange(points: readonly Point[], days: number): number | null {
  return points.length > days ? points.at(-1)!.value - points.at(-1 - days)!.value : null
}

// A z-score needs a window that says something: a year of daily points, and some movement in it.
function scored(points: readonly Point[], score: (x: number, window: readonly number[]) => number): number | null {
  if (points.length < 250) return null
  const values = points.map((point) => point.value)
  return deviation(values) === 0 ? null : score(values.at(-1)!, values)
}

function dated(points: readonly Point[], maxAgeDays: number) {
  const newest = points.at(-1)
  return newest === undefined ? {} : { observedAt: newest.at, maxAgeDays }
}

const at = (day: CurveDay | undefined, tenor: string): number | null => day?.yields[tenor] ?? null
