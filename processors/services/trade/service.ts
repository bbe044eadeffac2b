// Trade: how the world's moves, what the United States sells and buys, from whom, and what it takes at the border; of other countries the goods alone.

import { TollgateError } from '../../../base/errors.ts'
import { censusProducts } from '../../../ingestors/sources/census-products/topic.ts'
import { comtradeProducts } from '../../../ingestors/sources/comtrade-products/topic.ts'
import { worldTrade } from '../../../ingestors/sources/cpb-trade/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { customsDuties } from '../../../ingestors/sources/mts-customs/topic.ts'
import { tradeNotices } from '../../../ingestors/sources/trade-notices/topic.ts'
import { monthlyCountries, monthlyFigures, monthlyKey } from '../../../ingestors/sources/world-bank-monthly/topic.ts'
import { passagesOf } from '../../families/region-markets.ts'
import { country, countryName, findCountry } from '../../inputs/country.ts'
import { iso3Of } from '../../inputs/country-codes.ts'
import { hsCode } from '../../inputs/hs.ts'
import type { ServiceSettings } from '../../kit/define.ts'
import * as kit from '../../kit/index.ts'
import { computeProduct, type ProductTrade } from './product.ts'
import { computeTrade, labels, type TradeInputs } from './signal.ts'

const { list, maybe, month, number, pct, text } = kit
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
const productTopics: readonly string[] = [censusProducts.name, comtradeProducts.name]
const shownProduct = 'US:8542'
const straits = ['Suez Canal', 'Panama Canal', 'Bab el-Mandeb Strait', 'Malacca Strait', 'Cape of Good Hope'] as const
const reporters = [...iso3Of].flatMap(([iso2, iso3]) => (monthlyCountries.includes(iso3) ? [iso2] : []))
const countries = [us, ...reporters.filter((iso2) => iso2 !== us)]

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
  partners: Object.entries(partners).map(([iso2, code]) => ({
    iso2,
    name: countryName(iso2),
    exports: fred(`EXP${code}`),
    imports: fred(`IMP${code}`),
  })),
  exportsOfAll: fred('EXP0015'),
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
    exportsOfAll: kit.given([]),
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

const productOf = (key: string) => ({
  counted: kit.newest(censusProducts, { key, days: 0 }),
  reported: kit.newest(comtradeProducts, { key, days: 0 }),
})

// What the upstream calls by a name of its own.
const iso2Of = (name: string): string | null =>
  findCountry(name.split(',').reverse().join(' ').trim()) ?? findCountry(name) ?? null

interface Asked {
  readonly reporter?: string | undefined
  readonly hs?: string | undefined
}

/** The Census Bureau counts the United States every month; the rest, and all of it where its key is missing, is what countries report. */
function fetched({ offSources: off }: ServiceSettings, { reporter = us, hs }: Asked) {
  if (hs === undefined) return null
  const source =
    reporter === us && (!off.has('census-products') || off.has('comtrade-products')) ? 'census-products' : 'comtrade-products'
  return { source, key: `${reporter}:${hs}` }
}

/** A product nobody can be asked about here is refused with what can be asked. */
function refuseOff(settings: ServiceSettings, asked: Asked): void {
  const source = fetched(settings, asked)?.source
  const reason = source === undefined ? undefined : settings.offSources.get(source)
  if (reason === undefined) return
  const open = settings.offSources.has('census-products') ? 'ask without hs' : 'ask for the United States, or without hs'
  throw new TollgateError(
    'input_unusable',
    `hs: no source of ${asked.reporter ?? us} by product is on here (${source} ${reason}); ${open}`,
  )
}

export default (settings: ServiceSettings) =>
  kit.defineSignalService({
    label: 'trade',
    title: 'Trade',
    description:
      'World trade and a country’s own: balance, flows, partners, effective tariff and their concentration, as one signal.',
    version: '2',
    tags: ['macro', 'trade'],
    rows: { byKey: ({ topic, key }) => (productTopics.includes(topic) ? key : countries) },
    kinds: [us, shownProduct, ...reporters],
    facts: (key: string): kit.Facts => (key.includes(':') ? productOf(key) : key === us ? unitedStates : goodsOf(key)),
    route: kit.signalRoute({
      path: '/trade',
      price: '0.05',
      summary: 'Trade signal: world volumes, US balance, flows, partners and effective tariff; goods trade of other countries',
      tags: ['macro', 'trade', 'tariffs'],
      takes: { reporter: kit.mayTake(country), hs: kit.mayTake(hsCode) },
      key: ({ reporter = us, hs }) => (hs === undefined ? reporter : `${reporter}:${hs}`),
      closed: true,
      refine(input) {
        refuseOff(settings, input)
        return input
      },
      demand: { of: (input) => fetched(settings, input), perPayer: { burst: 10, perMinute: 6 } },
      // A month of other countries is told up to eleven weeks after it began, and is the newest for another month.
      fresh: { days: 95 },
      sold: { days: 130 },
      labels,
      answer: {
        reporter: { iso2: text(), name: text() },
        basis: { exports: text(), shipping: text(), orders: text() },
        product: kit.maybe(
          kit.section({
            hs: text('Harmonized System code'),
            title: maybe(text()),
            told_every: kit.word(['month', 'year']),
            period_end: kit.day('the last day of the twelve months'),
            exports_usd: kit.usd('of those twelve months; null where the source keeps its own figures', 0),
            imports_usd: kit.usd('the same', 0),
          }),
          'null but where hs was asked: then all below is of that product alone',
        ),
        balance: {
          month: maybe(month()),
          goods_bn: number('billion dollars a month', 3),
          services_bn: number('the same; the United States only', 3),
          total_bn: number('the same; the United States only', 3),
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
            iso2: maybe(text()),
            name: text(),
            exports_bn: number('billion dollars in the 12 months to that month', 3),
            imports_bn: number('the same', 3),
            balance_bn: number('the same', 3),
            exports_share_pct: pct('of all exports of those months', 1),
            imports_share_pct: pct('of all imports of those months', 1),
            yoy_pct: pct('both together, over the 12 months before', 1),
            month: month(),
          },
          'the largest first; of the United States, and of products',
        ),
        tariff: {
          effective_rate_pct: pct('customs duties in percent of goods imports, both of the same 12 months', 2),
          customs_revenue_12m_bn: number('billion dollars', 3),
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
    signal(inputs, now, key) {
      const [iso2, hs] = key.split(':') as [string, string?]
      if (hs === undefined) return computeTrade(inputs as unknown as TradeInputs, now)
      const { counted, reported } = inputs as unknown as Readonly<
        Record<'counted' | 'reported', { value: ProductTrade } | undefined>
      >
      const fact = counted ?? reported
      if (fact === undefined) return []
      return computeProduct(fact.value, counted === undefined, { iso2, name: countryName(iso2), hs, iso2Of }, now)
    },
  })
