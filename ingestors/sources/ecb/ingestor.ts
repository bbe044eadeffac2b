// Polls six flows as CSV, one of them by month and by day; a key in which several parts stand brings a series for each of them.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { csvSource } from '../../shapes/tables.ts'
import { flows, namesOf } from './series.ts'
import { ecbObservations } from './topic.ts'

const base = 'https://data-api.ecb.europa.eu/service/data'
const revisableDays = 100
const names = new Set(flows.flatMap(namesOf))

export default csvSource({
  source: 'ecb',
  topic: ecbObservations,
  // €STR after 08:00, exchange rates and yields after 16:00 in Frankfurt.
  schedule: '20 7,11,16 * * 1-5',
  grade: 'B',
  proof: 'documented',
  tables: ({ at, since }) =>
    flows.map(({ flow, key, firstDays }) => {
      const days = since === null ? firstDays : Math.min(firstDays, revisableDays)
      // Whole months: a monthly figure belongs to its month's first day.
      const start = `${new Date(at.getTime() - days * 86_400_000).toISOString().slice(0, 7)}-01`
      return { id: flow, url: `${base}/${flow}/${key}?format=csvdata&detail=dataonly&startPeriod=${start}` }
    }),
  columns: ['KEY', 'TIME_PERIOD', 'OBS_VALUE'],
  isNeverEmpty: true,
  row({ KEY, TIME_PERIOD, OBS_VALUE }, flow) {
    const series = KEY!
    if (!series.startsWith(`${flow}.`) || !/^[A-Z][A-Z0-9_.]+$/.test(series))
      throw new TollgateError('upstream_changed', `${flow} sends ${series.slice(0, 60)}`)
    // An answer may hold more series than it was asked for.
    if (!names.has(series)) return null
    const value = toNumber(OBS_VALUE)
    const date = toIsoDate(/^\d{4}-\d{2}$/.test(TIME_PERIOD!) ? `${TIME_PERIOD}-01` : TIME_PERIOD!)
    return value === null ? null : { series, date, value }
  },
})
