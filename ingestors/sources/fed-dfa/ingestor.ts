// Reads the Board's archive of household wealth by group. The table as captured of 2023; the archive's other tables are left alone.
import { namesOf, recordOf } from '../../../base/records.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, parseCsv } from '../../formats/csv.ts'
import { readNumber } from '../../formats/json.ts'
import { quarterEnd } from '../../formats/months.ts'
import { fetchMember } from '../../shapes/archive-member.ts'
import { columns, groups, wealthLevels } from './topic.ts'

const url = 'https://www.federalreserve.gov/releases/z1/dataviz/download/zips/dfa.zip'
const mostBytes = 20 * 1024 * 1024

export default defineIngestor<ValueOf<typeof wealthLevels>, string>({
  source: 'fed-dfa',
  topic: wealthLevels,
  schedule: '0 21 * * 5',
  grade: 'A',
  proof: 'captured 2023-10',
  fetch: (context) => fetchMember({ url, name: 'dfa-networth-levels.csv', mostBytes }, context),
  parse(text) {
    const rows = parseCsv(text, ['Date', 'Category', ...Object.values(columns)])
    return [...Map.groupBy(rows, (row) => row.Date!)].flatMap(([quarter, list]) => {
      const rowOf = new Map(list.map((row) => [row.Category, row]))
      // A quarter at the edge of an excerpt may lack a group.
      if (groups.some((group) => !rowOf.has(group))) return []
      return [{ quarter_end: quarterEnd(quarter), groups: recordOf(groups, (group) => readLevels(rowOf.get(group)!)) }]
    })
  },
})

const readLevels = (row: CsvRow) => recordOf(namesOf(columns), (name) => readNumber(row[columns[name]], columns[name]))
