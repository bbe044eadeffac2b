// Polls five indicators of the monthly database, source 15; months are written 2026M08, and most countries lag by two or three.
import { namesOf } from '../../../base/records.ts'
import { readNumberOrNull, readText } from '../../formats/json.ts'
import { firstDayOf } from '../../formats/months.ts'
import { readCountry, readPage } from '../../formats/world-bank.ts'
import { jsonRows, type Table } from '../../shapes/tables.ts'
import { type Code, measures, monthlyCountries, monthlyFigures } from './topic.ts'

const base = 'https://api.worldbank.org/v2/country'
const firstYears = 11
const laterYears = 1

export default jsonRows({
  source: 'world-bank-monthly',
  topic: monthlyFigures,
  schedule: '50 4 * * *',
  grade: 'B',
  proof: 'documented',
  tables({ at, since }): Table<Code>[] {
    const year = at.getUTCFullYear()
    const query = `source=15&format=json&per_page=20000&date=${year - (since === null ? firstYears : laterYears)}M01:${year}M12`
    const urlOf = (code: Code) => `${base}/${monthlyCountries.join(';')}/indicator/${code}?${query}`
    return namesOf(measures).map((id) => ({ id, url: urlOf(id) }))
  },
  rows: readPage,
  row(row, code: Code) {
    const iso3 = readText(readCountry(row, code), 'a country')
    // An answer may hold more countries than it was asked for.
    if (!monthlyCountries.includes(iso3)) return null
    const month = firstDayOf(readText(row.date, 'date'), code)
    const value = readNumberOrNull(row.value, code)
    return value === null ? null : { iso3, measure: measures[code], month, value }
  },
})
