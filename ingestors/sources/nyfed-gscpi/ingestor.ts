// Polls the index's matrix of estimates: a row a month, a column a vintage, of which the last one holds.
import { TollgateError } from '../../../base/errors.ts'
import { parseCells, toIsoDate, toNumber } from '../../formats/csv.ts'
import { tablesSource } from '../../shapes/tables.ts'
import { supplyPressure } from './topic.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export default tablesSource(
  {
    source: 'nyfed-gscpi',
    topic: supplyPressure,
    schedule: '10 15 1-12 * *',
    grade: 'B',
    proof: 'captured 2026-08-29',
    url: 'https://www.newyorkfed.org/medialibrary/research/interactives/data/gscpi/gscpi_interactive_data.csv',
  },
  {
    fetch: (url, { http, signal }) => http.text(url, { expect: 'csv', signal }),
    rowsOf: newestVintage,
    read({ day, text }: Estimate) {
      const deviations = toNumber(text)
      return deviations === null ? null : { month: readDay(day), deviations }
    },
  },
)

interface Estimate {
  readonly day: string
  readonly text: string | undefined
}

// By its place: vintages are named "Aug-26" in one download and by a spreadsheet's day numbers in another.
function newestVintage(csv: string): Estimate[] {
  const [header = [], ...rows] = parseCells(csv)
  const last = header.findLastIndex((name) => name !== '')
  if (header[0] !== 'Date' || last < 1) throw new TollgateError('upstream_changed', 'columns are missing: Date')
  return rows.map((cells) => ({ day: cells[0]!, text: cells[last] }))
}

function readDay(text: string): string {
  const [, day, name, year] = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? []
  const month = months.indexOf(name?.toLowerCase() ?? '') + 1
  if (day === undefined || month === 0) throw new TollgateError('upstream_changed', 'a row has no date')
  return toIsoDate(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
}
