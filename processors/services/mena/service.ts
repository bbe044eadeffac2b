// Middle East and North Africa: how sixteen economies do, what oil leaves their budgets, and the ships through their straits.

import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { fiscalBreakevens } from '../../../ingestors/sources/imf-breakevens/topic.ts'
import { basisField, economiesOf, tellBasis } from '../../families/region-economies.ts'
import { passagesOf, together } from '../../families/region-markets.ts'
import { defineRegion } from '../../families/region-pulse.ts'
import { statuses } from '../../formula/passages.ts'
import { iso3Of } from '../../inputs/country-codes.ts'
import { count, day, known, list, mapped, maybe, newestByKey, number, pct, series, text, word } from '../../kit/index.ts'
import { readMarkets } from './signal.ts'

const countries = 'SA AE QA KW BH OM IL TR EG MA JO IQ LB TN DZ IR'.split(' ')

export default defineRegion({
  label: 'mena',
  title: 'Middle East and North Africa',
  description:
    'The pulse of the Middle East and North Africa: its economies one by one, oil against their budgets, and its straits.',
  version: '2',
  tags: ['macro', 'mena', 'oil'],
  name: 'Middle East and North Africa',
  path: '/pulse',
  summary:
    'Growth, prices, currencies, reserves and trade of sixteen economies, oil against budgets, and ships through the straits',
  currencies: 'currencies to the dollar over three months; negative is a loss',
  shown: 'SA',
  hasNoSurveys: true,
  mostConfidence: 0.6,
  inputs: together({
    economies: economiesOf(countries),
    brent: series(fredObservations, ({ value }) => value, { key: 'DCOILBRENTEU', days: 400 }),
    straits: passagesOf(['Strait of Hormuz', 'Bab el-Mandeb Strait', 'Suez Canal']),
    breakevens: mapped(newestByKey(fiscalBreakevens, { days: 40 }), (newest) =>
      [...newest.values()]
        .sort((a, b) => b.year - a.year)
        .flatMap(({ iso3, ...one }) => {
          const iso2 = countries.find((country) => iso3Of.get(country) === iso3)
          return iso2 === undefined ? [] : [{ ...one, iso2 }]
        }),
    ),
  }),
  markets: {
    fields: {
      oil: {
        brent_usd: number('Brent, spot, dollars a barrel', 2, { unit: 'usd' }),
        date: maybe(day()),
        chg_1m_pct: pct('against 30 days before', 1),
        breakevens: list(
          {
            iso2: text(),
            breakeven_usd: known(number('the price at which its budget balances, dollars a barrel', 1, { unit: 'usd' })),
            year: count("of the IMF's estimate"),
            margin_usd: maybe(known(number('Brent less that', 1, { unit: 'usd' }))),
          },
          'empty where the operator has not turned the IMF on, whose terms are unclear',
        ),
      },
      chokepoints: list({
        name: text(),
        transits_7d: number('ships in the newest seven days', 0),
        vs_1y_pct: pct('against the same weekdays a year earlier', 1),
        label: maybe(word(statuses)),
        week_to: maybe(day()),
      }),
    },
    read: readMarkets,
  },
  more: { fields: { basis: basisField }, tell: ({ economies }) => ({ basis: tellBasis(economies) }) },
})
