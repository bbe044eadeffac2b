// Written by us in FiscalData's shape: every value a string, "null" among them, and an account that changed its label twice.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level, workdays } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.fiscaldata.treasury.gov' || !/(operating_cash_balance|debt_to_penny)$/.test(url.pathname))
      return null
    const from = /record_date:gte:([\d-]{10})/.exec(url.searchParams.get('filter') ?? '')?.[1]
    if (from === undefined) return { status: 400, type: 'application/json', body: '{"error":"Invalid Query Param"}' }
    const days = workdays(new Date(from), new Date(now.getTime() - 86_400_000))
    const rows = url.pathname.endsWith('operating_cash_balance') ? days.flatMap(cashRows) : days.map(debtRow)
    const size = Number(url.searchParams.get('page[size]'))
    const page = Number(url.searchParams.get('page[number]'))
    const data = rows.slice(size * (page - 1), size * page)
    return { type: 'application/json', body: JSON.stringify({ data, meta: { count: data.length }, links: {} }) }
  },
})

const balance = (day: number) => String(Math.round(Math.max(40_000, level('tga', day, 700_000, 260_000))))

function cashRows(date: Date) {
  const [n, record_date] = [dayNumber(date), isoDate(date)]
  const row = (account_type: string, open: string, close: string) => ({
    record_date,
    account_type,
    open_today_bal: open,
    close_today_bal: close,
  })
  if (record_date < '2021-10-01') return [row('Federal Reserve Account', balance(n - 1), balance(n))]
  if (record_date < '2022-04-18') return [row('Treasury General Account (TGA)', balance(n - 1), balance(n))]
  return [
    row('Treasury General Account (TGA) Opening Balance', balance(n - 1), 'null'),
    row('Total TGA Deposits (Table II)', '24310', 'null'),
    row('Total TGA Withdrawals (Table II) (-)', '21877', 'null'),
    row('Treasury General Account (TGA) Closing Balance', balance(n), 'null'),
  ]
}

function debtRow(date: Date) {
  const years = (dayNumber(date) - dayNumber(new Date('2020-01-01'))) / 365.25
  return { record_date: isoDate(date), tot_pub_debt_out_amt: (23.2e12 * 1.075 ** years).toFixed(2) }
}
