// What a year of each asset may be expected to bring after prices, how households stand, and a model mix that leans with both.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { Group, wealthLevels } from '../../../ingestors/sources/fed-dfa/topic.ts'
import {
  clip,
  combine,
  composite,
  minus,
  newestValue,
  type Part,
  partOf,
  percentileOfNewest,
  ratio,
  type SeriesNamed,
  say,
  squashOrNull,
  zOfNewest,
} from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'

export const regime = ladder(['defensive', 'balanced', 'risk_rewarded'], [-20, 20])
export const profiles = ['conservative', 'balanced', 'growth'] as const
export type Profile = (typeof profiles)[number]
/** From the poorest up. */
const groups = ['Bottom50', 'Next40', 'Next9', 'RemainingTop1', 'TopPt1'] as const satisfies readonly Group[]
export const assets = ['equities', 'bonds', 'tips', 'cash', 'gold'] as const
export type Asset = (typeof assets)[number]
export type Mix = Readonly<Record<Asset, number>>

const anchors: Readonly<Record<Profile, Mix>> = {
  conservative: { equities: 30, bonds: 40, tips: 15, cash: 10, gold: 5 },
  balanced: { equities: 55, bonds: 25, tips: 10, cash: 5, gold: 5 },
  growth: { equities: 75, bonds: 12, tips: 5, cash: 3, gold: 5 },
}
const mostTilt = 15
// A year's usual swing of each, assumed, as is how they go together: not at all, but for bonds of both kinds.
const volatility: Mix = { equities: 16, bonds: 5, tips: 6, cash: 1, gold: 15 }
const ninetieth = 1.2815515655446004
const fewest = 8
const thirtyYearsDays = 10_958

type Levels = ValueOf<typeof wealthLevels>

export interface WealthInputs
  extends SeriesNamed<'profitsBn' | 'equitiesM' | 'nominal5' | 'real5' | 'real10' | 'bill' | 'slope' | 'stress'> {
  /** Oldest first. */
  readonly levels: readonly Levels[]
}

/** Of nonfinancial companies: profits after tax to what the market asks for the shares, in percent. */
const earningsYield = ({ profitsBn, equitiesM }: Pick<WealthInputs, 'profitsBn' | 'equitiesM'>) =>
  combine(profitsBn, equitiesM, (profits, equities) => {
    const part = ratio(profits * 1_000, equities)
    return part === null ? null : 100 * part
  })

export function expectedReturns(inputs: WealthInputs) {
  const yields = earningsYield(inputs)
  const breakeven = minus(newestValue(inputs.nominal5), newestValue(inputs.real5))
  return {
    equities: newestValue(yields),
    bonds: minus(newestValue(inputs.nominal5), breakeven),
    tips: newestValue(inputs.real10),
    cash: minus(newestValue(inputs.bill), breakeven),
    gold: 0,
    breakeven,
    /** What is assumed has no day. */
    at: {
      equities: yields.at(-1)?.at ?? null,
      bonds: inputs.real5.at(-1)?.at ?? null,
      tips: inputs.real10.at(-1)?.at ?? null,
      cash: inputs.bill.at(-1)?.at ?? null,
      gold: null,
    },
    premium: combine(yields, inputs.real10, (a, b) => a - b),
  }
}

/** Equities give or take at most 15 points; what they take comes from bonds, inflation-linked bonds and cash by their size. */
export function tilt(profile: Profile, score: number): Mix {
  const anchor = anchors[profile]
  const by = mostTilt * clip(score / 100, -1, 1)
  const others = anchor.bonds + anchor.tips + anchor.cash
  const shift = clip(by, -anchor.equities, others)
  const part = (weight: number) => weight - (shift * weight) / others
  return {
    equities: anchor.equities + shift,
    bonds: part(anchor.bonds),
    tips: part(anchor.tips),
    cash: part(anchor.cash),
    gold: anchor.gold,
  }
}

/** What one dollar may be after so many years, after prices: a tenth below the first, a tenth above the last. */
export function spread(mix: Mix, returns: Readonly<Record<Asset, number | null>>, years: number) {
  const expected = assets.reduce((sum, asset) => sum + (mix[asset] / 100) * ((returns[asset] ?? 0) / 100), 0)
  const swing = Math.sqrt(
    assets.reduce((sum, asset) => sum + ((mix[asset] * volatility[asset]) / 1e4) ** 2, 0) +
      2 * ((mix.bonds * volatility.bonds) / 1e4) * ((mix.tips * volatility.tips) / 1e4) * 0.7,
  )
  // Yields of less than nothing at all are an upstream's error, not a return.
  const drift = Math.log(1 + Math.max(-0.9, expected)) - swing ** 2 / 2
  const at = (z: number) => Math.exp(drift * years + z * swing * Math.sqrt(years))
  return { expectedPct: 100 * expected, volatilityPct: 100 * swing, p10: at(-ninetieth), p50: at(0), p90: at(ninetieth) }
}

// Shares of households each group is, from the poorest up.
const sizes: Readonly<Record<Group, number>> = { Bottom50: 0.5, Next40: 0.4, Next9: 0.09, RemainingTop1: 0.009, TopPt1: 0.001 }
/** Current Population Survey of 2024. */
export const householdsM = 132.2

/** What a household of each group has on average, and where one group passes into the next: halfway on a scale of ratios. */
export function wealthGroups({ groups: levels }: Levels) {
  const means = groups.map((group) => ({ group, mean: (levels[group].net_worth * 1e6) / (householdsM * 1e6 * sizes[group]) }))
  return means.map(({ group, mean }, i) => ({
    group,
    mean,
    // Where a group owes more than it owns there is no halfway.
    from: i === 0 ? null : mean <= 0 ? mean : Math.sqrt(Math.max(1, means[i - 1]!.mean) * mean),
  }))
}

export function households(levels: readonly Levels[]) {
  const sum = (one: Levels, read: (of: Levels['groups'][Group]) => number) =>
    groups.reduce((total, group) => total + read(one.groups[group]), 0)
  const newest = levels.at(-1)
  if (newest === undefined) return null
  const before = levels.findLast(
    ({ quarter_end: end }) => Math.abs(Date.parse(newest.quarter_end) - Date.parse(end) - 365 * 86_400_000) < 20 * 86_400_000,
  )
  const worth = sum(newest, (of) => of.net_worth)
  const part = (a: number, b: number) => {
    const of = ratio(a, b)
    return of === null ? null : 100 * of
  }
  const owned = sum(newest, (of) => of.assets)
  const share = (list: readonly Group[]) =>
    part(
      list.reduce((total, group) => total + newest.groups[group].net_worth, 0),
      worth,
    )
  const grown =
    before === undefined
      ? null
      : ratio(
          worth,
          sum(before, (of) => of.net_worth),
        )
  return {
    quarter: newest.quarter_end,
    worthUsdT: worth / 1e6,
    yoyPct: grown === null ? null : 100 * (grown - 1),
    top1: share(['RemainingTop1', 'TopPt1']),
    bottom50: share(['Bottom50']),
    debtToAssets: part(
      sum(newest, (of) => of.liabilities),
      owned,
    ),
    equityShare: part(
      sum(newest, (of) => of.equities),
      owned,
    ),
    homeShare: part(
      sum(newest, (of) => of.real_estate),
      owned,
    ),
  }
}

export function computeWealth(inputs: WealthInputs, now: Date) {
  const returns = expectedReturns(inputs)
  const rank = percentileOfNewest(returns.premium, thirtyYearsDays, fewest)
  const [stress, slope] = [zOfNewest(inputs.stress), zOfNewest(inputs.slope)]
  const parts: Part[] = [
    partOf('equity_premium', 0.5, returns.premium, 230, rank === null ? null : 2 * (rank - 50)),
    partOf('financial_stress', 0.3, inputs.stress, 10, squashOrNull(stress, -1)),
    partOf('yield_curve', 0.2, inputs.slope, 7, squashOrNull(slope)),
  ]
  const mix = composite(parts, now)
  const label = regime.of(mix.score)
  const premium = newestValue(returns.premium)
  const stands = households(inputs.levels)
  const summary =
    `${regime.say(mix.score)}: shares earn ${say(returns.equities, 1, ' %')} on their price, ${say(premium, 1)} points over ten-year TIPS ` +
    `(percentile ${say(rank, 0)} of ${returns.premium.length} quarters); households own ${say(stands?.worthUsdT ?? null, 0)} trillion dollars. Illustrative, not advice.`
  return {
    mix,
    label,
    summary,
    returns,
    premium,
    rank,
    stands,
    groups: inputs.levels.length === 0 ? [] : wealthGroups(inputs.levels.at(-1)!),
  }
}
