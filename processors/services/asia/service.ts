// Asia: how fourteen economies do, one by one and together, beside the ships through their straits and daily exchange rates.
import { basisField, economiesOf, tellBasis } from '../../families/region-economies.ts'
import { dailyRates, passagesOf, rateFields, tellRates, together } from '../../families/region-markets.ts'
import { defineRegion } from '../../families/region-pulse.ts'
import { partOf, say, squashOrNull } from '../../formula/index.ts'
import { newestShips, passageZ, readPassage } from '../../formula/passages.ts'
import { day, maybe, pct } from '../../kit/index.ts'

const countries = 'CN JP IN KR TW ID TH VN MY PH SG HK PK BD'.split(' ')

export default defineRegion({
  label: 'asia',
  title: 'Asia',
  description:
    'The pulse of Asia: growth, prices, policy rates, currencies and outlook of its economies, its straits and daily rates.',
  version: '2',
  tags: ['macro', 'asia'],
  name: 'Asia',
  path: '/pulse',
  summary:
    'Growth, prices, policy rates, currencies, reserves and outlook of fourteen Asian economies, straits and daily exchange rates',
  currencies: 'currencies to the dollar over three months; negative is a loss',
  shown: 'JP',
  hasNoSurveys: true,
  mostConfidence: 0.6,
  inputs: together({
    economies: economiesOf(countries),
    straits: passagesOf(['Malacca Strait', 'Taiwan Strait']),
    rates: dailyRates(['CN', 'JP', 'IN', 'KR', 'ID', 'TH', 'MY', 'PH', 'SG', 'HK']),
  }),
  markets: {
    fields: {
      shipping: {
        malacca_7d_vs_1y_pct: pct('ships through the Malacca Strait in seven days, against the same weekdays a year earlier', 1),
        taiwan_strait_7d_vs_1y_pct: pct('the same through the Taiwan Strait', 1),
        week_to: maybe(day()),
      },
    },
    read({ straits }) {
      const [malacca, taiwan] = straits.map(readPassage)
      const ships = newestShips(straits)
      const z = passageZ(straits)
      return {
        markets: [partOf('transits', 0.05, ships, 21, squashOrNull(z))],
        marketText: `, ships through Malacca ${say(malacca!.vs_1y_pct, 0, ' %')} on last year`,
        sections: {
          shipping: {
            malacca_7d_vs_1y_pct: malacca!.vs_1y_pct,
            taiwan_strait_7d_vs_1y_pct: taiwan!.vs_1y_pct,
            week_to: ships.at(0)?.at ?? null,
          },
        },
      }
    },
  },
  more: {
    fields: { fx_daily: rateFields, basis: basisField },
    tell: ({ economies, rates }) => ({ fx_daily: tellRates(rates), basis: tellBasis(economies) }),
  },
})
