// The US economy in one answer: regime, growth, prices, work, policy, markets and public finance.
import { fiscalSeries } from '../../../ingestors/sources/fiscaldata/topic.ts'
import { nyfedRates } from '../../../ingestors/sources/nyfed-rates/topic.ts'
import { financialStress } from '../../../ingestors/sources/ofr-fsi/topic.ts'
import { type Tenor, treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { curveSpread, cycleFacts, days, fred } from '../../families/us-cycle.ts'
import { summarizeCycle } from '../../formula/business-cycle.ts'
import {
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
  pp,
  series,
  seriesOf,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { computeMacro, ladder, quadrants } from './signal.ts'

const curve = (key: string, tenor: Tenor, span = days) =>
  series(treasuryYields, ({ yields }) => yields[tenor], { key, days: span })
const fiscal = seriesOf(fiscalSeries, ({ value_usd_m }) => value_usd_m, { days })

export default defineSignalService({
  label: 'macro',
  title: 'Macro',
  description: 'The US economy as one signal: which regime it is in and the numbers that say so, from official sources.',
  version: '3',
  tags: ['macro'],
  rows: { one: 'us' },
  facts: {
    payrollsK: fred('PAYEMS'),
    debtM: fiscal('debt_total'),
    tgaM: fiscal('tga_close'),
    stress: series(financialStress, ({ index }) => index, { days }),
    cycle: cycleFacts,
    fedAssetsM: fred('WALCL'),
    reverseRepoBn: fred('RRPONTSYD'),
    unemployment: fred('UNRATE'),
    naturalRate: fred('NROU'),
    sahm: fred('SAHMREALTIME'),
    claims: fred('ICSA'),
    cpi: fred('CPIAUCSL'),
    coreCpi: fred('CPILFESL'),
    corePce: fred('PCEPILFE'),
    ppi: fred('PPIFIS'),
    realGdp: fred('GDPC1'),
    gdpBn: fred('GDP'),
    gdpNow: fred('GDPNOW'),
    production: fred('INDPRO'),
    balanceM: fred('MTSDS133FMS'),
    tenYear: curve('nominal', '10y'),
    realTenYear: curve('real', '10y', 366),
    spread2s10s: curveSpread('10y', '2y'),
    funds: mapped(newest(nyfedRates, { key: 'EFFR', days: 30 }), (fact) => fact?.value),
    fundsAt: mapped(newest(nyfedRates, { key: 'EFFR', days: 30 }), (fact) => fact?.observedAt ?? null),
  },
  route: signalRoute({
    path: '/macro',
    price: '0.05',
    summary:
      'US macro signal: growth and inflation regime, labor, policy stance, markets, public finance and own-trend surprises',
    tags: ['macro', 'growth', 'inflation', 'policy'],
    fresh: { days: 5 },
    sold: { days: 45 },
    labels: ladder,
    answer: {
      regime: {
        quadrant: maybe(word(quadrants, 'three-month trends of activity and of core inflation')),
        since: maybe(month('first month of its run')),
      },
      growth: {
        activity_z: number('activity of the coincident indicators, robust deviations from trend', 2),
        gdp_qoq_saar_pct: pct('real GDP, quarter on quarter, annualised', 1),
        gdpnow_pct: pct('Atlanta Fed estimate for the newest quarter it covers, annualised', 1),
        ip_yoy_pct: pct('industrial production over 12 months', 1),
        as_of: {
          activity: maybe(month()),
          gdp: maybe(month('first month of its quarter')),
          gdpnow: maybe(month('first month of its quarter')),
          ip: maybe(month()),
        },
      },
      inflation: {
        cpi_yoy_pct: pct('consumer prices over 12 months; null where either month was never published', 1),
        core_cpi_yoy_pct: pct('without food and energy', 1),
        core_3m_saar_pct: pct('core consumer prices over 3 months, annualised', 1),
        core_pce_yoy_pct: pct('core PCE prices over 12 months', 1),
        ppi_yoy_pct: pct('producer prices, final demand, over 12 months', 1),
        breakeven_10y_pct: pct('nominal minus real 10-year par yield of one day', 2),
        as_of: {
          cpi: maybe(month()),
          core_cpi: maybe(month()),
          core_pce: maybe(month()),
          ppi: maybe(month()),
          breakeven: maybe(day()),
        },
      },
      labor: {
        payrolls_avg_3m_k: number('thousands of jobs a month', 0),
        u3_pct: pct('unemployment rate'),
        sahm: number('Sahm rule in real time, percentage points'),
        claims_avg_4w_k: number('initial claims, thousands', 0),
        as_of: {
          payrolls: maybe(month()),
          u3: maybe(month()),
          sahm: maybe(month()),
          claims: maybe(day('the Saturday it ended')),
        },
      },
      policy: {
        ffr_low_pct: pct('federal funds target, lower bound'),
        ffr_high_pct: pct('upper bound'),
        effr_pct: pct('effective federal funds rate'),
        real_policy_rate_pct: pct('the same less core PCE inflation', 2),
        taylor_gap_pp: pp('the same less the Taylor rule of 1993', 2),
        effr_date: maybe(day()),
      },
      markets: {
        ust10y_pct: pct('10-year par yield'),
        spread_2s10s_bp: bp('10-year minus 2-year', 0),
        ofr_fsi: number('OFR Financial Stress Index; positive is stress', 3),
        as_of: { ust10y: maybe(day()), spread_2s10s: maybe(day()), ofr_fsi: maybe(day()) },
      },
      fiscal: {
        debt_usd: usd('total public debt', 0),
        deficit_12m_pct_gdp: number('federal deficit of 12 months; a surplus is negative', 1),
        as_of: { debt: maybe(day()), deficit: maybe(month()) },
      },
      surprises: list({
        series: text(),
        month: month(),
        actual: number('newest', 2),
        prior: number('of the month before', 2),
        z: number("robust deviations from ten years of its own values; no forecaster's expectation is involved", 2),
      }),
    },
  }),
  signal: (inputs, now) => computeMacro({ ...inputs, ...summarizeCycle(inputs.cycle, now) }, now),
})
