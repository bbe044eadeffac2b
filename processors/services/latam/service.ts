// Latin America: how fourteen economies do, what their central banks' rates are worth after inflation, and what their exports fetch.
import { basisField, economiesOf, tellBasis } from '../../families/region-economies.ts'
import * as shown from '../../families/region-markets.ts'
import { defineRegion } from '../../families/region-pulse.ts'
import { partOf, say, squashOrNull, zOfNewest } from '../../formula/index.ts'
import { meanChanges } from '../../formula/prices.ts'
import { known, list, month, pct, text } from '../../kit/index.ts'
import { narrate, realRates } from './signal.ts'

const countries = 'BR MX AR CL CO PE UY EC BO PY DO CR PA GT'.split(' ')
const exported = {
  copper: 'Copper',
  iron_ore: 'Iron ore',
  soybeans: 'Soybeans',
  coffee: 'Arabica coffee',
  brent: 'Brent crude oil',
}

export default defineRegion({
  label: 'latam',
  title: 'Latin America',
  description:
    'Latin America in one report: growth, prices, real policy rates, currencies and reserves by country, and its export prices.',
  version: '3',
  tags: ['macro', 'latam'],
  name: 'Latin America',
  path: '/report',
  summary:
    'Growth, prices, real policy rates, currencies and reserves of fourteen Latin American economies, with their export prices',
  currencies: 'currencies to the dollar over three months, official rates; negative is a loss',
  shown: 'BR',
  hasNoSurveys: true,
  mostConfidence: 0.6,
  inputs: shown.together({
    economies: economiesOf(countries),
    priced: shown.pricesOf(exported),
    rates: shown.dailyRates(['BR', 'MX']),
  }),
  markets: {
    fields: { commodities: shown.priceFields },
    read({ priced }) {
      const changes = meanChanges(priced)
      const z = zOfNewest(changes)
      return {
        markets: [partOf('terms_of_trade', 0.1, changes, 80, squashOrNull(z))],
        marketText: `, export prices ${say(shown.newestMeanChange(priced), 1, ' %')} over three months`,
        sections: { commodities: shown.tellPrices(priced) },
      }
    },
  },
  more: {
    fields: {
      real_policy_rates: list(
        {
          iso2: text(),
          pct: known(pct('the policy rate at the end of a month less consumer prices over the year to the same month', 2)),
          month: month(),
        },
        'where a central bank sets one',
      ),
      fx_daily: shown.rateFields,
      narrative: list(text(), { maxItems: 3 }),
      basis: basisField,
    },
    tell: ({ economies, priced, rates }) => ({
      real_policy_rates: realRates(economies),
      fx_daily: shown.tellRates(rates),
      narrative: narrate(economies, priced),
      basis: tellBasis(economies),
    }),
  },
})
