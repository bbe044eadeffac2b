// Europe: how its economies do, one by one and together, under the stress of their markets.
import { defineRegion } from '../../families/region-pulse.ts'
import { bp, day, known, list, maybe, month, number, pct, reading, text } from '../../kit/index.ts'
import { readEuroArea, readInputs, selections } from './inputs.ts'
import { readMarkets } from './signal.ts'

export default defineRegion({
  label: 'europe',
  title: 'Europe',
  description:
    'The pulse of Europe: growth, prices, policy rates, currencies and outlook by country, bond spreads and systemic stress.',
  version: '4',
  tags: ['macro', 'europe'],
  name: 'Europe',
  path: '/pulse',
  summary:
    'Growth, prices, policy rates, currencies, reserves and outlook of twenty European economies, bond spreads and systemic stress',
  currencies: 'currencies over three months, members of the euro against the dollar, others against the euro',
  shown: 'DE',
  inputs: reading(selections, (seen) => ({ ...readInputs(seen), area: readEuroArea(seen) })),
  markets: {
    fields: {
      spreads: list({
        iso2: text(),
        spread_vs_de_bp: known(bp(undefined, 0)),
        z: number('in its own ten years', 2),
        month: month(),
      }),
      stress: {
        ciss: number('composite indicator of systemic stress, 0 to 1', 3),
        z: number('in its own ten years', 2),
        date: maybe(day()),
      },
    },
    read: (inputs) => readMarkets(inputs),
  },
  more: {
    fields: {
      euro_area: {
        hicp_yoy_pct: pct('consumer prices over a year', 1),
        hicp_month: maybe(month()),
        core_hicp_yoy_pct: pct('without energy, food, alcohol and tobacco', 1),
        core_hicp_month: maybe(month()),
        unemployment_pct: pct('of the labour force', 1),
        unemployment_month: maybe(month()),
        ip_yoy_pct: pct('industrial production over a year', 1),
        ip_month: maybe(month()),
        esi: number('economic sentiment', 1),
        esi_month: maybe(month()),
        deposit_rate_pct: pct("the European Central Bank's deposit rate", 3),
        deposit_rate_date: maybe(day()),
        estr_pct: pct('overnight rate of the euro', 3),
        estr_date: maybe(day()),
      },
      curve: {
        aaa_10y_pct: pct("ten-year yield of the area's AAA governments", 3),
        date: maybe(day()),
        spread_2s10s_bp: bp('ten over two years, of the same day', 1),
      },
      commodity_exposure: list(
        { name: text(), change_3m_pct: pct('monthly averages over three months', 1), month: maybe(month()) },
        'what Europe buys abroad',
      ),
    },
    tell: ({ area }) => area,
  },
})
