// Polls the Treasury's yearly CSVs; the first poll walks the whole history, later ones only the years that can still change.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { parseCsv, toIsoDate, toNumber } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { type Tenor, tenors, treasuryYields } from './topic.ts'

type Yields = ValueOf<typeof treasuryYields>

interface YearFile {
  readonly curve: 'nominal' | 'real'
  readonly csv: string
}

const firstYear = { nominal: 1990, real: 2003 } as const
const dataset = { nominal: 'daily_treasury_yield_curve', real: 'daily_treasury_real_yield_curve' } as const
// Without these a file has changed beyond what the curve can be read from; the bills and the 30-year real yield came later.
const needed = { nominal: ['3m', '2y', '5y', '10y', '30y'], real: ['5y', '10y'] } as const
const base = 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv'

export default defineIngestor<Yields, YearFile[]>({
  source: 'treasury-yields',
  topic: treasuryYields,
  schedule: '15,45 21-23 * * 1-5',
  grade: 'A',
  async fetch({ http, at, since, signal }) {
    const files: YearFile[] = []
    for (const curve of ['nominal', 'real'] as const) {
      const from = since === null ? firstYear[curve] : since.getUTCFullYear()
      for (let year = from; year <= at.getUTCFullYear(); year++) {
        const query = `type=${dataset[curve]}&field_tdr_date_value=${year}&_format=csv`
        files.push({ curve, csv: await http.text(`${base}/${year}/all?${query}`, { expect: 'csv', signal }) })
      }
    }
    return files
  },
  parse(files, at) {
    return files.flatMap(({ curve, csv }) =>
      parseCsv(csv, ['Date']).map((row) => ({
        curve,
        date: toIsoDate(row.Date!),
        yields: readYields(row, needed[curve]),
        vintage: at.toISOString(),
      })),
    )
  },
})

// By header name, never by position: a 1.5 Month column came in 2025, and the real curve writes "5 YR" where the other writes "5 Yr".
function readYields(row: Readonly<Record<string, string>>, wanted: readonly Tenor[]): Partial<Record<Tenor, number | null>> {
  const yields: Partial<Record<Tenor, number | null>> = {}
  for (const [header, text] of Object.entries(row)) {
    const named = /^(\d+)\s*(mo|yr)$/i.exec(header)
    if (named === null) continue
    const tenor = `${Number(named[1])}${named[2]![0]!.toLowerCase()}` as Tenor
    if (tenors.includes(tenor)) yields[tenor] = toNumber(text)
  }
  const missing = wanted.filter((tenor) => yields[tenor] === undefined)
  if (missing.length > 0) throw new TollgateError('upstream_changed', `columns are missing: ${missing.join(', ')}`)
  return yields
}
