// Reads the Board's archive of household wealth by group. The table as captured of 2023; the archive's other tables are left alone.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, parseCsv } from '../../formats/csv.ts'
import { readNumber } from '../../formats/json.ts'
import { fetchMember } from '../../shapes/archive-member.ts'
import { type Group, groups, wealthLevels } from './topic.ts'

const url = 'https://www.federalreserve.gov/releases/z1/dataviz/download/zips/dfa.zip'
const mostBytes = 20 * 1024 * 1024
const columns = {
  net_worth: 'Net worth',
  assets: 'Assets',
  real_estate: 'Real estate',
  equities: 'Corporate equities and mutual fund shares',
  liabilities: 'Liabilities',
  mortgages: 'Home mortgages',
} as const

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
      const byGroup = new Map(list.map((row) => [row.Category, row]))
      // A quarter at the edge of an excerpt may lack a group.
      if (groups.some((group) => !byGroup.has(group))) return []
      const levels = Object.fromEntries(groups.map((group) => [group, readLevels(byGroup.get(group)!)]))
      return [{ quarter_end: readQuarter(quarter), groups: levels as Record<Group, ReturnType<typeof readLevels>> }]
    })
  },
})

function readLevels(row: CsvRow) {
  const read = Object.entries(columns).map(([name, column]) => [name, readNumber(row[column], column)])
  return Object.fromEntries(read) as Record<keyof typeof columns, number>
}

/** 2023:Q2 as its last day. */
function readQuarter(text: string): string {
  const [, year, quarter] = /^(\d{4}):Q([1-4])$/.exec(text) ?? []
  if (year === undefined) throw new TollgateError('upstream_changed', `${text.slice(0, 20)} is no quarter`)
  return new Date(Date.UTC(Number(year), 3 * Number(quarter), 0)).toISOString().slice(0, 10)
}
