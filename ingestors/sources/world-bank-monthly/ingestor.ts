// Polls five indicators of the monthly database, source 15; months are written 2026M08, and most countries lag by two or three.
import { TollgateError } from '../../../base/errors.ts'
import { readNumberOrNull, readRow, readText } from '../../formats/json.ts'
import { firstDayOf } from '../../formats/months.ts'
import { readIso3, readPage } from '../../formats/world-bank.ts'
import { jsonRows, type Table } from '../../shapes/tables.ts'
import { type Code, countries, measures } from './series.ts'
import { monthlyFigures } from './topic.ts'

const base = 'https://api.worldbank.org/v2/country'
const firstYears = 11
const laterYears = 1

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
  rows: readPage,
  row(row, code: Code) {
    if (readRow(row.indicator, 'indicator').id !== code) throw changed(`a row is not of ${code}`)
    const iso3 = readIso3(row)
    if (iso3 === null || !/^[A-Z]{3}$/.test(iso3)) throw changed(`${iso3?.slice(0, 20) ?? 'a place'} is no country`)
    // An answer may hold more countries than it was asked for.
    if (!countries.includes(iso3)) return null
    const month = firstDayOf(readText(row.date, 'date'), code)
    const value = readNumberOrNull(row.value, code)
    return value === null ? null : { iso3, measure: measures[code], month, value }
  },
})

const changed = (what: string) => new TollgateError('upstream_changed', `the monthly database: ${what}`)
