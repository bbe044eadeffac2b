// The US consumer: what is spent, earned and saved, what is owed and paid late, and what money and petrol cost.
import { blsObservations, blsSeries } from '../../../ingestors/sources/bls/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { mortgageRates } from '../../../ingestors/sources/freddie-pmms/topic.ts'
import { day, defineSignalService, maybe, month, number, pct, pp, series, seriesOf, signalRoute } from '../../kit/index.ts'
import { computeConsumer, labels } from './signal.ts'

const days = 4_018
const fred = seriesOf(fredObservations, ({ value }) => value, { days })
const bls = seriesOf(blsObservations, ({ value }) => value, { days })

export default defineSignalService({
  label: 'consumer',
  title: 'Consumer',
  description:
    'How US households do: real spending, income, saving, credit and late payments, mood, petrol and mortgages as one signal.',
  version: '1',
  tags: ['macro', 'consumer'],
  rows: { one: 'us' },
  facts: {
    retailM: fred('RSAFS'),
    cpi: fred('CPIAUCSL'),
    consumption: fred('PCEC96'),
    income: fred('DSPIC96'),
    savingRate: fred('PSAVERT'),
    revolving: fred('REVOLSL'),
    cardDelinquency: fred('DRCCLACBS'),
    sentiment: fred('UMCSENT'),
    gasoline: fred('GASREGW'),
    mortgage: series(mortgageRates, ({ rate_30y_pct }) => rate_30y_pct, { days }),
    hourlyEarnings: bls(blsSeries.hourlyEarnings),
    wageCpi: bls(blsSeries.cpi),
  },
  route: signalRoute({
    path: '/consumer',
    price: '0.05',
    summary:
      'US consumer signal: real retail sales, disposable income and saving, card debt and late payments, sentiment, petrol and mortgages',
    tags: ['macro', 'consumer', 'retail'],
    fresh: { days: 10 },
    sold: { days: 50 },
    labels,
    answer: {
      spending: {
        month: maybe(month('of retail sales')),
        retail_mom_pct: pct('retail and food services sales over one month, seasonally adjusted, not for prices', 1),
        retail_real_3m_saar_pct: pct('the same less consumer prices, over three months at an annual rate', 1),
        real_month: maybe(month('the newest month that has both sales and prices')),
        pce_real_yoy_pct: pct('real personal consumption over 12 months', 1),
        pce_month: maybe(month()),
      },
      income: {
        month: maybe(month('of income and saving')),
        real_dpi_yoy_pct: pct('real disposable income over 12 months', 1),
        saving_rate_pct: pct('of disposable income', 1),
        real_wage_yoy_pct: pct('hourly earnings less consumer prices over 12 months', 1),
        wage_month: maybe(month()),
      },
      credit: {
        revolving_yoy_pct: pct('revolving consumer credit over 12 months', 1),
        revolving_month: maybe(month()),
        card_delinquency_pct: pct('card loans 30 days or more past due, of all at commercial banks', 2),
        card_delinquency_chg_4q_pp: pp('over four quarters', 2),
        quarter_from: maybe(month('first month of the quarter')),
      },
      sentiment: {
        index: number('University of Michigan, first quarter of 1966 = 100; told a month late', 1),
        z: number('robust deviations from its ten-year median', 2),
        month: maybe(month()),
      },
      costs: {
        gasoline_usd: number('regular, a gallon', 2, { unit: 'usd' }),
        gasoline_week: maybe(day()),
        mortgage_30y_pct: pct('fixed for 30 years', 2),
        mortgage_week: maybe(day()),
        cpi_yoy_pct: pct('consumer prices over 12 months', 1),
        cpi_month: maybe(month()),
      },
    },
  }),
  signal: computeConsumer,
})
