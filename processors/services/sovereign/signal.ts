// How likely a state is to be in trouble with its debts, 0 to 100, from published yearly figures; not a credit rating.
import { band, type Composite, composite, mean, minus, type Part, part, round, roundOrNull, say } from '../../formula/index.ts'

export interface Yearly {
  readonly measure: string
  readonly year: number
  readonly value: number
}

export interface State {
  readonly iso2: string
  readonly iso3: string
  readonly name: string
  readonly incomeGroup: string | null
  readonly figures: readonly Yearly[]
  /** Ten-year yield over Germany's, where the European Central Bank publishes both. */
  readonly bond: { readonly yieldPct: number; readonly spreadBp: number; readonly at: Date } | null
  /** The rate its central bank steers by, at the end of the newest month. */
  readonly policyRate: { readonly pct: number; readonly at: Date } | null
  /** The same at the end of past years. */
  readonly rateAtEndOf?: Readonly<Record<number, number>>
}

export const labels = ['very_strong', 'strong', 'adequate', 'weak', 'vulnerable', 'distressed'] as const

export const euroMembers: ReadonlySet<string> = new Set(
  'AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES'.split(' '),
)

/** Others hold their money as a reserve; how much they hold of others' says little. */
export const reserveIssuers: ReadonlySet<string> = new Set(['US', 'JP', 'GB', 'CH', 'CA', 'AU', ...euroMembers])

const governance = ['voice', 'stability', 'effectiveness', 'regulation', 'rule_of_law', 'corruption_control']
const fewestGovernance = 4
const fewestInputs = 6
/** Germany's debt of 1990 still stands in a table of today. */
const oldestYears = 3
const maxAgeDays = 500
const governanceMaxAgeDays = 900
const bondMaxAgeDays = 75
const bounds = [20, 35, 50, 65, 80]

/** The newest figure of a measure that is no forecast of that year and not too old. */
export function newestOf({ figures }: Pick<State, 'figures'>, measure: string, lastYear: number): Yearly | null {
  const known = figures.filter((one) => one.measure === measure && one.year <= lastYear && one.year >= lastYear - oldestYears)
  return known.toSorted((a, b) => b.year - a.year)[0] ?? null
}

const endOf = (year: number): Date => new Date(Date.UTC(year, 11, 31))

export function assess(state: State, lastYear: number, now: Date) {
  const newest = (measure: string) => newestOf(state, measure, lastYear)
  const central = { debt: newest('central_debt_pct_gdp'), balance: newest('central_balance_pct_gdp') }
  const known = {
    debt: newest('debt_pct_gdp') ?? central.debt,
    balance: newest('balance_pct_gdp') ?? central.balance,
    primary: newest('primary_balance_pct_gdp') ?? centralPrimary(state, lastYear),
    interest: newest('interest_to_revenue_pct'),
    account: newest('current_account_pct_gdp'),
    months: newest('reserves_months'),
    reserves: newest('reserves_usd'),
    shortTerm: newest('short_term_debt_to_reserves_pct'),
    inflation: newest('inflation_pct'),
    growth: newest('growth_pct'),
    growth3y: averageGrowth(state, lastYear),
    governance: governanceOf(state, lastYear),
    fx: depreciationOf(state, lastYear),
  }
  const banded = (id: string, weight: number, figure: Yearly | null, low: number, high: number, most = maxAgeDays): Part =>
    part(id, weight, figure && band(figure.value, low, high), figure && endOf(figure.year), most)
  const market: Part =
    state.bond === null
      ? banded('currency', 0.05, known.fx, 0, 50)
      : part('bond_spread', 0.05, band(state.bond.spreadBp, 0, 500), state.bond.at, bondMaxAgeDays)
  // Weighed so that the order of thirty states is that of their published ratings; governance tells most of what figures do not.
  const parts = [
    banded('debt', 0.14, known.debt, 30, 150),
    banded('primary_balance', 0.07, known.primary, 3, -6),
    banded('interest', 0.12, known.interest, 2, 25),
    banded('current_account', 0.07, known.account, 5, -8),
    banded('inflation', 0.1, known.inflation, 2, 25),
    banded('growth', 0.05, known.growth3y, 6, -2),
    banded('governance', 0.22, known.governance, 2, -2, governanceMaxAgeDays),
    market,
    // They pay abroad with their own money: no risk, where leaving it out would make all their others weigh more.
    ...(reserveIssuers.has(state.iso2)
      ? ['reserves', 'short_term_debt'].map((id, i): Part => ({ id, weight: [0.1, 0.08][i]!, score: 0 }))
      : [banded('reserves', 0.1, known.months, 10, 1), banded('short_term_debt', 0.08, known.shortTerm, 20, 150)]),
  ]
  // Central government alone stands for the whole of it where the IMF's figures are not there.
  const substitutes = (['debt', 'balance', 'primary'] as const).filter((name) => known[name]?.measure.startsWith('central_'))
  const mix = composite(parts, now)
  return { state, known, parts, substitutes, mix: { ...mix, coverage: { ...mix.coverage, detail: { substitutes } } } }
}

export type Assessed = ReturnType<typeof assess>

/** Six inputs at the least, and half of the weight. */
export const isJudged = (mix: Composite): boolean => mix.coverage.inputs_used >= fewestInputs && mix.availableWeight >= 0.5

/** How far the risk moved in a year, by the inputs known in both. */
export function trendOf(now: Assessed, before: Assessed): number | null {
  const scores = new Map(before.parts.map((part) => [part.id, part.score]))
  const both = now.parts.filter((part) => part.score !== null && (scores.get(part.id) ?? null) !== null)
  // The market's part has no year before.
  const yearly = both.filter((part) => part.id !== 'bond_spread')
  if (yearly.length < fewestInputs) return null
  const weight = yearly.reduce((sum, part) => sum + part.weight, 0)
  return yearly.reduce((sum, part) => sum + part.weight * (part.score! - scores.get(part.id)!), 0) / weight
}

// What each figure is called in the answer.
const told: Readonly<Record<keyof Assessed['known'], string>> = {
  debt: 'debt_pct_gdp',
  balance: 'balance_pct_gdp',
  primary: 'primary_balance_pct_gdp',
  interest: 'interest_to_revenue_pct',
  account: 'current_account_pct_gdp',
  months: 'reserves_months',
  reserves: 'reserves_usd',
  shortTerm: 'short_term_debt_to_reserves_pct',
  inflation: 'inflation_pct',
  growth: 'growth_pct',
  growth3y: 'growth_3y_pct',
  governance: 'wgi_mean',
  fx: 'fx_12m_pct',
}

export const labelOf = (risk: number): (typeof labels)[number] => labels[bounds.filter((bound) => risk >= bound).length]!

export function describe({ state, known, mix }: Assessed, trend: number | null) {
  const number = (figure: Yearly | null, digits: number) => roundOrNull(figure?.value ?? null, digits)
  const label = labelOf(mix.score)
  return {
    label,
    sections: {
      country: { iso2: state.iso2, iso3: state.iso3, name: state.name, income_group: state.incomeGroup },
      fiscal: {
        debt_pct_gdp: number(known.debt, 1),
        balance_pct_gdp: number(known.balance, 1),
        primary_balance_pct_gdp: number(known.primary, 1),
        interest_to_revenue_pct: number(known.interest, 1),
      },
      external: {
        current_account_pct_gdp: number(known.account, 1),
        reserves_usd: number(known.reserves, 0),
        reserves_months: number(known.months, 1),
        short_term_debt_to_reserves_pct: number(known.shortTerm, 1),
      },
      macro: {
        growth_pct: number(known.growth, 1),
        growth_3y_pct: number(known.growth3y, 1),
        inflation_pct: number(known.inflation, 1),
        policy_rate_pct: state.policyRate?.pct ?? null,
        // Of one year: today's rate less the inflation of the year before would be of none.
        real_rate_pct: minus(state.rateAtEndOf?.[known.inflation?.year ?? 0] ?? null, known.inflation?.value ?? null),
        policy_rate_month: state.policyRate?.at.toISOString().slice(0, 7) ?? null,
      },
      market: {
        yield_10y_pct: state.bond?.yieldPct ?? null,
        spread_bp: state.bond?.spreadBp ?? null,
        fx_12m_pct: known.fx === null ? null : minus(0, known.fx.value),
      },
      governance: { wgi_mean: number(known.governance, 2) },
      trend: { risk_1y_chg: trend },
      vintages: Object.fromEntries(
        Object.entries(known).flatMap(([name, figure]) =>
          figure === null ? [] : [[told[name as keyof typeof known], figure.year]],
        ),
      ),
    },
    summary:
      `${state.name} is ${label} (risk ${round(mix.score, 0)} of 100): debt ${say(known.debt?.value ?? null, 0, ' %')} of output, ` +
      `primary balance ${say(known.primary?.value ?? null, 1, ' %')}, current account ${say(known.account?.value ?? null, 1, ' %')}, ` +
      `inflation ${say(known.inflation?.value ?? null, 1, ' %')}.`,
  }
}

/** The balance with the interest put back, which is a share of revenue; all of one year. */
function centralPrimary(state: State, lastYear: number): Yearly | null {
  const balance = newestOf(state, 'central_balance_pct_gdp', lastYear)
  const sameYear = (measure: string) =>
    state.figures.find((one) => one.measure === measure && one.year === balance?.year)?.value ?? null
  const [revenue, interest] = [sameYear('central_revenue_pct_gdp'), sameYear('interest_to_revenue_pct')]
  if (balance === null || revenue === null || interest === null) return null
  return { measure: 'central_primary_pct_gdp', year: balance.year, value: balance.value + (revenue * interest) / 100 }
}

// All three years or none.
function averageGrowth({ figures }: State, lastYear: number): Yearly | null {
  const years = figures.filter((one) => one.measure === 'growth_pct' && one.year <= lastYear && one.year > lastYear - 3)
  return years.length < 3 ? null : { measure: 'growth_3y_pct', year: lastYear, value: mean(years.map(({ value }) => value)) }
}

function governanceOf(state: State, lastYear: number): Yearly | null {
  const found = governance.flatMap((measure) => newestOf(state, measure, lastYear) ?? [])
  if (found.length < fewestGovernance) return null
  const year = Math.min(...found.map((one) => one.year))
  return { measure: 'governance', year, value: mean(found.map(({ value }) => value)) }
}

/** How much more of the currency a dollar costs than in the year before, in percent; the dollar itself has none. */
function depreciationOf(state: State, lastYear: number): Yearly | null {
  const newest = newestOf(state, 'per_dollar', lastYear)
  const before = state.figures.find((one) => one.measure === 'per_dollar' && one.year === (newest?.year ?? 0) - 1)
  if (state.iso2 === 'US' || newest === null || before === undefined || before.value <= 0) return null
  return { measure: 'fx', year: newest.year, value: 100 * (newest.value / before.value - 1) }
}
