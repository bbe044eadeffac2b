// Written by us in the bank's shape: a row a calendar day with names in two languages, rates by unit, days that begin with the day.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, level } from '../../../samples/walk.ts'

const dollarUah = (day: number) => level('usd-uah', day, 41, 2)
// Dollars an ounce.
const metals: Readonly<Record<string, readonly [id: number, name: string, english: string, usd: (day: number) => number]>> = {
  XAG: [961, 'Срібло', 'Silver', (day) => 31 * 1.13 ** ((day - 20_000) / 365) * (1 + level('silver', day, 0, 0.2))],
  XPT: [962, 'Платина', 'Platinum', (day) => 1_000 * 1.06 ** ((day - 20_000) / 365) * (1 + level('platinum', day, 0, 0.18))],
  XPD: [964, 'Паладій', 'Palladium', (day) => 1_050 * (1 + level('palladium', day, 0, 0.25))],
  USD: [840, 'Долар США', 'US Dollar', () => 1],
}
const dotted = (day: number) => isoDate(dateOfDay(day)).split('-').reverse().join('.')
const dayOf = (text: string) => dayNumber(new Date(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')))

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'bank.gov.ua') return null
    const code = (url.searchParams.get('valcode') ?? '').toUpperCase()
    const [from, to] = [dayOf(url.searchParams.get('start') ?? ''), dayOf(url.searchParams.get('end') ?? '')]
    const metal = metals[code]
    if (metal === undefined || Number.isNaN(from + to)) return { type: 'application/json', body: '[]' }
    const [r030, txt, enname, usd] = metal
    const days = Array.from({ length: Math.min(to, dayNumber(now)) - from + 1 }, (_, i) => from + i)
    const rows = days.map((day) => {
      // A weekend repeats the Friday.
      const set = day - ({ 0: 2, 6: 1 }[dateOfDay(day).getUTCDay()] ?? 0)
      const rate = Number((usd(set) * dollarUah(set)).toFixed(code === 'USD' ? 4 : 2))
      const calcdate = dotted(set - 1)
      return { exchangedate: dotted(day), r030, cc: code, txt, enname, rate, units: 1, rate_per_unit: rate, group: '1', calcdate }
    })
    return { type: 'application/json', body: JSON.stringify(rows) }
  },
})
