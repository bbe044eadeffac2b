// Written by us in fredgraph.csv's shape: one series a file, a dot or nothing where a day has no value, months named by their first.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, level, noise, workdays } from '../../../samples/walk.ts'
import { type FredSeries, fredSeries } from '../series.ts'
import { type Shape, shapes } from './shapes.ts'

export default defineSample({
  answer(url, now) {
    // The IMF's series on the same host are another source's.
    if (url.hostname !== 'fred.stlouisfed.org' || url.searchParams.get('id')?.endsWith('PZPIOILBEGUSD')) return null
    const id = url.searchParams.get('id') as FredSeries
    const shape = shapes[id]
    if (shape === undefined) return { status: 404, type: 'text/html', body: '<!DOCTYPE html><html><body>not found</body></html>' }
    const asked = new Date(url.searchParams.get('cosd') ?? fredSeries[id].from)
    const from = new Date(Math.max(asked.getTime(), Date.parse(fredSeries[id].from), now.getTime() - sampleDays * dayMs))
    const lines = dates(id, shape, from, now).map((date) => {
      const n = dayNumber(date)
      const gap = fredSeries[id].frequency === 'daily' ? noise(`fred/${id}`, n) : 0
      return `${isoDate(date)},${gap > 0.97 ? '.' : gap > 0.95 ? '' : textAt(id, shape, n)}`
    })
    return { type: 'text/csv', body: [`observation_date,${id}`, ...lines].join('\n') }
  },
})

const dayMs = 86_400_000
// A year more than the longest window a formula reads; the real files reach back decades.
const sampleDays = 12 * 366
const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

function dates(id: FredSeries, shape: Shape, from: Date, now: Date): Date[] {
  const { frequency } = fredSeries[id]
  if (frequency === 'daily') return workdays(from, before(now, 1))
  if (frequency === 'weekly') {
    const weekday = 'weekday' in shape ? shape.weekday : 3
    const wait = ('outAfterDays' in shape ? shape.outAfterDays : undefined) ?? 5
    const days: Date[] = []
    for (let day = dayNumber(from); day <= dayNumber(before(now, wait)); day++)
      if (dateOfDay(day).getUTCDay() === weekday) days.push(dateOfDay(day))
    return days
  }
  const step = frequency === 'monthly' ? 1 : frequency === 'quarterly' ? 3 : 12
  const first = new Date(Date.UTC(from.getUTCFullYear(), Math.ceil(from.getUTCMonth() / step) * step, 1))
  if (first < from) first.setUTCMonth(first.getUTCMonth() + step)
  const months: Date[] = []
  for (let month = first; month < before(now, frequency === 'monthly' ? 46 : frequency === 'quarterly' ? 122 : 620); ) {
    months.push(month)
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + step, 1))
  }
  return months
}

function textAt(id: FredSeries, shape: Shape, n: number): string {
  if (shape.like === 'flag') return '0'
  if (shape.like === 'rate') return Math.max(0, level('short-rate', n, 3.4, 3) + shape.above).toFixed(2)
  const wave = shape.like === 'wave' ? (shape.wave ?? `fred/${id}`) : `fred/${id}`
  if (shape.like === 'wave') return level(wave, n, shape.centre, shape.swing).toFixed(shape.digits)
  const years = (n - dayNumber(new Date('2020-01-01'))) / 365.25
  const grown = shape.centre * (1 + shape.growthPct / 100) ** years
  return Math.max(0.1, grown * (1 + level(wave, n, 0, shape.swing))).toFixed(shape.digits)
}
