// Written by us in the bank's shape: Polish names in the one table, English ones in the other, working days only.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level, workdays } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.nbp.pl') return null
    const [, from, to] = /\/(\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2})\/$/.exec(url.pathname) ?? []
    if (from === undefined || to === undefined) return { status: 400, type: 'text/plain', body: '400 BadRequest' }
    const yesterday = new Date(now.getTime() - 86_400_000)
    const last = new Date(Math.min(Date.parse(to), yesterday.getTime()))
    const days = workdays(new Date(from), last)
    const body = url.pathname.startsWith('/api/cenyzlota/')
      ? days.map((day) => ({ data: isoDate(day), cena: goldPln(dayNumber(day)) }))
      : {
          table: 'A',
          currency: 'dolar amerykański',
          code: 'USD',
          rates: days.map((day) => ({
            no: `1/A/NBP/${day.getUTCFullYear()}`,
            effectiveDate: isoDate(day),
            mid: dollarPln(dayNumber(day)),
          })),
        }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})

const dollarPln = (day: number) => Number(level('usd-pln', day, 3.8, 0.35).toFixed(4))

function goldPln(day: number): number {
  const usdPerOunce = 2_600 * 1.12 ** ((day - 20_000) / 365) * (1 + level('gold', day, 0, 0.12))
  return Number(((usdPerOunce / 31.1034768) * dollarPln(day)).toFixed(2))
}
