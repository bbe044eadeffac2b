// From the facts of six sources to the economies a formula judges, and the state of the euro area beside them.
import { euroArea as euroRate, policyRates } from '../../../ingestors/sources/bis-policy/topic.ts'
import { currencies, ecbObservations, series } from '../../../ingestors/sources/ecb/topic.ts'
import { euroArea, eurostatFigures, figureKey, type Measure, members } from '../../../ingestors/sources/eurostat/topic.ts'
import { leadingIndicators } from '../../../ingestors/sources/oecd-cli/topic.ts'
import { commodityPrices } from '../../../ingestors/sources/pink-sheet/topic.ts'
import { profiles } from '../../../ingestors/sources/world-bank/topic.ts'
import { type Measure as Monthly, monthlyFigures, monthlyKey } from '../../../ingestors/sources/world-bank-monthly/topic.ts'
import { growthOver, minus, newestValue, type Point, pointAt } from '../../formula/index.ts'
import { toPoints } from '../../formula/points.ts'
import { countryName } from '../../inputs/country.ts'
import { iso3Of } from '../../inputs/country-codes.ts'
import type { Observations, Selection } from '../../kit/define.ts'
import type { EuropeInputs } from './signal.ts'

/** The United Kingdom is in no table of Eurostat's any more. */
export const countries: readonly string[] = [...members, 'GB']
const exposures = { brent: 'Brent crude oil', gas_europe: 'Natural gas, Europe' } as const
const elevenYears = 4_018
// Only their newest figures are shown, now and a quarter ago.
const shown: readonly Measure[] = [
  'core_inflation_pct',
  'unemployment_pct',
  'production_yoy_pct',
  'sentiment_index',
  'debt_pct_gdp',
]
const shownDays = 500
const keysOf = (measures: readonly Measure[]) =>
  measures.flatMap((measure) => [euroArea, ...members].map((place) => figureKey(measure, place)))
const iso3s = countries.map((iso2) => iso3Of.get(iso2)!)
const trade = iso3s.flatMap((iso3) =>
  (['reserves_musd', 'exports_musd', 'imports_musd'] as const).map((measure) => monthlyKey(measure, iso3)),
)

export const selections: readonly Selection[] = [
  { topic: eurostatFigures, keys: keysOf(['gdp_yoy_pct', 'inflation_pct']), days: elevenYears },
  { topic: eurostatFigures, keys: keysOf(shown), days: shownDays },
  { topic: ecbObservations, days: 3_700 },
  { topic: monthlyFigures, keys: [...trade, monthlyKey('inflation_pct', 'GBR')], days: elevenYears },
  { topic: policyRates, days: 200 },
  { topic: leadingIndicators, keys: iso3s, days: 3_700 },
  { topic: commodityPrices, keys: Object.keys(exposures), days: 200 },
  // A month that is being read may not have every country yet.
  { topic: profiles, keys: iso3s, days: 40 },
]

export function readInputs(seen: Observations): EuropeInputs {
  const dollars = bank(seen, series.perEuro('USD'))
  return {
    stress: bank(seen, series.stress),
    economies: countries.map((iso2) => {
      const iso3 = iso3Of.get(iso2)!
      const own = currencies[iso2 as keyof typeof currencies] as string | undefined
      const monthly = (measure: Monthly) => toPoints(seen.of(monthlyFigures, monthlyKey(measure, iso3)), ({ value }) => value)
      const inflation = figures(seen, 'inflation_pct', iso2)
      return {
        iso2,
        name: countryName(iso2),
        gdpPpp: yearly(seen, iso3, 'gdp_ppp_usd'),
        currentAccount: yearly(seen, iso3, 'current_account_pct_gdp'),
        growth: figures(seen, 'gdp_yoy_pct', iso2),
        inflation: inflation.length > 0 ? inflation : monthly('inflation_pct'),
        unemployment: figures(seen, 'unemployment_pct', iso2),
        sentiment: figures(seen, 'sentiment_index', iso2),
        debt: figures(seen, 'debt_pct_gdp', iso2),
        currency: { isEuro: own === undefined, points: own === undefined ? dollars : bank(seen, series.perEuro(own)) },
        bond: bank(seen, series.bond(iso2)),
        policyRate: toPoints(seen.of(policyRates, own === undefined ? euroRate : iso2), ({ rate_pct }) => rate_pct),
        reserves: monthly('reserves_musd'),
        exports: monthly('exports_musd'),
        imports: monthly('imports_musd'),
        leading: toPoints(seen.of(leadingIndicators, iso3), ({ index }) => index),
      }
    }),
  }
}

export function readEuroArea(seen: Observations) {
  const area = (measure: Measure) => figures(seen, measure, euroArea).at(-1)
  const [prices, core, work] = [area('inflation_pct'), area('core_inflation_pct'), area('unemployment_pct')]
  const [production, sentiment] = [area('production_yoy_pct'), area('sentiment_index')]
  const [deposit, overnight] = [bank(seen, series.depositRate).at(-1), bank(seen, series.estr).at(-1)]
  const ten = bank(seen, series.aaa10y)
  const two = ten.at(-1) === undefined ? null : pointAt(bank(seen, series.aaa2y), ten.at(-1)!.at)
  const isSameDay = two !== null && two.at.getTime() === ten.at(-1)!.at.getTime()
  const spread = minus(newestValue(ten), isSameDay ? two.value : null)
  return {
    euro_area: {
      hicp_yoy_pct: prices?.value ?? null,
      hicp_month: prices?.at ?? null,
      core_hicp_yoy_pct: core?.value ?? null,
      core_hicp_month: core?.at ?? null,
      unemployment_pct: work?.value ?? null,
      unemployment_month: work?.at ?? null,
      ip_yoy_pct: production?.value ?? null,
      ip_month: production?.at ?? null,
      esi: sentiment?.value ?? null,
      esi_month: sentiment?.at ?? null,
      deposit_rate_pct: deposit?.value ?? null,
      deposit_rate_date: deposit?.at ?? null,
      estr_pct: overnight?.value ?? null,
      estr_date: overnight?.at ?? null,
    },
    curve: {
      aaa_10y_pct: newestValue(ten),
      date: ten.at(-1)?.at ?? null,
      spread_2s10s_bp: spread === null ? null : 100 * spread,
    },
    commodity_exposure: Object.entries(exposures).map(([commodity, name]) => {
      const prices = toPoints(seen.of(commodityPrices, commodity), ({ price }) => price)
      const change = growthOver(prices, 3).at(-1)
      const isNewest = change !== undefined && change.at.getTime() === prices.at(-1)?.at.getTime()
      return { name, change_3m_pct: isNewest ? change.value : null, month: prices.at(-1)?.at ?? null }
    }),
  }
}

const figures = (seen: Observations, measure: Measure, place: string): Point[] =>
  toPoints(seen.of(eurostatFigures, figureKey(measure, place)), ({ value }) => value)

const bank = (seen: Observations, name: string): Point[] => toPoints(seen.of(ecbObservations, name), ({ value }) => value)

/** The newest year's figure of the newest month it was read in. */
function yearly(seen: Observations, iso3: string, measure: string): number | null {
  const known =
    seen
      .of(profiles, iso3)
      .at(-1)
      ?.value.figures.filter((one) => one.measure === measure) ?? []
  return known.toSorted((a, b) => b.year - a.year)[0]?.value ?? null
}
