// The economies of a region outside Europe, from the sources that tell of nearly every country: yearly output, and by month prices, trade, reserves and currency.
import { policyRates } from '../../ingestors/sources/bis-policy/topic.ts'
import { outlooks } from '../../ingestors/sources/imf-outlook/topic.ts'
import { leadingIndicators } from '../../ingestors/sources/oecd-cli/topic.ts'
import { profiles } from '../../ingestors/sources/world-bank/topic.ts'
import { type Measure, monthlyFigures, monthlyKey } from '../../ingestors/sources/world-bank-monthly/topic.ts'
import type { Economy, YearlyMeasure } from '../formula/economies.ts'
import type { Point } from '../formula/index.ts'
import { toPoints } from '../formula/points.ts'
import { countryName } from '../inputs/country.ts'
import { iso3Of } from '../inputs/country-codes.ts'
import type { Observations, Selection } from '../kit/define.ts'
import { reading, section, text, word } from '../kit/index.ts'

const measures: readonly Measure[] = ['reserves_musd', 'exports_musd', 'imports_musd', 'inflation_pct', 'per_dollar']
const elevenYears = 4_018
// A month that is being read may not have every country yet.
const thisAndLastMonth = 40
const fewestMonths = 24
// An older figure says nothing of today.
const yearsKept = 12
const debtYears = 3

interface Figure {
  readonly measure: string
  readonly year: number
  readonly value: number
}

export const economiesOf = (countries: readonly string[]) =>
  reading(selectionsOf(countries), (seen) => countries.map((iso2) => readEconomy(seen, iso2)))

/** Whether the yearly figures are the IMF's, this year's estimate among them, or only what the World Bank has of years that are over. */
const yearlyBasis = (economies: readonly Economy[]) =>
  economies.some(({ growth }) => growth.at(-1)?.at.getUTCMonth() === 0) ? 'imf_estimates' : 'world_bank_actuals'

export const basisField = section(
  {
    yearly: word(
      ['imf_estimates', 'world_bank_actuals'],
      "growth, and inflation where no month's is told: of this year, or of the newest year that is over",
    ),
    debt: word(['general_government', 'central_government']),
    currency: text(),
  },
  'what stands for what',
)

export const tellBasis = (economies: readonly Economy[]) => {
  const yearly = yearlyBasis(economies)
  const debt = yearly === 'imf_estimates' ? 'general_government' : 'central_government'
  return {
    yearly,
    debt,
    currency: 'official rates to the dollar, averages of months; where other rates are paid they are not seen',
  } as const
}

function selectionsOf(countries: readonly string[]): Selection[] {
  const iso3s = countries.map((iso2) => iso3Of.get(iso2)!)
  const months = iso3s.flatMap((iso3) => measures.map((measure) => monthlyKey(measure, iso3)))
  return [
    { topic: monthlyFigures, keys: months, days: elevenYears },
    { topic: policyRates, keys: [...countries], days: 500 },
    { topic: leadingIndicators, keys: iso3s, days: 3_700 },
    { topic: profiles, keys: iso3s, days: thisAndLastMonth },
    { topic: outlooks, keys: iso3s, days: thisAndLastMonth },
  ]
}

function readEconomy(seen: Observations, iso2: string): Economy {
  const iso3 = iso3Of.get(iso2)!
  const monthly = (measure: Measure) => toPoints(seen.of(monthlyFigures, monthlyKey(measure, iso3)), ({ value }) => value)
  const [outlook, profile] = [seen.of(outlooks, iso3).at(-1), seen.of(profiles, iso3).at(-1)]
  const thisYear = (outlook ?? profile)?.observedAt.getUTCFullYear() ?? 0
  const [estimates, actuals] = [outlook?.value.figures ?? [], profile?.value.figures ?? []]
  const yearly = (measure: string) => firstOf(pointsOf(estimates, measure, thisYear), pointsOf(actuals, measure, thisYear))
  const inflation = monthly('inflation_pct')
  const isMonthly = inflation.length >= fewestMonths
  return {
    iso2,
    name: countryName(iso2),
    gdpPpp: pointsOf(actuals, 'gdp_ppp_usd', thisYear).at(-1)?.value ?? null,
    currentAccount: yearly('current_account_pct_gdp').at(-1)?.value ?? null,
    growth: yearly('growth_pct'),
    inflation: isMonthly ? inflation : yearly('inflation_pct'),
    yearly: ['growth', 'debt', ...(isMonthly ? [] : (['inflation'] as const))] satisfies YearlyMeasure[],
    debt: firstOf(pointsOf(estimates, 'debt_pct_gdp', thisYear), pointsOf(actuals, 'central_debt_pct_gdp', thisYear, debtYears)),
    // Units for one dollar: dearer is a loss, as it is in units for one euro.
    currency: { isEuro: false, points: monthly('per_dollar') },
    policyRate: toPoints(seen.of(policyRates, iso2), ({ rate_pct }) => rate_pct),
    reserves: monthly('reserves_musd'),
    exports: monthly('exports_musd'),
    imports: monthly('imports_musd'),
    monthsOfImports: pointsOf(actuals, 'reserves_months', thisYear),
    leading: toPoints(seen.of(leadingIndicators, iso3), ({ index }) => index),
    unemployment: [],
    sentiment: [],
    bond: [],
  }
}

const firstOf = (first: readonly Point[], second: readonly Point[]) => (first.length > 0 ? first : second)

/** A year that is over by its last day, the one that runs by its first: what is known of it was known all along. */
function pointsOf(figures: readonly Figure[], measure: string, thisYear: number, years = yearsKept): Point[] {
  return figures
    .filter((one) => one.measure === measure && one.year <= thisYear && one.year > thisYear - years)
    .sort((a, b) => a.year - b.year)
    .map(({ year, value }) => ({
      at: year === thisYear ? new Date(Date.UTC(year, 0, 1)) : new Date(Date.UTC(year, 11, 31)),
      value,
    }))
}
