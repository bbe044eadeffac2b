// Polls one yearly series a country as CSV; years still to come are projections of budgets nobody has written.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { csvSource } from '../../shapes/tables.ts'
import { monthOf } from '../../shapes/yearly-figures.ts'
import { exporters, fiscalBreakevens } from './topic.ts'

const base = 'https://fred.stlouisfed.org/graph/fredgraph.csv'
const yearsBack = 2
const seriesOf = (iso3: string) => `${iso3}PZPIOILBEGUSD`

export default csvSource({
  source: 'imf-breakevens',
  topic: fiscalBreakevens,
  // Estimated twice a year.
  schedule: '25 5 * * 1',
  grade: 'C',
  proof: 'documented',
  tables: ({ at }) =>
    exporters.map((iso3) => ({ id: iso3, url: `${base}?id=${seriesOf(iso3)}&cosd=${at.getUTCFullYear() - yearsBack}-01-01` })),
  columns: (iso3) => [seriesOf(iso3)],
  row(row, iso3, at) {
    const date = row.observation_date ?? row.DATE
    if (date === undefined) throw new TollgateError('upstream_changed', 'columns are missing: observation_date')
    const [year, usd] = [Number(toIsoDate(date).slice(0, 4)), toNumber(row[seriesOf(iso3)])]
    return usd === null || year > at.getUTCFullYear() ? null : { iso3, year, usd, month: monthOf(at) }
  },
})
