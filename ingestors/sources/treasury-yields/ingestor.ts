// Polls the Treasury's yearly CSVs; the first poll walks the whole history, later ones only the years that can still change.
import { type CsvRow, refuseWithout, toIsoDate, toNumber } from '../../formats/csv.ts'
import { yearsFrom } from '../../shapes/range.ts'
import { csvSource, type Table } from '../../shapes/tables.ts'
import { type Tenor, tenors, treasuryYields } from './topic.ts'

const curves = {
  nominal: { since: 1990, dataset: 'daily_treasury_yield_curve' },
  real: { since: 2003, dataset: 'daily_treasury_real_yield_curve' },
} as const
type Curve = keyof typeof curves
// Without these a file has changed beyond what the curve can be read from; the bills and the 30-year real yield came later.
const needed = { nominal: ['3m', '2y', '5y', '10y', '30y'], real: ['5y', '10y'] } as const
const base = 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv'

export default csvSource({
  source: 'treasury-yields',
  topic: treasuryYields,
  schedule: '15,45 21-23 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-10-10',
  // Sixty-odd years of files at the first poll.
  atOnce: 4,
  tables: ({ at, since }): Table<Curve>[] =>
    (Object.keys(curves) as Curve[]).flatMap((id) => {
      const query = (year: number) => `type=${curves[id].dataset}&field_tdr_date_value=${year}&_format=csv`
      const years = yearsFrom(since?.getUTCFullYear() ?? curves[id].since, at)
      return years.map((year) => ({ id, url: `${base}/${year}/all?${query(year)}` }))
    }),
  columns: ['Date'],
  row: (row, curve) => ({ curve, date: toIsoDate(row.Date!), yields: readYields(row, needed[curve]) }),
})

// By header name, never by position: a 1.5 Month column came in 2025, and the real curve writes "5 YR" where the other writes "5 Yr".
function readYields(row: CsvRow, wanted: readonly Tenor[]): Record<string, number | null> {
  const yields: Partial<Record<Tenor, number | null>> = {}
  for (const [header, text] of Object.entries(row)) {
    const named = /^(\d+)\s*(mo|yr)$/i.exec(header)
    if (named === null) continue
    const tenor = `${Number(named[1])}${named[2]![0]!.toLowerCase()}` as Tenor
    if (tenors.includes(tenor)) yields[tenor] = toNumber(text)
  }
  refuseWithout(wanted, (tenor) => tenor in yields)
  return yields
}
