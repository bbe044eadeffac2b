// Polls each listed series as CSV, one a request because several come back zipped; a series never read before in full, the others where they can still change.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { parseCsv, toIsoDate, toNumber } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { fredSeries } from './series.ts'
import { fredObservations } from './topic.ts'

// Yearly revisions of seasonal factors reach back five years, those of daily rates a few weeks.
const revisableDays = { daily: 60, weekly: 400, monthly: 1_900, quarterly: 1_900 } as const

interface SeriesFile {
  readonly series: string
  readonly csv: string
}

export default defineIngestor<ValueOf<typeof fredObservations>, SeriesFile[]>({
  source: 'fred',
  topic: fredObservations,
  schedule: '20 13,21 * * 1-5',
  grade: 'B',
  async fetch({ http, since, newestByKey, signal }) {
    const files: SeriesFile[] = []
    for (const [series, { from, frequency }] of Object.entries(fredSeries)) {
      const newest = newestByKey === undefined ? since : (newestByKey.get(series) ?? null)
      const start = newest === null ? from : isoDate(new Date(newest.getTime() - revisableDays[frequency] * 86_400_000))
      const url = `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${series}&cosd=${start}`
      files.push({ series, csv: await http.text(url, { expect: 'csv', signal }) })
    }
    return files
  },
  parse(files, at) {
    return files.flatMap(({ series, csv }) => {
      const rows = parseCsv(csv, [series])
      const date = ['observation_date', 'DATE'].find((column) => rows[0] !== undefined && column in rows[0])
      if (rows.length > 0 && date === undefined)
        throw new TollgateError('upstream_changed', 'columns are missing: observation_date')
      return rows.flatMap((row) => {
        const [day, value] = [toIsoDate(row[date!]!), toNumber(row[series])]
        // Some series run on into the years ahead as projections.
        return value === null || day > isoDate(at) ? [] : [{ series, date: day, value, vintage: at.toISOString() }]
      })
    })
  },
})

const isoDate = (date: Date): string => date.toISOString().slice(0, 10)
