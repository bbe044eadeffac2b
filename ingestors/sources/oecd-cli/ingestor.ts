// Polls a few areas a request, because the service fails on many; rows come in no order, and a key too short is refused with 403.
import { TollgateError } from '../../../base/errors.ts'
import { toNumber } from '../../formats/csv.ts'
import { firstDayOf, januaryBefore } from '../../formats/months.ts'
import { csvSource } from '../../shapes/tables.ts'
import { areas } from './areas.ts'
import { leadingIndicators } from './topic.ts'

// No version: each new one (4.1 since 2026) takes the old one's place.
const base = 'https://sdmx.oecd.org/public/rest/data/OECD.SDD.STES,DSD_STES@DF_CLI,'
const areasAtOnce = 6
const firstYears = 12
const laterYears = 3

export default csvSource({
  source: 'oecd-cli',
  topic: leadingIndicators,
  // Published in the second week of a month; its whole history is revised each time.
  schedule: '40 11 * * 1-5',
  grade: 'B',
  proof: 'captured 2026-09-12',
  // Bursts are answered with 429.
  gapMs: 3_000,
  tables({ at, since }) {
    const start = januaryBefore(at, since === null ? firstYears : laterYears)
    return Array.from({ length: Math.ceil(areas.length / areasAtOnce) }, (_, i) => {
      const id = areas.slice(i * areasAtOnce, (i + 1) * areasAtOnce).join('+')
      return { id, url: `${base}/${id}.M.LI...AA...H?startPeriod=${start}&format=csvfile` }
    })
  },
  columns: ['REF_AREA', 'FREQ', 'MEASURE', 'ADJUSTMENT', 'TRANSFORMATION', 'METHODOLOGY', 'TIME_PERIOD', 'OBS_VALUE'],
  isNeverEmpty: true,
  row(row) {
    const area = row.REF_AREA!
    if (row.FREQ !== 'M' || row.MEASURE !== 'LI' || row.ADJUSTMENT !== 'AA' || row.METHODOLOGY !== 'H' || !areas.includes(area))
      throw new TollgateError('upstream_changed', `${area.slice(0, 20)} ${row.MEASURE?.slice(0, 20)} was not asked for`)
    // Its growth rates may stand beside the index.
    if (row.TRANSFORMATION !== 'IX') return null
    const month = firstDayOf(row.TIME_PERIOD, 'a leading indicator')
    const index = toNumber(row.OBS_VALUE)
    return index === null ? null : { area, month, index }
  },
})
