// Written by us in the Treasury's shape: newest day first, M/D/YYYY with zeros, quoted tenors, a column that came in 2025, empty cells.
import { defineSample } from '../../../define.ts'
import { dayNumber, level, workdays } from '../../../samples/walk.ts'

const nominal = {
  '1 Mo': 0.1,
  '2 Mo': 0.15,
  '3 Mo': 0.25,
  '4 Mo': 0.3,
  '6 Mo': 0.5,
  '1 Yr': 1,
  '2 Yr': 2,
  '3 Yr': 3,
  '5 Yr': 5,
  '7 Yr': 7,
  '10 Yr': 10,
  '20 Yr': 20,
  '30 Yr': 30,
}
const real = { '5 YR': 5, '7 YR': 7, '10 YR': 10, '20 YR': 20, '30 YR': 30 }

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'home.treasury.gov') return null
    const year = Number(url.searchParams.get('field_tdr_date_value'))
    const isReal = url.searchParams.get('type') === 'daily_treasury_real_yield_curve'
    const last = new Date(Math.min(now.getTime() - 86_400_000, Date.UTC(year, 11, 31)))
    // Of real yields no formula reads more than eleven years; a year without days is its header, as on every New Year's Day.
    const isRead = !isReal || year >= now.getUTCFullYear() - 12
    const days = isRead ? workdays(new Date(Date.UTC(year, 0, 1)), last).reverse() : []
    const tenors = Object.entries(isReal ? real : nominal).flatMap(([name, years]) =>
      name === '2 Mo' && year >= 2025
        ? [
            ['1.5 Month', 0.12],
            [name, years],
          ]
        : [[name, years]],
    ) as [string, number][]
    const header = ['Date', ...tenors.map(([name]) => `"${name}"`)].join(',')
    const lines = days.map((day) => [american(day), ...tenors.map(([name, years]) => cell(day, name, years, isReal))].join(','))
    return { type: 'text/csv', body: [header, ...lines].join('\n') }
  },
})

function cell(day: Date, name: string, years: number, isReal: boolean): string {
  // The two-month bill began in 2018; before that the file has the column and nothing in it.
  if (name === '2 Mo' && day.getUTCFullYear() < 2018) return ''
  const n = dayNumber(day)
  const short = level('short-rate', n, 3.4, 3)
  const premium = level('term-premium', n, 0.9, 1.6) * (1 - Math.exp(-years / 6))
  const breakeven = level('breakeven', n, 2.2, 0.5)
  return Math.max(-1.5, short + premium - (isReal ? breakeven : 0)).toFixed(2)
}

function american(day: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(day.getUTCMonth() + 1)}/${two(day.getUTCDate())}/${day.getUTCFullYear()}`
}
