// Polls each rate by date range; days are written 31.12.2026, a weekend repeats the Friday, and tomorrow's rate is told today.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { readNumber, readRows, readText } from '../../formats/json.ts'
import { jsonRows, type Table } from '../../shapes/tables.ts'
import { bankMetals } from './topic.ts'

const base = 'https://bank.gov.ua/NBU_Exchange/exchange_site'
const dayMs = 86_400_000
const rangeDays = 365
const historyYears = 5
const revisableDays = 14
const series = {
  XAG: 'silver_uah_per_ounce',
  XPT: 'platinum_uah_per_ounce',
  XPD: 'palladium_uah_per_ounce',
  USD: 'usd_uah',
} as const
type Code = keyof typeof series

const asked = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')

export default jsonRows({
  source: 'nbu-metals',
  topic: bankMetals,
  // Set in the afternoon in Kyiv, for the next day.
  schedule: '10 6,14 * * 1-5',
  grade: 'B',
  proof: 'captured 2026-03-17',
  tables({ at, since }) {
    const first = since === null ? at.getTime() - (historyYears * rangeDays - 1) * dayMs : since.getTime() - revisableDays * dayMs
    const tables: Table<Code>[] = []
    for (let from = first; from < at.getTime(); from += rangeDays * dayMs) {
      const range = `start=${asked(from)}&end=${asked(Math.min(at.getTime(), from + (rangeDays - 1) * dayMs))}`
      for (const id of Object.keys(series) as Code[])
        tables.push({ id, url: `${base}?${range}&valcode=${id.toLowerCase()}&sort=exchangedate&order=asc&json` })
    }
    return tables
  },
  rows: (answer, code) => readRows(answer, `the rates of ${code}`),
  row(row, code, at) {
    if (row.cc !== code) throw changed(`${String(row.cc).slice(0, 20)} is not ${code}`)
    const date = readDay(readText(row.exchangedate, 'exchangedate'))
    const units = readNumber(row.units, 'units')
    const value = readNumber(row.rate, 'rate') / units
    if (!(units > 0 && value > 0)) throw changed(`${code} is no price`)
    const isTraded = ![0, 6].includes(new Date(date).getUTCDay())
    return isTraded && Date.parse(date) <= at.getTime() ? { series: series[code], date, value } : null
  },
})

function readDay(text: string): string {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? []
  if (year === undefined) throw changed(`${JSON.stringify(text.slice(0, 20))} is no day`)
  return toIsoDate(`${year}-${month}-${day}`)
}

const changed = (what: string) => new TollgateError('upstream_changed', `National Bank of Ukraine: ${what}`)
