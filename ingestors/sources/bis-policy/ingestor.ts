// Polls the monthly rates of all areas as CSV; the period is always bounded, and an area without a rate has an empty cell.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { parseCsv, toNumber } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { firstDayOf, januaryBefore } from '../../months.ts'
import { areas } from './areas.ts'
import { policyRates } from './topic.ts'

const base = 'https://stats.bis.org/api/v2/data/dataflow/BIS/WS_CBPOL/1.0'
const firstYears = 11
const laterYears = 1

export default defineIngestor<ValueOf<typeof policyRates>, string>({
  source: 'bis-policy',
  topic: policyRates,
  // Brought up to date each week.
  schedule: '10 4 * * *',
  grade: 'B',
  fetch({ http, at, since, signal }) {
    const start = januaryBefore(at, since === null ? firstYears : laterYears)
    return http.text(`${base}/M.${areas.join('+')}?format=csv&startPeriod=${start}`, { expect: 'csv', signal })
  },
  parse(csv, at) {
    const rows = parseCsv(csv, ['FREQ', 'REF_AREA', 'TIME_PERIOD', 'OBS_VALUE'])
    return rows.flatMap((row) => {
      const area = row.REF_AREA!
      if (row.FREQ !== 'M' || !areas.includes(area))
        throw new TollgateError(
          'upstream_changed',
          `a rate of ${area.slice(0, 20)} by ${row.FREQ?.slice(0, 20)} was not asked for`,
        )
      const month = firstDayOf(row.TIME_PERIOD, 'a policy rate')
      const rate = toNumber(row.OBS_VALUE)
      return rate === null ? [] : [{ area, month, rate_pct: rate, vintage: at.toISOString() }]
    })
  },
})
