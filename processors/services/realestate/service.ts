// Housing in the United States, its states and metropolitan areas: prices, rents, what a loan costs, what is built, and lenders' trouble.
import { fhfaLevels, housePrices } from '../../../ingestors/sources/fhfa-hpi/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { mortgageRates } from '../../../ingestors/sources/freddie-pmms/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { zillowFigures } from '../../../ingestors/sources/zillow-research/topic.ts'
import { country, usRegion } from '../../inputs/us-region.ts'
import * as kit from '../../kit/index.ts'
import { readAreas, readZillow } from './areas.ts'
import { computeHousing, labels } from './signal.ts'

const { day, known, list, maybe, month, number, pct, text, word } = kit
const days = 4_018
const fred = kit.seriesOf(fredObservations, ({ value }) => value, { days })
const moved = list({
  name: text(),
  cbsa: text('code of the metropolitan area or division'),
  yoy_pct: known(pct('prices over four quarters', 1)),
  quarter_to: month('last month of the quarter'),
})

export default kit.defineSignalService({
  label: 'realestate',
  title: 'Real estate',
  description:
    'US housing by country, state and metropolitan area: prices, rents, mortgages, affordability, supply and credit as one signal.',
  version: '2',
  tags: ['housing', 'macro'],
  rows: { one: country },
  facts: {
    areas: kit.mapped(kit.all(housePrices, { days }), readAreas),
    zillow: kit.mapped(kit.all(zillowFigures, { days: 460 }), readZillow),
    mortgage: kit.series(mortgageRates, ({ rate_30y_pct }) => rate_30y_pct, { days }),
    tenYear: kit.series(treasuryYields, ({ yields }) => yields['10y'], { key: 'nominal', days: 60 }),
    medianPrice: fred('MSPUS'),
    income: fred('MEHOINUSA646N'),
    permits: fred('PERMIT'),
    starts: fred('HOUST'),
    monthsSupply: fred('MSACSR'),
    rentCpi: fred('CUSR0000SEHA'),
    officeDelinquency: fred('DRCRELEXFACBS'),
    tightening: fred('SUBLPDRCSN'),
  },
  route: kit.signalRoute({
    path: '/report',
    price: '0.03',
    summary:
      'US housing report: FHFA prices by country, state and metropolitan area, rents, mortgages, affordability, supply and credit',
    tags: ['housing', 'house-prices', 'homes', 'real-estate', 'mortgages'],
    takes: { region: kit.mayTake(usRegion) },
    key: (input) => input.region ?? country,
    closed: true,
    fresh: { days: 10 },
    sold: { days: 60 },
    labels,
    answer: {
      region: { name: text(), code: text(), level: word(fhfaLevels) },
      basis: {
        prices: word(
          ['purchases_adjusted', 'all_transactions_not_adjusted'],
          'which of the FHFA indexes; the second counts refinanced houses too',
        ),
        others: text('what the other sections are of'),
      },
      prices: {
        period_to: maybe(month('the month, or the last one of the quarter')),
        frequency: word(['monthly', 'quarterly']),
        fhfa_mom_pct: pct('over one month; the country only', 1),
        fhfa_qoq_pct: pct('over one quarter; states and areas', 1),
        fhfa_yoy_pct: pct('over the year', 1),
        zhvi_usd: number('typical home value by Zillow; null where the operator has not turned it on', 0, { unit: 'usd' }),
        zhvi_yoy_pct: pct('over 12 months', 1),
        zhvi_month: maybe(month()),
      },
      rents: {
        zori_usd: number('typical rent asked by Zillow; null where the operator has not turned it on', 0, { unit: 'usd' }),
        zori_yoy_pct: pct('over 12 months', 1),
        zori_month: maybe(month()),
        cpi_rent_yoy_pct: pct('rent of primary residence in US consumer prices over 12 months', 1),
        cpi_month: maybe(month()),
      },
      financing: {
        mortgage_30y_pct: pct('fixed for 30 years', 2),
        week: maybe(day()),
        chg_13w_pp: kit.pp('over 13 weeks', 2),
        spread_to_10y_bp: kit.bp('over the ten-year Treasury of that day', 0),
        payment_to_income_pct: pct(
          'yearly payments on 80 % of the median price, moved by the FHFA index, of the median household income of the newest year; the country only',
          1,
        ),
        payment_month: maybe(month()),
      },
      supply: {
        permits_k: number('housing permits, thousands a year', 0),
        permits_month: maybe(month()),
        starts_k: number('housing starts, thousands a year', 0),
        starts_month: maybe(month()),
        new_home_months_supply: number('new houses for sale, in months of sales', 1),
        supply_month: maybe(month()),
      },
      credit: {
        cre_delinquency_pct: pct('commercial real estate loans past due at all banks', 2),
        cre_quarter_from: maybe(month()),
        sloos_tightening_pct: pct('net share of banks that tighten standards for nonfarm nonresidential property', 1),
        sloos_quarter_from: maybe(month()),
      },
      metros: kit.section({ hottest: moved, coldest: moved }, 'by prices over four quarters, of one quarter; in a state its own'),
    },
  }),
  signal: computeHousing,
})
