// Polls four indicators of the monthly database, source 15; months are written 2026M08, and most countries lag by two or three.
import { TollgateError } from '../../../base/errors.ts'
import { readList, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { firstDayOf } from '../../formats/months.ts'
import { jsonRows, type Table } from '../../shapes/tables.ts'
import { type Code, countries, measures } from './series.ts'
import { monthlyFigures } from './topic.ts'

const base = 'https://api.worldbank.org/v2/country'
const firstYears = 11
const laterYears = 2

export default jsonRows({
  source: 'world-bank-monthly',
  topic: monthlyFigures,
  schedule: '50 4 * * *',
  grade: 'B',
  proof: 'documented',
  tables: ({ at, since }): Table<Code>[] => {
    const year = at.getUTCFullYear()
    const query = `source=15&format=json&per_page=20000&date=${year - (since === null ? firstYears : laterYears)}M01:${year}M12`
    return (Object.keys(measures) as Code[]).map((id) => ({ id, url: `${base}/${countries.join(';')}/indicator/${id}?${query}` }))
  },
  // Two parts: about the page, and its rows. A complaint is one part.
  rows(answer, code) {
    const [about, rows] = readList(answer, code)
    if (readNumber(readRow(about, `${code}'s page`).pages, 'pages') !== 1) throw changed(`${code} has more pages than one`)
    return readRows(rows, code)
  },
  row(row, code) {
    if (readRow(row.indicator, 'indicator').id !== code) throw changed(`a row is not of ${code}`)
    const iso3 = readText(row.countryiso3code, 'countryiso3code')
    if (!countries.includes(iso3)) throw changed(`${iso3.slice(0, 20)} was not asked for`)
    const month = firstDayOf(readText(row.date, 'date'), code)
    const value = readNumberOrNull(row.value, code)
    return value === null ? null : { iso3, measure: measures[code], month, value }
  },
})

const changed = (what: string) => new TollgateError('upstream_changed', `the monthly database: ${what}`)
