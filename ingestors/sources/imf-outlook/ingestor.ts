// Polls six tables of all countries; regions and unions stand among them under codes of their own. One that is empty costs itself. The
// years that are asked for are not always all that is sent: recorded answers run to five years ahead.
import { namesOf } from '../../../base/records.ts'
import { defineIngestor } from '../../define.ts'
import { needSome, readRow } from '../../formats/json.ts'
import { yearsFrom } from '../../shapes/range.ts'
import { type Fetched, fetchTables, readTables } from '../../shapes/tables.ts'
import { figuresByCountry, readFigure, type YearlyFigures } from '../../shapes/yearly-figures.ts'
import { outlooks } from './topic.ts'

const measures = {
  NGDP_RPCH: 'growth_pct',
  PCPIPCH: 'inflation_pct',
  GGXWDG_NGDP: 'debt_pct_gdp',
  GGXCNL_NGDP: 'balance_pct_gdp',
  // The Fiscal Monitor's: the outlook itself has none.
  GGXONLB_G01_GDP_PT: 'primary_balance_pct_gdp',
  BCA_NGDPD: 'current_account_pct_gdp',
} as const
type Code = keyof typeof measures

const base = 'https://www.imf.org/external/datamapper/api/v1'
// Bursts are answered with 403.
const gapMs = 1_500
const yearsBack = 8
const yearsAhead = 2

export default defineIngestor<YearlyFigures, readonly Fetched<Code>[]>({
  source: 'imf-outlook',
  topic: outlooks,
  schedule: '0 5 * * *',
  grade: 'C',
  proof: 'captured 2026-09-12',
  fetch(context) {
    const periods = yearsOf(context.at).join(',')
    const tables = namesOf(measures).map((id) => ({ id, url: `${base}/${id}?periods=${periods}` }))
    return fetchTables(tables, context, (url, { http, signal }) => http.json(url, { signal, gapMs }))
  },
  parse(tables, at, setAside) {
    const found = readTables(tables, (code, body) => readTable(code, body, yearsOf(at)), setAside)
    return [...figuresByCountry(found, at).values()]
  },
})

const yearsOf = (at: Date): number[] => yearsFrom(at.getUTCFullYear() - yearsBack, at, yearsAhead)

function readTable(code: Code, body: unknown, wanted: readonly number[]) {
  const places = readRow(readRow(readRow(body, code).values, 'values')[code], code)
  const figures = Object.entries(places)
    // Five letters and more, or digits: a group of countries.
    .filter(([iso3]) => /^[A-Z]{3}$/.test(iso3))
    .flatMap(([iso3, years]) =>
      Object.entries(readRow(years, iso3)).flatMap(([year, value]) => readFigure(measures[code], iso3, year, value) ?? []),
    )
    .filter(({ figure }) => wanted.includes(figure.year))
  return needSome(figures, `${code} has no figure of any country`)
}
