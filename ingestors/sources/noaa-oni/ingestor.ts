// Polls a text of columns: the initials of three months, the year their middle is of, the temperature, and its distance from the usual.
import { TollgateError } from '../../../base/errors.ts'
import { toNumber } from '../../formats/csv.ts'
import { tablesSource } from '../../shapes/tables.ts'
import { oceanicNino } from './topic.ts'

const seasons = ['DJF', 'JFM', 'FMA', 'MAM', 'AMJ', 'MJJ', 'JJA', 'JAS', 'ASO', 'SON', 'OND', 'NDJ']

export default tablesSource(
  {
    source: 'noaa-oni',
    topic: oceanicNino,
    // About the fifth of each month.
    schedule: '40 15 3-12 * *',
    grade: 'A',
    proof: 'captured 2025-04',
    url: 'https://www.cpc.ncep.noaa.gov/data/indices/oni.ascii.txt',
  },
  {
    fetch: (url, { http, signal }) => http.text(url, { expect: 'text', signal }),
    rowsOf(body: string) {
      const [head, ...lines] = body.split('\n').map((line) => line.trim().split(/\s+/))
      if (head?.join(' ') !== 'SEAS YR TOTAL ANOM')
        throw new TollgateError('upstream_changed', 'columns are missing: SEAS YR TOTAL ANOM')
      const seen = lines.filter((cells) => cells.length > 1)
      if (seen.length === 0) throw new TollgateError('upstream_changed', 'the index has no season')
      return seen
    },
    read(cells) {
      const [season, year, , anomaly] = cells as readonly string[]
      const [middle, anomaly_c] = [seasons.indexOf(season!), toNumber(anomaly)]
      if (middle < 0 || !/^(19|20)\d\d$/.test(year!) || anomaly_c === null)
        throw new TollgateError('upstream_changed', `${(cells as readonly string[]).join(' ').slice(0, 40)} is no season`)
      // The last of three months is the one after the middle.
      return { month: new Date(Date.UTC(Number(year), middle + 2, 0)).toISOString().slice(0, 10), anomaly_c }
    },
  },
)
