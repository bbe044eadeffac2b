// Polls the monthly rates of all areas as CSV; the period is always bounded, and an area without a rate has an empty cell.
import { TollgateError } from '../../../base/errors.ts'
import { toNumber } from '../../formats/csv.ts'
import { firstDayOf, januaryBefore } from '../../formats/months.ts'
import { csvSource } from '../../shapes/tables.ts'
import { areas } from './areas.ts'
import { policyRates } from './topic.ts'

const base = 'https://stats.bis.org/api/v2/data/dataflow/BIS/WS_CBPOL/1.0'
const firstYears = 11
const laterYears = 1

export default csvSource({
  source: 'bis-policy',
  topic: policyRates,
  // Brought up to date each week.
  schedule: '10 4 * * *',
  grade: 'B',
  proof: 'captured 2026-09',
  url: ({ at, since }) =>
    `${base}/M.${areas.join('+')}?format=csv&startPeriod=${januaryBefore(at, since === null ? firstYears : laterYears)}`,
  columns: ['FREQ', 'REF_AREA', 'TIME_PERIOD', 'OBS_VALUE'],
  row({ FREQ, REF_AREA, TIME_PERIOD, OBS_VALUE }) {
    const area = REF_AREA!
    if (!/^[A-Z0-9]{2}$/.test(area) || !/^[A-Z]$/.test(FREQ!))
      throw new TollgateError('upstream_changed', `a rate of ${area.slice(0, 20)} by ${FREQ?.slice(0, 20)}`)
    // An answer may hold more than it was asked for: other areas, and the same rates by the day.
    if (FREQ !== 'M' || !areas.includes(area)) return null
    const month = firstDayOf(TIME_PERIOD, 'a policy rate')
    const rate_pct = toNumber(OBS_VALUE)
    return rate_pct === null ? null : { area, month, rate_pct }
  },
})
