// How a region's economies do: each by growth, prices, currency, reserves and outlook, weighed by its size, beside what its markets say.

import {
  atNewest,
  averageOverMonths,
  clip,
  combine,
  combineMonths,
  composite,
  growthOver,
  minus,
  newestValue,
  type Part,
  type Point,
  partOf,
  ratio,
  recentValue,
  round,
  say,
  scale,
  squashOrNull,
  weightedMean,
  zOfNewest,
} from './index.ts'
import { signedLadder } from './ladder.ts'

export interface Economy {
  readonly iso2: string
  readonly name: string
  /** Yearly output at purchasing power, in dollars: an economy's weight. */
  readonly gdpPpp: number | null
  readonly currentAccount: number | null
  readonly growth: readonly Point[]
  readonly inflation: readonly Point[]
  readonly unemployment: readonly Point[]
  readonly sentiment: readonly Point[]
  readonly debt: readonly Point[]
  /** Units of the own currency for one euro; for a member of the euro, the dollars that one euro is worth. */
  readonly currency: { readonly isEuro: boolean; readonly points: readonly Point[] }
  readonly bond: readonly Point[]
  readonly policyRate: readonly Point[]
  readonly reserves: readonly Point[]
  readonly exports: readonly Point[]
  readonly imports: readonly Point[]
  /** The leading indicator, where one is made. */
  readonly leading: readonly Point[]
  /** Where reserves or imports are not told by month: the yearly figure of how many months they pay for. */
  readonly monthsOfImports?: readonly Point[]
  /** Which of its figures are of whole years, dated by the year's end. */
  readonly yearly?: readonly YearlyMeasure[]
}

export type YearlyMeasure = 'growth' | 'inflation' | 'debt'

export const pulse = signedLadder(['expanding', 'improving', 'steady', 'softening', 'contracting'])
export const flags = ['high_inflation', 'fx_stress', 'debt_distress', 'low_reserves'] as const

/** What most central banks aim at. */
const usualTargetPct = 2
const highInflationPct = 5
const fxStressPct = -5
const debtDistressPct = 110
const lowReservesMonths = 3
const fewestQuarters = 12
const fewestYears = 8
export const monthlyMaxAgeDays = 110
const quarterlyMaxAgeDays = 260
const tradeMaxAgeDays = 150
// A year's figure is told in the middle of the next one and holds until there is another.
const yearlyMaxAgeDays = 600

/** The usual age of a measure, and how many values say what is usual, by month or quarter as it is told, or by year. */
function paceOf({ yearly }: Economy, measure: YearlyMeasure): { readonly maxAgeDays: number; readonly atLeast: number } {
  if (yearly?.includes(measure)) return { maxAgeDays: yearlyMaxAgeDays, atLeast: fewestYears }
  return measure === 'inflation'
    ? { maxAgeDays: monthlyMaxAgeDays, atLeast: 24 }
    : { maxAgeDays: quarterlyMaxAgeDays, atLeast: fewestQuarters }
}

/** What is this old is not said of today. */
const oldestOf = (economy: Economy, measure: YearlyMeasure): number => {
  const { maxAgeDays } = paceOf(economy, measure)
  return maxAgeDays === yearlyMaxAgeDays ? maxAgeDays : 2 * maxAgeDays
}

/** How far a currency fell in three months, in percent; positive is a loss. */
export function depreciation({ isEuro, points }: Economy['currency']): Point[] {
  const changes = growthOver(points, 3)
  // Dearer in the own currency is a loss for a neighbour, and a gain for the euro itself.
  return isEuro ? scale(changes, -1) : changes
}

/** How many months of imports, at the mean of the last twelve, the reserves would pay for. */
export const reserveMonths = ({ reserves, imports }: Pick<Economy, 'reserves' | 'imports'>): Point[] =>
  combine(reserves, averageOverMonths(imports, 12), ratio)

/** What was sold over what was bought in twelve months, in percent of both. */
export const tradeBalance = ({ exports, imports }: Pick<Economy, 'exports' | 'imports'>): Point[] =>
  combineMonths(averageOverMonths(exports, 12), averageOverMonths(imports, 12), (sold, bought) =>
    sold + bought <= 0 ? null : (100 * (sold - bought)) / (sold + bought),
  )

export function judge(economy: Economy, now: Date, targetPct = usualTargetPct) {
  const distance = economy.inflation.map(({ at, value }) => ({ at, value: Math.abs(value - targetPct) }))
  const fall = depreciation(economy.currency)
  const monthly = reserveMonths(economy)
  const isReservedYearly = monthly.length === 0 && (economy.monthsOfImports ?? []).length > 0
  const months = isReservedYearly ? economy.monthsOfImports! : monthly
  const [growth, inflation] = [paceOf(economy, 'growth'), paceOf(economy, 'inflation')]
  const balance = tradeBalance(economy)
  const part = (id: string, weight: number, points: readonly Point[], maxAgeDays: number, sign: 1 | -1, atLeast = 24): Part => {
    const z = zOfNewest(points, atLeast)
    return partOf(id, weight, points, maxAgeDays, squashOrNull(z, sign))
  }
  const mix = composite(
    [
      part('growth', 0.3, economy.growth, growth.maxAgeDays, 1, growth.atLeast),
      part('inflation', 0.2, distance, inflation.maxAgeDays, -1, inflation.atLeast),
      part('currency', 0.2, fall, monthlyMaxAgeDays, -1),
      isReservedYearly
        ? part('reserves', 0.15, months, yearlyMaxAgeDays, 1, fewestYears)
        : part('reserves', 0.15, months, tradeMaxAgeDays, 1),
      economy.leading.length > 0
        ? part('leading_indicator', 0.15, economy.leading, monthlyMaxAgeDays, 1)
        : part('trade_balance', 0.15, balance, tradeMaxAgeDays, 1),
    ],
    now,
  )
  return {
    economy,
    mix,
    fxPct: minus(0, atNewest(economy.currency.points, fall)),
    reserveMonths: newestValue(months),
    reservesAt: months.at(-1)?.at ?? null,
    tradeBalancePct: newestValue(balance),
  }
}

export interface RegionInputs {
  /** "Europe", as the summary says it. */
  readonly name: string
  readonly economies: readonly Economy[]
  /** What its markets say: a fifth of the score, or nothing where none is read. */
  readonly markets?: readonly Part[]
  /** The same in words, behind the growth and the inflation. */
  readonly marketText?: string
}

export function surveyRegion({ name, economies, markets = [], marketText = '' }: RegionInputs, now: Date) {
  const judged = economies.map((economy) => judge(economy, now)).filter(({ mix }) => mix.availableWeight >= 0.5)
  const weigh = (read: (one: Judged) => number | null): number | null =>
    weightedMean(
      judged.flatMap((one) => {
        const [value, weight] = [read(one), one.economy.gdpPpp]
        return value === null || weight === null ? [] : [{ value, weight }]
      }),
    )
  const recent = (measure: 'growth' | 'inflation' | 'unemployment' | 'debt') => {
    const recentValueOf = (economy: Economy) => recentOf(economy, measure, now)
    const month = usualMonth(judged, (economy) => recentValueOf(economy) !== null && economy[measure].at(-1)!.at)
    return { value: weigh(({ economy }) => recentValueOf(economy)), month }
  }
  const isMostly = (measure: YearlyMeasure) =>
    judged.filter(({ economy }) => economy.yearly?.includes(measure)).length * 2 > judged.length
  const base = weigh(({ mix }) => mix.score)
  const mix = composite([{ id: 'economies', weight: 0.8, score: base, ...oldest(judged) }, ...markets], now)
  const label = pulse.of(mix.score)
  const [growth, inflation, unemployment, debt] = [recent('growth'), recent('inflation'), recent('unemployment'), recent('debt')]
  return {
    mix,
    label,
    aggregate: {
      growth_pct: growth.value,
      inflation_pct: inflation.value,
      unemployment_pct: unemployment.value,
      fx_3m_pct: weigh(({ fxPct }) => fxPct),
      current_account_pct_gdp: weigh(({ economy }) => economy.currentAccount),
      debt_pct_gdp: debt.value,
      as_of: {
        growth: growth.month,
        inflation: inflation.month,
        unemployment: unemployment.month,
        fx: usualMonth(judged, ({ currency }) => currency.points.at(-1)?.at ?? false),
        debt: debt.month,
      },
    },
    countries: judged.map((one) => describe(one)),
    risks: judged.flatMap((one) => risksOf(one, now)),
    summary:
      `${name} is ${label} (${Math.round(mix.score)}): growth ${say(growth.value, 1, ' %')}${ofMonth(growth.month, isMostly('growth'))}, ` +
      `inflation ${say(inflation.value, 1, ' %')}${ofMonth(inflation.month, isMostly('inflation'))}${marketText}; ${judged.length} economies.`,
  }
}

/** The newest value, where it is not too old for today. */
function recentOf(economy: Economy, measure: YearlyMeasure | 'unemployment', now: Date): number | null {
  const oldestDays = measure === 'unemployment' ? 2 * monthlyMaxAgeDays : oldestOf(economy, measure)
  return recentValue(economy[measure], now, oldestDays)
}

type Judged = ReturnType<typeof judge>

const ofMonth = (month: string | null, isYear: boolean): string => (month === null ? '' : ` (${month.slice(0, isYear ? 4 : 7)})`)

/** The month that most of the output is told of. */
function usualMonth(judged: readonly Judged[], read: (economy: Economy) => Date | false): string | null {
  const weights = new Map<string, number>()
  for (const { economy } of judged) {
    const at = read(economy)
    if (at === false || economy.gdpPpp === null) continue
    const month = at.toISOString().slice(0, 7)
    weights.set(month, (weights.get(month) ?? 0) + economy.gdpPpp)
  }
  return [...weights].toSorted(([a, x], [b, y]) => y - x || (a < b ? 1 : -1))[0]?.[0] ?? null
}

function describe({ economy, mix, fxPct, ...judged }: Judged) {
  const month = (points: readonly Point[]) => points.at(-1)?.at ?? null
  return {
    iso2: economy.iso2,
    name: economy.name,
    score: round(clip(mix.score, -100, 100), 1),
    label: pulse.of(mix.score),
    confidence: mix.confidence,
    growth_pct: newestValue(economy.growth),
    inflation_pct: newestValue(economy.inflation),
    unemployment_pct: newestValue(economy.unemployment),
    sentiment_index: newestValue(economy.sentiment),
    debt_pct_gdp: newestValue(economy.debt),
    fx_3m_pct: fxPct,
    policy_rate_pct: newestValue(economy.policyRate),
    reserves_months: judged.reserveMonths,
    trade_balance_pct: judged.tradeBalancePct,
    leading_index: newestValue(economy.leading),
    ...(economy.yearly === undefined ? {} : { yearly: economy.yearly }),
    vintage: {
      growth: month(economy.growth),
      inflation: month(economy.inflation),
      unemployment: month(economy.unemployment),
      sentiment: month(economy.sentiment),
      debt: month(economy.debt),
      fx: month(economy.currency.points),
      policy_rate: month(economy.policyRate),
      reserves: judged.reservesAt,
      trade_balance: month(tradeBalance(economy)),
      leading_index: month(economy.leading),
    },
  }
}

function risksOf(
  { economy, fxPct, reserveMonths: months }: Judged,
  now: Date,
): { iso2: string; flag: (typeof flags)[number]; value: number }[] {
  const [inflation, debt] = [recentOf(economy, 'inflation', now), recentOf(economy, 'debt', now)]
  const found: [(typeof flags)[number], number | null, boolean][] = [
    ['high_inflation', inflation, inflation !== null && inflation >= highInflationPct],
    ['fx_stress', fxPct, fxPct !== null && fxPct <= fxStressPct],
    ['debt_distress', debt, debt !== null && debt >= debtDistressPct],
    // The members of the euro pay for imports with their own money.
    ['low_reserves', months, months !== null && months < lowReservesMonths && !economy.currency.isEuro],
  ]
  return found.flatMap(([flag, value, holds]) => (holds ? [{ iso2: economy.iso2, flag, value: round(value!, 1) }] : []))
}

// As fresh as the typical economy's newest figure.
function oldest(judged: readonly Judged[]) {
  const newest = judged.flatMap(({ economy }) => economy.inflation.slice(-1)).sort((a, b) => a.at.getTime() - b.at.getTime())
  const middle = newest[newest.length >> 1]
  if (middle === undefined) return {}
  const isYearly = judged.filter(({ economy }) => economy.yearly?.includes('inflation')).length * 2 > judged.length
  return { observedAt: middle.at, maxAgeDays: isYearly ? yearlyMaxAgeDays : monthlyMaxAgeDays }
}
