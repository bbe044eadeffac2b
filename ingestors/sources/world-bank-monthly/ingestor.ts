// Polls four indicators of the monthly database, source 15; months are written 2026M08, and most countries lag by two or three.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { readList, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../json.ts'
import { firstDayOf } from '../../months.ts'
import { type Code, countries, measures } from './series.ts'
import { monthlyFigures } from './topic.ts'

type Answers = Readonly<Record<string, unknown>>

const base = 'https://api.worldbank.org/v2/country'
const firstYears = 11
const laterYears = 2

export default defineIngestor<ValueOf<typeof monthlyFigures>, Answers>({
  source: 'world-bank-monthly',
  topic: monthlyFigures,
  schedule: '50 4 * * *',
  grade: 'B',
  async fetch({ http, at, since, signal }) {
    const answers: Record<string, unknown> = {}
    const year = at.getUTCFullYear()
    for (const code of Object.keys(measures)) {
      const range = `${year - (since === null ? firstYears : laterYears)}M01:${year}M12`
      const query = `source=15&format=json&per_page=20000&date=${range}`
      answers[code] = await http.json(`${base}/${countries.join(';')}/indicator/${code}?${query}`, { signal })
    }
    return answers
  },
  parse: (answers, at) =>
    Object.entries(measures).flatMap(([code, measure]) =>
      rowsOf(answers[code], code).flatMap((row) => {
        if (readRow(row.indicator, 'indicator').id !== code) throw changed(`a row is not of ${code}`)
        const iso3 = readText(row.countryiso3code, 'countryiso3code')
        if (!countries.includes(iso3)) throw changed(`${iso3.slice(0, 20)} was not asked for`)
        const month = firstDayOf(readText(row.date, 'date'), code)
        const value = readNumberOrNull(row.value, code)
        return value === null
          ? []
          : [{ iso3, measure: measure as (typeof measures)[Code], month, value, vintage: at.toISOString() }]
      }),
    ),
})

// Two parts: about the page, and its rows. A complaint is one part.
function rowsOf(raw: unknown, code: string) {
  const [about, rows] = readList(raw, code)
  if (readNumber(readRow(about, `${code}'s page`).pages, 'pages') !== 1) throw changed(`${code} has more pages than one`)
  return readRows(rows, code)
}

const changed = (what: string) => new TollgateError('upstream_changed', `the monthly database: ${what}`)
