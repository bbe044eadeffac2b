// Dollar liquidity: balance sheet, funding costs, conditions and money as one signal.
import { fiscalSeries } from '../../../ingestors/sources/fiscaldata/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { repoOperations } from '../../../ingestors/sources/nyfed-operations/topic.ts'
import { nyfedRates } from '../../../ingestors/sources/nyfed-rates/topic.ts'
import { financialStress } from '../../../ingestors/sources/ofr-fsi/topic.ts'
import { auctions } from '../../../ingestors/sources/treasury-auctions/topic.ts'
import {
  all,
  bp,
  day,
  defineSignalService,
  list,
  mapped,
  maybe,
  month,
  newest,
  number,
  pct,
  series,
  seriesOf,
  signalRoute,
} from '../../kit/index.ts'
import { computeLiquidity, labels, standingRepoBn } from './signal.ts'

const days = 4_018
const fred = seriesOf(fredObservations, ({ value }) => value, { days })

export default defineSignalService({
  label: 'liquidity',
  title: 'Liquidity',
  description:
    'How much dollar liquidity the Fed and the Treasury leave with markets, what funding costs, and where it is going.',
  version: '2',
  tags: ['macro', 'liquidity'],
  rows: { one: 'us' },
  facts: {
    fedAssetsM: fred('WALCL'),
    reservesM: fred('WRBWFRBL'),
    reverseRepoBn: fred('RRPONTSYD'),
    gdpBn: fred('GDP'),
    sofr: fred('SOFR'),
    iorb: fred('IORB'),
    nfci: fred('NFCI'),
    m2Bn: fred('M2SL'),
    cpi: fred('CPIAUCSL'),
    tgaM: series(fiscalSeries, ({ value_usd_m }) => value_usd_m, { key: 'tga_close', days }),
    ofr: series(financialStress, ({ index }) => index, { days }),
    ofrFunding: series(financialStress, ({ funding }) => funding, { days }),
    secured: mapped(newest(nyfedRates, { key: 'SOFR', days: 30 }), (fact) => fact?.value),
    standingRepoBn: mapped(all(repoOperations, { days: 14 }), (facts) => standingRepoBn(facts.map(({ value }) => value))),
    settlements: mapped(all(auctions, { days: 40 }), (facts) =>
      facts.map(({ value }) => ({ at: new Date(`${value.issued}T00:00:00Z`), usd: value.offered_usd })),
    ),
  },
  route: signalRoute({
    path: '/liquidity',
    price: '0.05',
    summary:
      'Dollar liquidity signal: net liquidity and its parts, funding stress, conditions, money and the settlement calendar',
    tags: ['macro', 'liquidity', 'fed', 'funding'],
    fresh: { days: 5 },
    sold: { days: 10 },
    labels,
    answer: {
      net_liquidity: {
        usd_bn: number('Fed assets minus Treasury account minus overnight reverse repos, billions of dollars', 1),
        chg_1w_bn: number('change over 7 days', 1),
        chg_4w_bn: number('change over 28 days', 1),
        chg_13w_bn: number('change over 91 days', 1),
        pctile_5y: number('percentile among five years of days', 1),
        date: maybe(day()),
      },
      components: {
        fed_assets_bn: number('Federal Reserve total assets, last Wednesday', 1),
        tga_bn: number('Treasury General Account, last closing balance', 1),
        on_rrp_bn: number('overnight reverse repos', 1),
        reserves_bn: number('bank reserves, last Wednesday', 1),
        as_of: { fed_assets: maybe(day()), tga: maybe(day()), on_rrp: maybe(day()), reserves: maybe(day()) },
      },
      funding: {
        sofr_pct: pct('secured overnight financing rate'),
        iorb_pct: pct('interest on reserve balances'),
        sofr_iorb_bp: bp('SOFR minus IORB, newest day', 1),
        sofr_date: maybe(day()),
        sofr_p99_spread_bp: bp('99th percentile of SOFR trades minus SOFR', 1),
        srf_usage_bn: number('standing repo facility, newest day', 3),
      },
      conditions: {
        nfci: number('Chicago Fed National Financial Conditions Index; positive is tight', 3),
        ofr_fsi: number('OFR Financial Stress Index; positive is stress', 3),
        ofr_funding: number('its funding contribution', 3),
        as_of: { nfci: maybe(day()), ofr: maybe(day()) },
      },
      money: {
        m2_yoy_pct: pct('M2 growth over 12 months', 1),
        m2_real_yoy_pct: pct('the same less consumer price inflation of that month; null where there is none yet', 1),
        month: maybe(month()),
      },
      calendar: {
        tax_dates: list(day(), 'the next three federal income tax dates'),
        settlements_next_7d_bn: number('Treasury securities announced so far that settle in the next 7 days, gross', 1),
      },
    },
  }),
  signal: computeLiquidity,
})
