// Trade: how the world's moves, what the United States sells and buys, from whom, and what it takes at the border; of other countries the goods alone.
import { worldTrade } from '../../../ingestors/sources/cpb-trade/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { customsDuties } from '../../../ingestors/sources/mts-customs/topic.ts'
import { tradeNotices } from '../../../ingestors/sources/trade-notices/topic.ts'
import { monthlyCountries, monthlyFigures, monthlyKey } from '../../../ingestors/sources/world-bank-monthly/topic.ts'
import { passagesOf } from '../../families/region-markets.ts'
import { country, countryName } from '../../inputs/country.ts'
import { iso3Of } from '../../inputs/country-codes.ts'
import * as kit from '../../kit/index.ts'
import { computeTrade, labels, type TradeInputs } from './signal.ts'

const { known, list, maybe, month, number, pct, text } = kit
const us = 'US'
const days = 4_018
const fred = kit.seriesOf(fredObservations, ({ value }) => value, { days })
const bank = kit.seriesOf(monthlyFigures, ({ value }) => value, { days })
const world = kit.series(worldTrade, ({ index }) => index, { days })
// The Census Bureau's code of each, or two letters, as FRED names its series.
const partners = {
  CA: 'CA',
  MX: 'MX',
  CN: 'CH',
  JP: 'JP',
  DE: 'GE',
  KR: 'KR',
  GB: 'UK',
  VN: '5520',
  TW: '5830',
  IN: '5330',
  IE: '4190',
  CH: '4419',
  NL: '4210',
}
const straits = ['Suez Canal', 'Panama Canal', 'Bab el-Mandeb Strait', 'Malacca Strait', 'Cape of Good Hope'] as const
const reporters = [...iso3Of].flatMap(([iso2, iso3]) => (monthlyCountries.includes(iso3) ? [iso2] : []))

const unitedStates = {
  reporter: us,
  name: countryName(us),
  world,
  exports: fred('BOPGEXP'),
  imports: fred('BOPGIMP'),
  services: fred('BOPSTB'),
  exportPrices: fred('IQ'),
  newOrders: fred('NOCDFSA066MSFRBPHI'),
  duties: kit.series(customsDuties, ({ net_usd }) => net_usd / 1e6, { days }),
  straits: passagesOf(straits),
  partners: Object.entries(partners).map(([iso2, code]) => ({ iso2, exports: fred(`EXP${code}`), imports: fred(`IMP${code}`) })),
  importsOfAll: fred('IMP0015'),
  notices: kit.mapped(kit.all(tradeNotices, { days: 365 }), (facts) =>
    facts.flatMap(({ value }) => (value.subject === 'tariffs' ? [value] : [])),
  ),
}

const goodsOf = (iso2: string) => {
  const of = (measure: 'exports_musd' | 'imports_musd') => bank(monthlyKey(measure, iso3Of.get(iso2)!))
  const none = {
    services: kit.given([]),
    exportPrices: kit.given([]),
    newOrders: kit.given([]),
  }
  const more = {
    duties: kit.given([]),
    straits: kit.given([]),
    partners: kit.given([]),
    importsOfAll: kit.given([]),
    notices: kit.given([]),
  }
  return {
    reporter: iso2,
    name: countryName(iso2),
    world,
    exports: of('exports_musd'),
    imports: of('imports_musd'),
    ...none,
    ...more,
  }
}

export default kit.defineSignalService({
  label: 'trade',
  title: 'Trade',
  description:
    'World trade and a country’s own: balance, flows, partners, effective tariff and their concentration, as one signal.',
  version: '1',
  tags: ['macro', 'trade'],
  rows: { list: [us, ...reporters.filter((iso2) => iso2 !== us)] },
  facts: (key: string) => (key === us ? unitedStates : goodsOf(key)),
  route: kit.signalRoute({
    path: '/trade',
    price: '0.05',
    summary: 'Trade signal: world volumes, US balance, flows, partners and effective tariff; goods trade of other countries',
    tags: ['macro', 'trade', 'tariffs'],
    takes: { reporter: kit.mayTake(country) },
    key: (input) => input.reporter ?? us,
    closed: true,
    // A month of other countries is told up to eleven weeks after it began, and is the newest for another month.
    fresh: { days: 95 },
    sold: { days: 130 },
    labels,
    answer: {
      reporter: { iso2: text(), name: text() },
      basis: { exports: text(), shipping: text(), orders: text() },
      balance: {
        month: maybe(month()),
        goods_bn: number('billion dollars a month', 1),
        services_bn: number('the same; the United States only', 1),
        total_bn: number('the same; the United States only', 1),
        chg_3m_bn: number('the mean of three months less that of the three before; of goods where services are not told', 1),
      },
      flows: {
        month: maybe(month()),
        exports_yoy_pct: pct('goods, in dollars, over 12 months', 1),
        imports_yoy_pct: pct('goods, in dollars, over 12 months', 1),
      },
      world: { wtm_3m3m_pct: pct('volume, three months over the three before', 1), month: maybe(month()) },
      partners: list(
        {
          iso2: text(),
          exports_bn: known(number('billion dollars in the 12 months to that month', 1)),
          imports_bn: known(number('the same', 1)),
          balance_bn: known(number('the same', 1)),
          yoy_pct: pct('both together, over the 12 months before', 1),
          month: month(),
        },
        'the largest first; the United States only',
      ),
      tariff: {
        effective_rate_pct: pct('customs duties in percent of goods imports, both of the same 12 months', 2),
        customs_revenue_12m_bn: number('billion dollars', 1),
        chg_12m_pp: kit.pp('of the effective rate', 2),
        month: maybe(month()),
      },
      policy_events: list({ title: text(), type: text(), date: kit.day(), url: text() }, { maxItems: 5 }),
      concentration: {
        import_hhi: number('squares of the partners’ percent of imports, 0 to 10,000; of those listed, so at least this', 0),
        listed_share_pct: pct('of imports in 12 months from the partners listed', 1),
        month: maybe(month()),
      },
    },
  }),
  signal: (inputs, now) => computeTrade(inputs as TradeInputs, now),
})
