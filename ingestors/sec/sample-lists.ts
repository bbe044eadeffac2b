// The SEC's two lists of tickers in the demo world, the same for every source that asks for them; some companies do not exist.
import type { SampleAnswer } from '../define.ts'

export const sampleFund = {
  cik: 36405,
  series: 'S000002848',
  cls: 'C000007808',
  symbol: 'VTI',
  name: 'Vanguard Total Stock Market Index Fund',
}

const companies: readonly (readonly [cik: number, ticker: string, title: string])[] = [
  [320193, 'AAPL', 'Apple Inc.'],
  [789019, 'MSFT', 'MICROSOFT CORP'],
  [884394, 'SPY', 'STATE STREET SPDR S&P 500 ETF TRUST'],
  [9000001, 'GZMO', 'Gizmotronix Inc.'],
  [9000002, 'QXT-B', 'Quextron Corp.'],
]

export function companyTickers(url: URL): SampleAnswer | null {
  if (url.hostname !== 'www.sec.gov' || url.pathname !== '/files/company_tickers.json') return null
  return json(Object.fromEntries(companies.map(([cik_str, ticker, title], i) => [i, { cik_str, ticker, title }])))
}

export function fundTickers(url: URL): SampleAnswer | null {
  if (url.hostname !== 'www.sec.gov' || url.pathname !== '/files/company_tickers_mf.json') return null
  return json({
    fields: ['cik', 'seriesId', 'classId', 'symbol'],
    data: [
      [2110, 'S000009184', 'C000024954', 'LACAX'],
      [sampleFund.cik, sampleFund.series, sampleFund.cls, sampleFund.symbol],
    ],
  })
}

const json = (value: unknown): SampleAnswer => ({ type: 'application/json', body: JSON.stringify(value) })
