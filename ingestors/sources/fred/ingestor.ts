// Polls each listed series as CSV, one a request because several come back zipped; a series never read before in full, the others where they can still change.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { fromDay } from '../../shapes/range.ts'
import { csvSource } from '../../shapes/tables.ts'
import { fredSeries } from './series.ts'
import { fredObservations } from './topic.ts'

// Yearly revisions of seasonal factors reach back five years, those of daily rates a few weeks.
const revisable = { daily: 60, weekly: 400, monthly: 1_900, quarterly: 1_900, annual: 1_900 } as const

export default csvSource({
  source: 'fred',
  topic: fredObservations,
  schedule: '20 13,21 * * 1-5',
  grade: 'B',
  proof: 'captured 2026-08',
  // Two a second at the most, by its terms.
  gapMs: 500,
  tables: ({ at, since, newestByKey }) =>
    Object.entries(fredSeries).map(([series, { from, frequency }]) => {
      const newest = newestByKey === undefined ? since : (newestByKey.get(series) ?? null)
      const start = fromDay({ at, since: newest }, { first: from, revisableDays: revisable[frequency] })
      return { id: series, url: `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${series}&cosd=${start}` }
    }),
  columns: (series) => [series],
  row(row, series, at) {
    const date = row.observation_date ?? row.DATE ?? row.date
    if (date === undefined) throw new TollgateError('upstream_changed', 'columns are missing: observation_date')
    const [day, value] = [toIsoDate(date), toNumber(row[series])]
    // Some series run on into the years ahead as projections.
    return value === null || day > at.toISOString().slice(0, 10) ? null : { series, date: day, value }
  },
})
