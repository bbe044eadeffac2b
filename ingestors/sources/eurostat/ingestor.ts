// Polls eight tables for the euro area and nineteen countries; a country that a table lacks is left out there, not refused.

import { TollgateError } from '../../../base/errors.ts'
import { needSome } from '../../formats/json.ts'
import { readJsonStat } from '../../formats/json-stat.ts'
import { type Table, tablesSource } from '../../shapes/tables.ts'
import { datasets, euroArea, type Measure, measures, members, theirCode } from './datasets.ts'
import { eurostatFigures } from './topic.ts'

const base = 'https://ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data'
const places = new Map([euroArea, ...members].map((place) => [theirCode(place), place]))

export default tablesSource(
  {
    source: 'eurostat',
    topic: eurostatFigures,
    // Releases come at 11:00 in Luxembourg, in summer and in winter.
    schedule: '10 9,10,17 * * 1-5',
    grade: 'B',
    proof: 'captured 2026-07',
    tables: ({ since }): Table<Measure>[] =>
      measures.map((id) => {
        const { code, query, periods } = datasets[id]
        const asked = new URLSearchParams({
          format: 'JSON',
          ...query,
          lastTimePeriod: String(since === null ? periods.first : periods.later),
        })
        for (const place of places.keys()) asked.append('geo', place)
        return { id, url: `${base}/${code}?${asked}` }
      }),
  },
  {
    fetch: (url, { http, signal }) => http.json(url, { signal }),
    rowsOf(table, measure) {
      const cells = readJsonStat(table).filter(({ at }) => places.has(at.geo ?? ''))
      return needSome(cells, `${measure} has no figure of any country`)
    },
    read: ({ at, value }: Cell, measure) => ({
      measure,
      place: places.get(at.geo!)!,
      period: firstDay(at.time ?? ''),
      value,
    }),
  },
)

type Cell = ReturnType<typeof readJsonStat>[number]

// "2026-10" or "2026-Q3".
function firstDay(period: string): string {
  const [, year, month, quarter] = /^(\d{4})-(?:(0[1-9]|1[0-2])|Q([1-4]))$/.exec(period) ?? []
  if (year === undefined) throw new TollgateError('upstream_changed', `${JSON.stringify(period)} is not a period`)
  return `${year}-${month ?? String(3 * Number(quarter) - 2).padStart(2, '0')}-01`
}
