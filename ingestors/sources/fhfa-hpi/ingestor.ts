// Polls the master file of every index: of its many kinds three are read, the one that is seasonally adjusted where there is one. Captured; its rows for the country and the states have the same columns.
import { TollgateError } from '../../../base/errors.ts'
import { toNumber } from '../../formats/csv.ts'
import { csvSource } from '../../shapes/tables.ts'
import { housePrices } from './topic.ts'

const yearsKept = 12

/** What is read of each kind: purchases for the country and the states, refinanced houses too for areas, of which only a hundred have purchases. */
function kindOf(row: Readonly<Record<string, string>>) {
  const kind = [row.hpi_flavor, row.frequency, row.level].join(' ')
  if (kind === 'purchase-only monthly USA or Census Division')
    return row.place_id === 'USA' ? ({ level: 'country', months: 1, column: 'index_sa' } as const) : null
  if (kind === 'purchase-only quarterly State') return { level: 'state', months: 3, column: 'index_sa' } as const
  return kind === 'all-transactions quarterly MSA' ? ({ level: 'metro', months: 3, column: 'index_nsa' } as const) : null
}

export default csvSource({
  source: 'fhfa-hpi',
  topic: housePrices,
  // The country in the last week of each month, all others with it once a quarter.
  schedule: '20 14 * * 2,3',
  grade: 'A',
  proof: 'captured 2025-08',
  url: 'https://www.fhfa.gov/hpi/download/monthly/hpi_master.csv',
  columns: ['hpi_type', 'hpi_flavor', 'frequency', 'level', 'place_name', 'place_id', 'yr', 'period', 'index_nsa', 'index_sa'],
  isNeverEmpty: true,
  row(row, _, at) {
    const kind = row.hpi_type === 'traditional' ? kindOf(row) : null
    if (kind === null) return null
    const [year, period] = [Number(row.yr), Number(row.period)]
    if (!(Number.isInteger(year) && Number.isInteger(period) && period >= 1 && period <= 12 / kind.months))
      throw new TollgateError('upstream_changed', `${row.place_id} has an index of ${row.yr}, ${row.period}`)
    if (year < at.getUTCFullYear() - yearsKept) return null
    const index = toNumber(row[kind.column])
    const month = new Date(Date.UTC(year, period * kind.months, 0)).toISOString().slice(0, 10)
    return index === null ? null : { place: row.place_id!, name: row.place_name!, level: kind.level, month, index }
  },
})
