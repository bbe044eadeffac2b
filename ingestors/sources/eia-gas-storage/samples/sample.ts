// Written by us in the summary's shape: of each region three weeks, comparisons beside them, salt and nonsalt as series of their own.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, level } from '../../../samples/walk.ts'

const whole = 'total lower 48 states'
const regions = {
  [whole]: 3_450,
  'east region': 810,
  'midwest region': 980,
  'mountain region': 240,
  'pacific region': 270,
  'south central region': 1_150,
  'south central salt region': 330,
} as const

function bcf(name: string, usual: number, day: number): number {
  if (name !== whole) return Math.round(level(`storage/${name}`, day, usual, usual / 10))
  const parts = Object.entries(regions).filter(([part]) => part !== whole && !part.includes('salt'))
  return parts.reduce((sum, [part, usualThere]) => sum + bcf(part, usualThere, day), 0)
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'ir.eia.gov' || url.pathname !== '/ngs/wngsr.json') return null
    const latest = dayNumber(now) - 6
    const friday = latest - ((latest + 6) % 7)
    const series = Object.entries(regions).map(([name, usual]) => {
      const [now_, before, year] = [friday, friday - 7, friday - 364].map((day) => bcf(name, usual, day)) as [
        number,
        number,
        number,
      ]
      return {
        name,
        data: [friday, friday - 7, friday - 364].map((day) => [isoDate(dateOfDay(day)), bcf(name, usual, day)]),
        calculated: {
          net_change: now_ - before,
          implied_flow: now_ - before,
          '5yr-avg': usual,
          'pct-chg_5yr-avg': Number((100 * (now_ / usual - 1)).toFixed(1)),
          'pct-change_yrago': Number((100 * (now_ / year - 1)).toFixed(1)),
        },
      }
    })
    return {
      type: 'application/json',
      body: JSON.stringify({
        release_date: `${isoDate(dateOfDay(friday + 6))} 00:00:00`,
        current_week: isoDate(dateOfDay(friday)),
        series,
      }),
    }
  },
})
