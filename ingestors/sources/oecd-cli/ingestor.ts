// Polls a few areas a request, because the service fails on many; rows come in no order, and a key too short is refused with 403.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, readOrSetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, parseCsv, toNumber } from '../../formats/csv.ts'
import { firstDayOf, januaryBefore } from '../../formats/months.ts'
import { areas } from './areas.ts'
import { leadingIndicators } from './topic.ts'

const base = 'https://sdmx.oecd.org/public/rest/data/OECD.SDD.STES,DSD_STES@DF_CLI,4.0'
const areasAtOnce = 6
const firstYears = 12
const laterYears = 3
const columns = ['REF_AREA', 'FREQ', 'MEASURE', 'ADJUSTMENT', 'TRANSFORMATION', 'METHODOLOGY', 'TIME_PERIOD', 'OBS_VALUE']

export default defineIngestor<ValueOf<typeof leadingIndicators>, string[]>({
  source: 'oecd-cli',
  topic: leadingIndicators,
  // Published in the second week of a month; its whole history is revised each time.
  schedule: '40 11 * * 1-5',
  grade: 'B',
  proof: 'captured 2026-09-12',
  async fetch({ http, at, since, signal, setAside }) {
    const start = januaryBefore(at, since === null ? firstYears : laterYears)
    const files: string[] = []
    for (let i = 0; i < areas.length; i += areasAtOnce) {
      const key = `${areas.slice(i, i + areasAtOnce).join('+')}.M.LI...AA...H`
      const fetched = http.text(`${base}/${key}?startPeriod=${start}&format=csvfile`, { expect: 'csv', signal })
      const file = await fetchedOrAside(key, fetched, setAside)
      if (file !== undefined) files.push(file)
    }
    return files
  },
  parse: (files, at, setAside) =>
    files.flatMap((csv) => {
      const rows = parseCsv(csv, columns)
      if (rows.length === 0) throw new TollgateError('upstream_changed', 'there is no leading indicator')
      const seen = new Map<string, number>()
      return rows.flatMap((row) => {
        const read = readOrSetAside(
          () => JSON.stringify(row),
          () => readMonth(row),
          setAside,
        )
        if (read === undefined || read === null) return []
        const { area, month, index } = read
        const before = seen.get(`${area} ${month}`)
        // Which of two holds nobody can tell.
        if (before !== undefined && before !== index)
          throw new TollgateError('upstream_changed', `${area} has two values in ${month}`)
        seen.set(`${area} ${month}`, index)
        return before === undefined ? [{ ...read, vintage: at.toISOString() }] : []
      })
    }),
})

/** null: a growth rate beside the index, or a month without one. */
function readMonth(row: CsvRow): { area: string; month: string; index: number } | null {
  const area = row.REF_AREA!
  const isAsked = row.FREQ === 'M' && row.MEASURE === 'LI' && row.ADJUSTMENT === 'AA' && row.METHODOLOGY === 'H'
  if (!isAsked || !areas.includes(area))
    throw new TollgateError('upstream_changed', `${area.slice(0, 20)} ${row.MEASURE?.slice(0, 20)} was not asked for`)
  if (row.TRANSFORMATION !== 'IX') return null
  const month = firstDayOf(row.TIME_PERIOD, 'a leading indicator')
  const index = toNumber(row.OBS_VALUE)
  return index === null ? null : { area, month, index }
}
