// Polls two wide files, a row an area and a column a month; of the months those of the last fifteen, and whatever stands behind them is no month.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { csvSource } from '../../shapes/tables.ts'
import { type Measure, zillowFigures } from './topic.ts'

const base = 'https://files.zillowstatic.com/research/public_csvs'
const files: Readonly<Record<Measure, string>> = {
  home_value_usd: `${base}/zhvi/Metro_zhvi_uc_sfrcondo_tier_0.33_0.67_sm_sa_month.csv`,
  rent_usd: `${base}/zori/Metro_zori_uc_sfrcondomfr_sm_month.csv`,
}
// A year, and what is revised with it.
const daysRead = 460
const isMonth = /^(\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{2,4})$/

export default csvSource<ValueOf<typeof zillowFigures>, Measure>({
  source: 'zillow-research',
  topic: zillowFigures,
  // The middle of each month.
  schedule: '40 14 12-20 * *',
  grade: 'C',
  proof: 'captured 2025-09',
  tables: () => (Object.entries(files) as [Measure, string][]).map(([id, url]) => ({ id, url })),
  columns: ['RegionID', 'RegionName', 'RegionType'],
  isNeverEmpty: true,
  row(row, measure, at) {
    if (row.RegionType !== 'msa' && row.RegionType !== 'country') return null
    const months = Object.entries(row).filter(([name]) => isMonth.test(name))
    if (months.length === 0) throw new TollgateError('upstream_changed', 'no column is a month')
    const first = new Date(at.getTime() - daysRead * 86_400_000).toISOString().slice(0, 10)
    return months.flatMap(([name, text]) => {
      const month = toIsoDate(fullYear(name))
      const value = month < first ? null : toNumber(text)
      return value === null ? [] : [{ measure, name: row.RegionName!, month, value }]
    })
  },
})

/** Spreadsheets that opened the file cut the year to two digits; it tells of no month before 2000. */
const fullYear = (text: string): string => text.replace(/\/(\d\d)$/, '/20$1')
