// The World Bank's monthly figures of countries (its Global Economic Monitor): reserves, trade in goods, consumer prices and currencies.
import Type from 'typebox'
import { monthlySeries, movesMonthlyOfAny } from '../../shapes/topics.ts'

/** The indicators read, by what they mean. */
export const measures = {
  TOTRESV: 'reserves_musd',
  DXGSRMRCHSACD: 'exports_musd',
  DMGSRMRCHSACD: 'imports_musd',
  CPTOTSAXNZGY: 'inflation_pct',
  // The month's average; what was in an older currency is told in the new one.
  DPANUSSPB: 'per_dollar',
} as const
export type Code = keyof typeof measures
export type Measure = (typeof measures)[Code]

// Europe, Africa, Asia, Latin America, the Middle East, others.
export const monthlyCountries: readonly string[] = [
  'DEU FRA ITA ESP NLD BEL AUT IRL PRT GRC FIN POL SWE DNK CZE HUN ROU CHE NOR GBR',
  'NGA ZAF EGY KEN GHA ETH MAR DZA CIV TZA UGA SEN ZMB AGO CMR RWA',
  'CHN JPN IND KOR IDN THA VNM MYS PHL SGP HKG PAK BGD',
  'BRA MEX ARG CHL COL PER URY ECU BOL PRY DOM CRI PAN GTM',
  'SAU ARE QAT KWT BHR OMN ISR TUR JOR IRQ LBN TUN IRN',
  'USA CAN AUS',
].flatMap((region) => region.split(' '))

export const monthlyKey = (measure: Measure, iso3: string): string => `${measure}/${iso3}`

export const monthlyFigures = monthlySeries(
  'world-bank.monthly.v1',
  {
    id: 'world-bank-monthly',
    name: 'World Bank Global Economic Monitor',
    url: 'https://databank.worldbank.org/source/global-economic-monitor-(gem)',
    licence: 'CC BY 4.0',
    attribution: 'World Bank',
  },
  {
    iso3: Type.String({ pattern: '^[A-Z]{3}$' }),
    measure: Type.String({ enum: Object.values(measures) }),
    value: Type.Number(),
  },
  {
    key: ({ measure, iso3 }) => monthlyKey(measure as Measure, iso3),
    description: 'the first day of its month',
    moves: movesMonthlyOfAny,
  },
)
