// From Eurostat's and the ECB's facts to the economies a formula judges, and the state of the euro area beside them.
import { currencies, ecbObservations, series } from '../../../ingestors/sources/ecb/topic.ts'
import { euroArea, eurostatFigures, figureKey, type Measure, members } from '../../../ingestors/sources/eurostat/topic.ts'
import type { Observations } from '../../define.ts'
import { countryName } from '../../inputs/country.ts'
import { toPoints } from '../../points.ts'
import { minus, newestValue, type Point, pointAt, roundOrNull } from '../../stats.ts'
import type { EuropeInputs } from './signal.ts'

export function readInputs(seen: Observations): EuropeInputs {
  const dollars = bank(seen, series.perEuro('USD'))
  return {
    stress: bank(seen, series.stress),
    economies: members.map((iso2) => {
      const own = currencies[iso2 as keyof typeof currencies] as string | undefined
      return {
        iso2,
        name: countryName(iso2),
        growth: figures(seen, 'gdp_yoy_pct', iso2),
        gdpMeur: figures(seen, 'gdp_meur', iso2),
        inflation: figures(seen, 'inflation_pct', iso2),
        unemployment: figures(seen, 'unemployment_pct', iso2),
        sentiment: figures(seen, 'sentiment_index', iso2),
        debt: figures(seen, 'debt_pct_gdp', iso2),
        currency: { isEuro: own === undefined, points: own === undefined ? dollars : bank(seen, series.perEuro(own)) },
        bond: bank(seen, series.bond(iso2)),
      }
    }),
  }
}

export function readEuroArea(seen: Observations) {
  const area = (measure: Measure, digits = 1) => roundOrNull(newestValue(figures(seen, measure, euroArea)), digits)
  const rate = (name: string) => roundOrNull(newestValue(bank(seen, name)), 3)
  const ten = bank(seen, series.aaa10y)
  const two = ten.at(-1) === undefined ? null : pointAt(bank(seen, series.aaa2y), ten.at(-1)!.at)
  const isSameDay = two !== null && two.at.getTime() === ten.at(-1)!.at.getTime()
  const spread = minus(newestValue(ten), isSameDay ? two.value : null)
  return {
    euro_area: {
      hicp_yoy_pct: area('inflation_pct'),
      core_hicp_yoy_pct: area('core_inflation_pct'),
      unemployment_pct: area('unemployment_pct'),
      ip_yoy_pct: area('production_yoy_pct'),
      esi: area('sentiment_index'),
      deposit_rate_pct: rate(series.depositRate),
      estr_pct: rate(series.estr),
    },
    curve: { aaa_10y_pct: rate(series.aaa10y), spread_2s10s_bp: spread === null ? null : roundOrNull(100 * spread, 1) },
  }
}

/** The inputs as they stood so many days before; a formula of then saw no more. */
export function asOf(inputs: EuropeInputs, at: Date): EuropeInputs {
  const cut = (points: readonly Point[]) => points.filter((point) => point.at <= at)
  return {
    stress: cut(inputs.stress),
    economies: inputs.economies.map((one) => ({
      ...one,
      growth: cut(one.growth),
      gdpMeur: cut(one.gdpMeur),
      inflation: cut(one.inflation),
      unemployment: cut(one.unemployment),
      sentiment: cut(one.sentiment),
      debt: cut(one.debt),
      currency: { ...one.currency, points: cut(one.currency.points) },
      bond: cut(one.bond),
    })),
  }
}

const figures = (seen: Observations, measure: Measure, place: string): Point[] =>
  toPoints(seen.of(eurostatFigures, figureKey(measure, place)), ({ value }) => value)

const bank = (seen: Observations, name: string): Point[] => toPoints(seen.of(ecbObservations, name), ({ value }) => value)
