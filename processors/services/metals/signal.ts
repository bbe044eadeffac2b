// The metals signal: each metal's trend, what drives it, how speculators stand in it, and its momentum.

import {
  type Composite,
  changesOver,
  clip,
  combine,
  combineMonths,
  composite,
  growthOver,
  isoDay,
  lastDays,
  mean,
  newestTime,
  newestValue,
  type Point,
  partOf,
  percentileOfNewest,
  pointAt,
  ratio,
  round,
  roundOrNull,
  say,
  squash,
  squashOrNull,
  standardise,
  zOfNewest,
} from '../../formula/index.ts'
import { signedLadder } from '../../formula/ladder.ts'

export interface Priced {
  readonly source: string
  readonly frequency: 'daily' | 'monthly'
  readonly prices: readonly Point[]
}

export interface MetalSeries extends Priced {
  readonly name: string
  readonly kind: 'precious' | 'base'
  readonly unit: string
  /** Speculators net by report date. */
  readonly positions: readonly Point[]
}

export interface MetalsInputs {
  readonly metals: readonly MetalSeries[]
  /** Averages of months, as copper's are. */
  readonly monthlyGold: readonly Point[]
  readonly realTenYear: readonly Point[]
  readonly dollar: readonly Point[]
  readonly activity: readonly Point[]
  readonly oil: readonly Point[]
}

export const ladder = signedLadder(['strong_bullish', 'bullish', 'neutral', 'bearish', 'strong_bearish'])
export const labels = ladder.labels

const dayMs = 86_400_000
const troyOunceG = 31.1034768
const gramsPerTonne = 1e6
const trendFullPct = 15

/** A currency's price of a gram over its price of a dollar is dollars a gram. */
export const usdPerOunce = (perPiece: readonly Point[], perUsd: readonly Point[], piecesPerOunce = troyOunceG): Point[] =>
  combine(perPiece, perUsd, (metal, dollar) => (dollar <= 0 ? null : (metal / dollar) * piecesPerOunce))

const maxAgeOf = (frequency: Priced['frequency']): number => (frequency === 'daily' ? 7 : 80)

/** The first source that is not too old to be believed; where all are, the one with the newest price. */
export function choosePrices(sources: readonly Priced[], now: Date): Priced {
  const newest = ({ prices }: Priced) => prices.at(-1)?.at.getTime() ?? 0
  const fresh = sources.find((one) => now.getTime() - newest(one) <= 2 * maxAgeOf(one.frequency) * dayMs)
  return fresh ?? sources.reduce((best, one) => (newest(one) > newest(best) ? one : best))
}

export function computeMetals(inputs: MetalsInputs, wanted: readonly string[], now: Date) {
  // The same for every metal.
  const drivers = {
    yields: zOfNewest(changesOver(inputs.realTenYear, 84), 100),
    dollar: zOfNewest(changesOver(inputs.dollar, 84), 100),
  }
  const read = inputs.metals.filter(({ name }) => wanted.includes(name)).map((metal) => readMetal(metal, inputs, drivers, now))
  const priced = read.filter((metal) => metal.prices.length > 0)
  const named = (name: string) => inputs.metals.find((metal) => metal.name === name)?.prices ?? []
  // A month's average against one day's price would say nothing.
  const daily = (name: string) => inputs.metals.find((metal) => metal.name === name && metal.frequency === 'daily')?.prices ?? []
  const goldSilver = combine(daily('gold'), daily('silver'), ratio)
  const goldOil = combine(daily('gold'), inputs.oil, ratio)
  const copperGold = combineMonths(named('copper'), inputs.monthlyGold, (copper, gold) =>
    ratio(copper / gramsPerTonne, gold / troyOunceG),
  )
  // One metal is as sure as what it is read from; of several, each is one input.
  const several = composite(
    read.map(({ name, prices, frequency, mix: own }) =>
      partOf(name, 1, prices, maxAgeOf(frequency), isEnough(own) ? own.score : null),
    ),
    now,
  )
  const mix = read.length === 1 ? read[0]!.mix : several
  const sections = priced.map(({ prices, frequency, source, positions, name, unit, mix: own }) => ({
    name,
    price: roundOrNull(newestValue(prices), 2),
    unit,
    price_date: isoDay(prices.at(-1)),
    frequency,
    source,
    age_days: ageDays(prices.at(-1)!, frequency, now),
    chg_1m_pct: changePct(prices, frequency, 1),
    chg_12m_pct: changePct(prices, frequency, 12),
    score: isEnough(own) ? round(own.score, 1) : null,
    label: isEnough(own) ? ladder.of(own.score) : null,
    cot_index: roundOrNull(positionIndex(positions), 1),
  }))
  const [only] = wanted.length === 1 ? sections : []
  const best = sections.filter(({ score }) => score !== null).sort((a, b) => b.score! - a.score!)
  return {
    mix,
    metals: sections,
    ratios: {
      gold_silver: roundOrNull(newestValue(goldSilver), 1),
      gold_silver_pctile: roundOrNull(percentileOfNewest(goldSilver, 3_653, 250), 1),
      gold_oil: roundOrNull(newestValue(goldOil), 1),
      gold_oil_pctile: roundOrNull(percentileOfNewest(goldOil, 3_653, 250), 1),
      copper_gold: significant(newestValue(copperGold), 4),
      as_of: { gold_silver: newestTime(goldSilver), gold_oil: newestTime(goldOil), copper_gold: newestTime(copperGold) },
    },
    drivers: {
      real_10y_pct: roundOrNull(newestValue(inputs.realTenYear), 2),
      broad_dollar_chg_3m_pct: changePct(inputs.dollar, 'daily', 3),
      as_of: { real_10y: newestTime(inputs.realTenYear), broad_dollar: newestTime(inputs.dollar) },
    },
    summary:
      (only === undefined
        ? `Metals ${Math.round(mix.score)}: gold ${say(newestValue(named('gold')), 0, ' USD/oz')}`
        : `${only.name} ${Math.round(mix.score)}: ${say(only.price, 0)} ${only.unit}, ${only.frequency}`) +
      `${best.length < 2 ? '' : `, strongest ${best[0]!.name} (${Math.round(best[0]!.score!)}), weakest ${best.at(-1)!.name} (${Math.round(best.at(-1)!.score!)})`}; ` +
      `10-year real yield ${say(newestValue(inputs.realTenYear), 2, ' %')}.`,
  }
}

const isEnough = (mix: Composite): boolean => round(mix.availableWeight, 6) >= 0.5

interface Drivers {
  readonly yields: number | null
  readonly dollar: number | null
}

function readMetal(
  metal: MetalSeries,
  inputs: MetalsInputs,
  { yields, dollar }: Drivers,
  now: Date,
): MetalSeries & { readonly mix: Composite } {
  const { prices, frequency, kind } = metal
  const window = frequency === 'daily' ? prices.slice(-200) : prices.slice(-10)
  const isLong = window.length === (frequency === 'daily' ? 200 : 10)
  const above = isLong ? ratio(newestValue(prices), mean(window.map(({ value }) => value))) : null
  const activity = newestValue(inputs.activity)
  const index = positionIndex(metal.positions)
  const momentum = momentumOf(prices, frequency)
  const driver = kind === 'precious' ? squashOrNull(yields, -1) : activity === null ? null : squash(activity / 0.5)
  const maxAgeDays = maxAgeOf(frequency)
  const parts = [
    partOf('trend', 0.35, prices, maxAgeDays, above === null ? null : (100 * 100 * (above - 1)) / trendFullPct),
    partOf(
      kind === 'precious' ? 'real_yield' : 'activity',
      0.2,
      kind === 'precious' ? inputs.realTenYear : inputs.activity,
      kind === 'precious' ? 7 : 100,
      driver,
    ),
    partOf('dollar', 0.15, inputs.dollar, 10, squashOrNull(dollar, -1)),
    partOf('positions', 0.2, metal.positions, 14, index === null ? null : positionScore(index)),
    partOf('momentum', 0.1, prices, maxAgeDays, squashOrNull(momentum)),
  ]
  return { ...metal, mix: composite(parts, now) }
}

/** A month's average is as old as the month's end. */
function ageDays({ at }: Point, frequency: Priced['frequency'], now: Date): number {
  const end = frequency === 'daily' ? at.getTime() : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)
  return Math.max(0, Math.floor((now.getTime() - end) / dayMs))
}

/** Half-way to the extremes speculators are followed; from there on ever less, until there is nobody left to buy or sell. */
export function positionScore(index: number): number {
  const [side, distance] = [Math.sign(index - 50), Math.abs(index - 50)]
  return side * (distance <= 25 ? 2 * distance : 50 - 6 * (distance - 25))
}

/** Where a few hundred-thousandths are the whole figure. */
const significant = (x: number | null, digits: number): number | null => (x === null ? null : Number(x.toPrecision(digits)))

export function positionIndex(net: readonly Point[]): number | null {
  const values = lastDays(net, 156 * 7 - 1).map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return values.length < 104 || most === least ? null : (100 * (values.at(-1)! - least)) / (most - least)
}

function momentumOf(prices: readonly Point[], frequency: MetalSeries['frequency']): number | null {
  if (frequency === 'monthly') return newestValue(standardise(growthOver(prices, 3)))
  return zOfNewest(changesOver(logs(prices), 91), 250)
}

const logs = (points: readonly Point[]): Point[] =>
  points.flatMap(({ at, value }) => (value > 0 ? [{ at, value: Math.log(value) }] : []))

function changePct(points: readonly Point[], frequency: MetalSeries['frequency'], months: number): number | null {
  const newest = points.at(-1)
  if (newest === undefined) return null
  if (frequency === 'monthly') {
    const growth = pointAt(growthOver(points, months), newest.at)
    return growth?.at.getTime() === newest.at.getTime() ? round(growth.value, 1) : null
  }
  const target = newest.at.getTime() - Math.round(months * 30.4375) * dayMs
  const before = pointAt(points, new Date(target))
  if (before === null || target - before.at.getTime() > 7 * dayMs) return null
  const change = ratio(newest.value, before.value)
  return change === null ? null : round(clip(100 * (change - 1), -1e6, 1e6), 1)
}
