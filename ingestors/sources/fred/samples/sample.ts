// Written by us in fredgraph.csv's shape: one series a file, a dot or nothing where a day has no value.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level, noise, workdays } from '../../../walk.ts'
import { fredSeries } from '../series.ts'

const shapes: Record<keyof typeof fredSeries, { centre: number; swing: number; wave: string }> = {
  BAA10Y: { centre: 2.1, swing: 0.9, wave: 'ebp' },
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'fred.stlouisfed.org') return null
    const id = url.searchParams.get('id') as keyof typeof fredSeries
    const shape = shapes[id]
    if (shape === undefined) return { status: 404, type: 'text/html', body: '<!DOCTYPE html><html><body>not found</body></html>' }
    const from = new Date(url.searchParams.get('cosd') ?? fredSeries[id].from)
    const lines = workdays(from, new Date(now.getTime() - 86_400_000)).map((day) => {
      const n = dayNumber(day)
      const gap = noise(`fred/${id}`, n)
      return `${isoDate(day)},${gap > 0.97 ? '.' : gap > 0.95 ? '' : level(shape.wave, n, shape.centre, shape.swing).toFixed(2)}`
    })
    return { type: 'text/csv', body: [`observation_date,${id}`, ...lines].join('\n') }
  },
})
