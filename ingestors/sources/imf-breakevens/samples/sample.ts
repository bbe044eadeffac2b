// Written by us in fredgraph.csv's shape: one yearly series a file, the next year's projection at its end.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const centres: Readonly<Record<string, number>> = {
  SAU: 91,
  ARE: 50,
  IRQ: 92,
  KWT: 81,
  IRN: 150,
  DZA: 150,
  QAT: 43,
  OMN: 57,
  BHR: 130,
}

export default defineSample({
  answer(url, now) {
    const series = url.searchParams.get('id') ?? ''
    if (url.hostname !== 'fred.stlouisfed.org' || !series.endsWith('PZPIOILBEGUSD')) return null
    const centre = centres[series.slice(0, 3)]
    if (centre === undefined)
      return { status: 404, type: 'text/html', body: '<!DOCTYPE html><html><body>not found</body></html>' }
    const first = Number(url.searchParams.get('cosd')?.slice(0, 4) ?? 2015)
    const years = Array.from({ length: now.getUTCFullYear() + 2 - first }, (_, i) => first + i)
    const rows = years.map((year) => `${year}-01-01,${level(`breakeven/${series}`, year * 365, centre, 12).toFixed(2)}`)
    return { type: 'text/csv', body: [`observation_date,${series}`, ...rows].join('\n') }
  },
})
