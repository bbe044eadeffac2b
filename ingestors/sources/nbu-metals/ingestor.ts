// Polls each rate by date range; days are written 31.12.2026, a weekend repeats the Friday, and tomorrow's rate is told today.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readRows, readText } from '../../json.ts'
import { bankMetals } from './topic.ts'

type Rate = ValueOf<typeof bankMetals>

interface Table {
  readonly code: keyof typeof series
  readonly rows: unknown
}

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

const asked = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')

export default defineIngestor<Rate, Table[]>({
  source: 'nbu-metals',
  topic: bankMetals,
  // Set in the afternoon in Kyiv, for the next day.
  schedule: '10 6,14 * * 1-5',
  grade: 'B',
  async fetch({ http, at, since, signal }) {
    const first = since === null ? at.getTime() - (historyYears * rangeDays - 1) * dayMs : since.getTime() - revisableDays * dayMs
    const tables: Table[] = []
    for (let from = first; from < at.getTime(); from += rangeDays * dayMs) {
      const range = `start=${asked(from)}&end=${asked(Math.min(at.getTime(), from + (rangeDays - 1) * dayMs))}`
      for (const code of Object.keys(series) as Table['code'][]) {
        const url = `${base}?${range}&valcode=${code.toLowerCase()}&sort=exchangedate&order=asc&json`
        tables.push({ code, rows: await http.json(url, { signal }) })
      }
    }
    return tables
  },
  parse: (tables, at) =>
    tables.flatMap(({ code, rows }) =>
      readRows(rows, `the rates of ${code}`).flatMap((row) => {
        if (row.cc !== code) throw changed(`${String(row.cc).slice(0, 20)} is not ${code}`)
        const date = readDay(readText(row.exchangedate, 'exchangedate'))
        const units = readNumber(row.units, 'units')
        const value = readNumber(row.rate, 'rate') / units
        if (!(units > 0 && value > 0)) throw changed(`${code} is no price`)
        const isTraded = ![0, 6].includes(new Date(date).getUTCDay())
        return isTraded && Date.parse(date) <= at.getTime()
          ? [{ series: series[code], date, value, vintage: at.toISOString() }]
          : []
      }),
    ),
})

function readDay(text: string): string {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? []
  const iso = `${year}-${month}-${day}`
  if (year === undefined || Number.isNaN(Date.parse(iso)) || new Date(iso).toISOString().slice(0, 10) !== iso)
    throw changed(`${JSON.stringify(text.slice(0, 20))} is no day`)
  return iso
}

const changed = (what: string) => new TollgateError('upstream_changed', `National Bank of Ukraine: ${what}`)
