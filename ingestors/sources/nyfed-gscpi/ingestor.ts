// Polls the index's matrix of estimates: a row a month, a column a vintage, of which the last one holds.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { parseCsv, toIsoDate, toNumber } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { supplyPressure } from './topic.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export default defineIngestor<ValueOf<typeof supplyPressure>, string>({
  source: 'nyfed-gscpi',
  topic: supplyPressure,
  schedule: '10 15 1-12 * *',
  grade: 'B',
  fetch: ({ http, signal }) =>
    http.text('https://www.newyorkfed.org/medialibrary/research/interactives/data/gscpi/gscpi_interactive_data.csv', {
      expect: 'csv',
      signal,
    }),
  parse(csv, at) {
    const rows = parseCsv(csv, ['Date'])
    const newest = Object.keys(rows[0] ?? {}).at(-1)
    return rows.flatMap((row) => {
      const [month, deviations] = [readDay(row.Date!), toNumber(row[newest!])]
      return deviations === null ? [] : [{ month, deviations, vintage: at.toISOString() }]
    })
  },
})

function readDay(text: string): string {
  const [, day, name, year] = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? []
  const month = months.indexOf(name?.toLowerCase() ?? '') + 1
  if (day === undefined || month === 0) throw new TollgateError('upstream_changed', 'a row has no date')
  return toIsoDate(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
}
