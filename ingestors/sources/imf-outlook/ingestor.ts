// Polls six tables of all countries; regions and unions stand among them under codes of their own.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readRow } from '../../formats/json.ts'
import { monthOf, readFigure, type YearlyFigures } from '../../shapes/yearly-figures.ts'
import { outlooks } from './topic.ts'

const measures = {
  NGDP_RPCH: 'growth_pct',
  PCPIPCH: 'inflation_pct',
  GGXWDG_NGDP: 'debt_pct_gdp',
  GGXCNL_NGDP: 'balance_pct_gdp',
  GGXONLB_NGDP: 'primary_balance_pct_gdp',
  BCA_NGDPD: 'current_account_pct_gdp',
} as const

const base = 'https://www.imf.org/external/datamapper/api/v1'
const yearsBack = 8
const yearsAhead = 2

export default defineIngestor<YearlyFigures, Record<string, unknown>>({
  source: 'imf-outlook',
  topic: outlooks,
  schedule: '0 5 * * *',
  grade: 'C',
  proof: 'documented',
  apart: 2,
  async fetch({ http, at, signal, setAside }) {
    const year = at.getUTCFullYear()
    const periods = Array.from({ length: yearsBack + 1 + yearsAhead }, (_, i) => year - yearsBack + i).join(',')
    const tables: Record<string, unknown> = {}
    for (const code of Object.keys(measures)) {
      const table = await fetchedOrAside(code, http.json(`${base}/${code}?periods=${periods}`, { signal }), setAside)
      if (table !== undefined) tables[code] = table
    }
    return tables
  },
  parse(tables, at) {
    const found = Object.entries(measures).flatMap(([code, measure]) => {
      // Dead, and told as set aside.
      if (!(code in tables)) return []
      const places = readRow(readRow(readRow(tables[code], code).values, 'values')[code], code)
      const figures = Object.entries(places)
        // Five letters and more, or digits: a group of countries.
        .filter(([iso3]) => /^[A-Z]{3}$/.test(iso3))
        .flatMap(([iso3, years]) =>
          Object.entries(readRow(years, iso3)).flatMap(([year, value]) => readFigure(measure, iso3, year, value) ?? []),
        )
      if (figures.length === 0) throw new TollgateError('upstream_changed', `${code} has no figure of any country`)
      return figures
    })
    return [...Map.groupBy(found, ({ iso3 }) => iso3)].map(([iso3, list]) => ({
      iso3,
      read_in: monthOf(at),
      figures: list.map(({ figure }) => figure),
      vintage: at.toISOString(),
    }))
  },
})
