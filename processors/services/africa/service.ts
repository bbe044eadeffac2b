// Africa: how sixteen economies do, one by one and together, and what the commodities they sell are worth.
import { basisField, economiesOf, tellBasis } from '../../families/region-economies.ts'
import { priceFields, pricesOf, tellPrices, together } from '../../families/region-markets.ts'
import { defineRegion } from '../../families/region-pulse.ts'

const countries = 'NG ZA EG KE GH ET MA DZ CI TZ UG SN ZM AO CM RW'.split(' ')

export default defineRegion({
  label: 'africa',
  title: 'Africa',
  description:
    'The pulse of Africa: growth, prices, currencies, reserves and trade of sixteen economies, and its export commodities.',
  version: '2',
  tags: ['macro', 'africa'],
  name: 'Africa',
  path: '/pulse',
  summary: 'Growth, prices, currencies, reserves and trade of sixteen African economies, with the commodities they export',
  currencies: 'currencies to the dollar over three months; negative is a loss',
  shown: 'KE',
  hasNoSurveys: true,
  mostConfidence: 0.6,
  inputs: together({
    economies: economiesOf(countries),
    priced: pricesOf({
      brent: 'Brent crude oil',
      gold: 'Gold',
      copper: 'Copper',
      cocoa: 'Cocoa',
      coffee: 'Arabica coffee',
      coffee_robusta: 'Robusta coffee',
    }),
  }),
  more: {
    fields: { commodity_exposure: priceFields, basis: basisField },
    tell: ({ economies, priced }) => ({ commodity_exposure: tellPrices(priced), basis: tellBasis(economies) }),
  },
})
