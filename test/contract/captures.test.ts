// Parsers on what the upstreams really sent, where UPSTREAM_SAMPLES names a folder of captures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discoverIngestors } from '../../ingestors/index.ts'
import { checkValues } from '../../ingestors/poll.ts'

const folder = process.env.UPSTREAM_SAMPLES ?? ''
const at = new Date('2026-10-12T12:00:00Z')
const vintage = at.toISOString()
const ingestors = new Map((await discoverIngestors()).map((ingestor) => [ingestor.source, ingestor]))

function parse(source: string, raw: (read: (file: string) => string) => unknown, part = 'markets'): unknown[] {
  const ingestor = ingestors.get(source)
  if (ingestor === undefined) throw new Error(`there is no source ${source}`)
  const read = (file: string) => readFileSync(join(folder, 'samples', part, file), 'utf8')
  return checkValues(ingestor, ingestor.parse(raw(read), at), at)
}

if (folder === '') console.warn('skipped: the captures of the upstreams (UPSTREAM_SAMPLES is not set)')

describe.skipIf(folder === '')('captures', () => {
  test('the Treasury curve with its column of 2025 is read by name', () => {
    const days = parse('treasury-yields', (read) => [{ id: 'nominal', body: read('treasury_par_yield_curve.csv') }])
    expect(days).toHaveLength(8)
    expect(days[0]).toEqual({
      curve: 'nominal',
      date: '2026-10-09',
      yields: {
        '1m': 4.13,
        '2m': 4.13,
        '3m': 4.25,
        '4m': 4.29,
        '6m': 4.32,
        '1y': 4.47,
        '2y': 4.8,
        '3y': 4.89,
        '5y': 5.02,
        '7y': 5.13,
        '10y': 5.24,
        '20y': 5.65,
        '30y': 5.6,
      },
      vintage,
    })
    // Its 1.5 Month cell is empty; everything after it must not move.
    expect(days.at(-1)).toMatchObject({
      date: '2025-01-02',
      yields: { '1m': 4.45, '2m': 4.36, '2y': 4.25, '10y': 4.57, '30y': 4.79 },
    })
  })

  test('the Treasury curve before that column gives the same tenors', () => {
    const days = parse('treasury-yields', (read) => [{ id: 'nominal', body: read('treasury_par_yield_curve_2024_header.csv') }])
    expect(days).toHaveLength(2)
    expect(days[0]).toMatchObject({
      date: '2024-08-09',
      yields: { '1m': 5.54, '2m': 5.4, '3m': 5.33, '2y': 4.05, '7y': 3.85, '10y': 3.94, '30y': 4.23 },
    })
  })

  test('MET Norway’s forecast with hours at first and six hours later', () => {
    const [forecast] = parse(
      'metno-forecast',
      (read) => {
        const { body } = JSON.parse(read('weather-metno-compact.json')) as { body: unknown }
        return [{ cell: '40.70,-74.00', body }]
      },
      'world',
    ) as any[]
    expect(forecast).toMatchObject({ cell: '40.70,-74.00', updated_at: '2020-07-20T01:30:57Z' })
    expect(forecast.steps['2020-07-20T11:00:00Z']).toEqual({
      hours: 1,
      temp_c: 26.5,
      wind_ms: 3.8,
      wind_from_deg: 243.4,
      humidity_pct: 81.3,
      cloud_pct: 69.5,
      precip_mm: 0,
      symbol: 'partlycloudy_day',
      gust_ms: null,
      precip_prob_pct: null,
    })
    expect(Object.values<{ hours: number }>(forecast.steps).map((step) => step.hours)).toContain(6)
  })

  test('the New York Fed', () => {
    const rates = parse('nyfed-rates', (read) => JSON.parse(read('nyfed_sofr_2024-06.json')))
    expect(rates).toHaveLength(4)
    expect(rates.at(-1)).toEqual({
      type: 'SOFR',
      date: '2024-06-03',
      rate_pct: 5.35,
      percentile_99_pct: 5.44,
      volume_usd_bn: 1_912,
      target_low_pct: null,
      target_high_pct: null,
      vintage,
    })
  })

  test('the excess bond premium with its American dates', () => {
    const months = parse('fed-ebp', (read) => read('fed_ebp_shape.csv'))
    expect(months).toEqual([
      { month: '1973-01-01', gz_spread_pp: 0.6893, ebp_pp: 0.1131, recession_probability: 0.1219, vintage },
      { month: '2008-10-01', gz_spread_pp: 3.9501, ebp_pp: 2.2183, recession_probability: 0.712, vintage },
      { month: '2026-08-01', gz_spread_pp: 1.1034, ebp_pp: -0.0214, recession_probability: 0.185, vintage },
    ])
  })

  test('the OFR index', () => {
    const days = parse('ofr-fsi', (read) => read('ofr_fsi_excerpt.csv'))
    expect(days).toHaveLength(6)
    expect(days[0]).toMatchObject({ date: '2000-01-03', index: 2.14, credit: 0.54 })
    expect(days.at(-1)).toEqual({
      date: '2026-09-23',
      index: -2.663,
      credit: -1.148,
      equity_valuation: -0.567,
      safe_assets: -0.294,
      funding: -0.166,
      volatility: -0.488,
      vintage,
    })
  })

  test('a FRED graph with both ways of saying that there is no value', () => {
    const days = parse('fred', (read) => [{ id: 'DGS10', body: read('fred_fredgraph_shape.csv') }])
    expect(days).toEqual([
      { series: 'DGS10', date: '2026-05-01', value: 4.39, vintage },
      { series: 'DGS10', date: '2026-05-03', value: 4.41, vintage },
    ])
  })

  test('the World Bank, whose debt of Germany is of 1990', () => {
    const file = (read: (name: string) => string) => JSON.parse(read('worldbank_indicator.json')) as [object, any[]]
    const [germany, states] = parse('world-bank', (read) => {
      const [about, rows] = file(read)
      const place = (id: string, name: string) => ({ id, name, region: { value: 'R' }, incomeLevel: { value: 'High income' } })
      const of = (code: string) => rows.filter(({ indicator }) => indicator.id === code)
      const others = ['GC.XPN.INTP.RV.ZS', 'FI.RES.TOTL.MO', 'FI.RES.TOTL.CD', 'DT.DOD.DSTC.IR.ZS', 'PA.NUS.FCRF']
      others.push('NY.GDP.MKTP.PP.CD', 'BN.CAB.XOKA.GD.ZS', 'GC.NLD.TOTL.GD.ZS', 'GC.REV.XGRT.GD.ZS')
      others.push(...['VA', 'PV', 'GE', 'RQ', 'RL', 'CC'].map((part) => `GOV_WGI_${part}.EST`))
      const none = (code: string) => [about, [{ ...rows[0], indicator: { id: code, value: code }, value: null }]]
      const real = ['NY.GDP.MKTP.KD.ZG', 'FP.CPI.TOTL.ZG', 'GC.DOD.TOTL.GD.ZS'].map((code) => [code, [about, of(code)]] as const)
      return {
        countries: [about, [place('DEU', 'Germany'), place('USA', 'United States')]],
        indicators: [...real, ...others.map((code) => [code, none(code)] as const)].map(([id, body]) => ({ id, body })),
      }
    }) as { iso3: string; figures: object[] }[]
    expect(germany).toMatchObject({
      iso3: 'DEU',
      figures: [
        { measure: 'growth_pct', year: 2025, value: 0.239578342117881 },
        { measure: 'inflation_pct', year: 2025, value: 2.17178770949721 },
        { measure: 'central_debt_pct_gdp', year: 1990, value: 20.9 },
      ],
    })
    expect(states).toMatchObject({ iso3: 'USA', figures: [{ year: 2024 }, { measure: 'central_debt_pct_gdp', value: 115.8 }] })
  })

  test('the supply pressure matrix, of which the last column holds', () => {
    const rows = parse('nyfed-gscpi', (read) => {
      // The layout alone is real: a figure in each place, the newest vintage's among them.
      let figure = 0
      return `${read('nyfed_gscpi_layout.csv')
        .replaceAll('<value>', () => `0.${++figure}`)
        .trimEnd()}\n`
    })
    expect(rows).toEqual([
      { month: '1997-09-30', deviations: 0.2, vintage },
      { month: '2026-08-31', deviations: 0.3, vintage },
    ])
  })

  test('a company’s filings, whose columns stand side by side; the capture lacks the items', () => {
    const eps = { units: { 'USD/shares': [] } }
    const [list] = parse('sec-earnings', (read) => {
      const filings = JSON.parse(read('sec_submissions_aapl_excerpt.json'))
      const { recent } = filings.filings
      recent.items = recent.form.map((form: string) => (form === '8-K' ? '2.02,9.01' : ''))
      return [{ tickers: 'AAPL', companies: [{ ticker: 'AAPL', cik: '0000320193', filings, eps }] }]
    }) as any[]
    expect(list.companies).toMatchObject([
      {
        name: 'Apple Inc.',
        announced: ['2026-04-30T20:30:41.000Z'],
        reports: [{ period_end: '2026-04-15', filed: '2026-05-01' }],
      },
    ])
  })

  const json = (file: string) => JSON.parse(readFileSync(join(folder, 'samples', file), 'utf8'))
  test.each([
    [
      'nws-alerts',
      () => json('world/hazard-nws-alerts.json'),
      { events: [{ countries: ['US'], expires_at: '2019-12-21T13:30:00.000Z' }] },
    ],
    [
      'usgs-quakes',
      () => ({ feed: json('world/hazard-usgs-feed.json') }),
      { events: [{ magnitude: { value: 5.3, unit: 'M' }, lat: -11.6348 }, {}] },
    ],
    [
      'eonet-events',
      () => json('world/hazard-eonet-events.json'),
      { events: [{ type: 'wildfire', lat: 31.608, lon: -109.001 }] },
    ],
    ['nhc-storms', () => json('world/hazard-nhc-current-storms.json'), { events: [{ wind_kt: 90, pressure_mb: 967 }] }],
    [
      'ercot-grid',
      () => ({
        mix: json('world/grid-ercot-fuel-mix.json'),
        load: json('world/grid-ercot-load-forecast.json'),
        reserve: { current_condition: {} },
      }),
      // The load is of another day, so nothing of it may be taken for this one's.
      { at: '2025-10-09T11:44:56.000Z', demand_mw: 52_656, forecast_mw: null, peak_forecast_mw: null },
    ],
    [
      'eia-930',
      () => ({ region: json('world/grid-eia930-region-data.json'), fuel: json('world/grid-eia930-fuel-type.json') }),
      { region: 'BPAT', at: '2023-05-01T11:00:00.000Z', demand_mw: 6_215 },
    ],
    [
      'gdelt-gal',
      () => [
        {
          minute: new Date('2026-09-08T01:31:00Z'),
          body: readFileSync(join(folder, 'samples/world/news-gdelt-gal.shape.jsonl'), 'utf8'),
          isLate: false,
        },
      ],
      {
        minute: '2026-09-08T01:31:00.000Z',
        part: 0,
        articles: [
          {
            at: '2026-09-08T01:31:00.000Z',
            domain: 'example.org',
            lang: 'en',
            title: 'AI investment expands electricity demand',
          },
        ],
      },
    ],
    [
      'defillama-pools',
      () => json('crypto/defillama_free.json').yields_pools,
      { pools: [{ apy: 2.616, count: 1_192 }, { symbol: 'WBETH' }] },
    ],
    [
      'defillama-stables',
      () => json('crypto/defillama_free.json').stablecoins,
      { coins: [{ supply: 183_195_719_854.93, price_usd: null }] },
    ],
  ])('%s reads what its upstream sent', (source, raw, expected) => {
    expect(parse(source, raw)[0]).toMatchObject(expected)
  })
})
