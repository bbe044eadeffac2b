// Polls the weekly shares, a year a request because no more is answered; each degree counts the worse ones too. Members captured of a county's answer.
import { TollgateError } from '../../../base/errors.ts'
import { readDay, readList, readNumber } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { usDrought } from './topic.ts'

const base = 'https://usdmdataservices.unl.edu/api/USStatistics/GetDroughtSeverityStatisticsByAreaPercent'
const firstYears = 10

export default jsonRows({
  source: 'us-drought',
  topic: usDrought,
  // Thursdays at 8:30 in New York.
  schedule: '0 14 * * 4,5',
  grade: 'A',
  proof: 'captured 2025-10',
  tables({ at, since }) {
    const last = at.getUTCFullYear()
    // January's first map is still of the year before.
    const first = since === null ? last - firstYears : Math.min(last, since.getUTCFullYear())
    return Array.from({ length: last - first + 1 }, (_, i) => {
      const year = first + i
      const query = `aoi=us&startdate=1/1/${year}&enddate=12/31/${year}&statisticsType=1`
      return { id: String(year), url: `${base}?${query}` }
    })
  },
  rows: (answer) => readList(answer, 'the weeks'),
  row(row) {
    const [d1_pct, d2_pct, d3_pct] = ['d1', 'd2', 'd3'].map((degree) => readNumber(row[degree], degree)) as [
      number,
      number,
      number,
    ]
    // By the other statistic each degree counts itself alone.
    if (d1_pct < d2_pct || d2_pct < d3_pct)
      throw new TollgateError('upstream_changed', 'the degrees of drought are not counted together')
    return { date: readDay(row.mapDate, 'mapDate'), d1_pct, d2_pct, d3_pct }
  },
})
