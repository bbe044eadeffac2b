// Polls the index's matrix of estimates: a row a month, a column a vintage, of which the last one holds.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { csvSource } from '../../shapes/tables.ts'
import { supplyPressure } from './topic.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export default csvSource({
  source: 'nyfed-gscpi',
  topic: supplyPressure,
  schedule: '10 15 1-12 * *',
  grade: 'B',
  proof: 'captured 2026-08-29',
  url: 'https://www.newyorkfed.org/medialibrary/research/interactives/data/gscpi/gscpi_interactive_data.csv',
  columns: ['Date'],
  row(row) {
    // A heading may be a spreadsheet's serial, and such members come before Date whatever the file's order.
    const { Date: day, ...vintages } = row
    const deviations = toNumber(Object.values(vintages).at(-1))
    return deviations === null ? null : { month: readDay(day!), deviations }
  },
})

function readDay(text: string): string {
  const [, day, name, year] = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? []
  const month = months.indexOf(name?.toLowerCase() ?? '') + 1
  if (day === undefined || month === 0) throw new TollgateError('upstream_changed', 'a row has no date')
  return toIsoDate(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
}
