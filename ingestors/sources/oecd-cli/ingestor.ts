// Polls a few areas a request, because the service fails on many; rows come in no order, and a key too short is refused with 403.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { parseCsv, toNumber } from '../../formats/csv.ts'
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
  async fetch({ http, at, since, signal }) {
    const start = januaryBefore(at, since === null ? firstYears : laterYears)
    const files: string[] = []
    for (let i = 0; i < areas.length; i += areasAtOnce) {
      const key = `${areas.slice(i, i + areasAtOnce).join('+')}.M.LI...AA...H`
      files.push(await http.text(`${base}/${key}?startPeriod=${start}&format=csvfile`, { expect: 'csv', signal }))
    }
    return files
  },
  parse: (files, at) =>
    files.flatMap((csv) => {
      const rows = parseCsv(csv, columns)
      if (rows.length === 0) throw new TollgateError('upstream_changed', 'there is no leading indicator')
      const seen = new Set<string>()
      return rows.flatMap((row) => {
        const area = row.REF_AREA!
        if (
          row.FREQ !== 'M' ||
          row.MEASURE !== 'LI' ||
          row.ADJUSTMENT !== 'AA' ||
          row.METHODOLOGY !== 'H' ||
          !areas.includes(area)
        )
          throw new TollgateError('upstream_changed', `${area.slice(0, 20)} ${row.MEASURE?.slice(0, 20)} was not asked for`)
        // Its growth rates may stand beside the index.
        if (row.TRANSFORMATION !== 'IX') return []
        const month = firstDayOf(row.TIME_PERIOD, 'a leading indicator')
        const index = toNumber(row.OBS_VALUE)
        if (index === null) return []
        if (seen.has(`${area} ${month}`)) throw new TollgateError('upstream_changed', `${area} has two values in ${month}`)
        seen.add(`${area} ${month}`)
        return [{ area, month, index, vintage: at.toISOString() }]
      })
    }),
})
