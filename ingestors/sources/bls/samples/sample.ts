// Written by us in the BLS API's shape: newest first, numbers as strings, yearly averages as M13, October 2025 never measured.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'
import { blsSeries } from '../series.ts'

interface Shape {
  readonly centre: number
  readonly swing: number
  readonly growthPct?: number
  readonly digits: number
}

const shapes: Readonly<Record<keyof typeof blsSeries, Shape>> = {
  unemployment: { centre: 4.3, swing: 0.8, digits: 1 },
  underemployment: { centre: 7.8, swing: 1.2, digits: 1 },
  participation: { centre: 62.6, swing: 0.5, digits: 1 },
  primeAgeParticipation: { centre: 83.5, swing: 0.6, digits: 1 },
  primeAgeEmployment: { centre: 80.6, swing: 0.9, digits: 1 },
  unemployedK: { centre: 7_200, swing: 1_300, digits: 0 },
  payrollsK: { centre: 152_000, swing: 900, growthPct: 1.1, digits: 0 },
  hourlyEarnings: { centre: 29.5, swing: 0.2, growthPct: 3.9, digits: 2 },
  weeklyHours: { centre: 34.3, swing: 0.2, digits: 1 },
  openingsK: { centre: 7_600, swing: 1_500, digits: 0 },
  quitsRate: { centre: 2.2, swing: 0.4, digits: 1 },
  layoffsRate: { centre: 1.1, swing: 0.2, digits: 1 },
  cpi: { centre: 260, swing: 1.5, growthPct: 2.8, digits: 3 },
}

const names = 'January February March April May June July August September October November December'.split(' ')

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.bls.gov') return null
    const series = Object.entries(blsSeries).map(([meaning, seriesID]) => ({
      seriesID,
      data: dataOf(seriesID, shapes[meaning as keyof typeof blsSeries], now),
    }))
    return {
      type: 'application/json',
      body: JSON.stringify({ status: 'REQUEST_SUCCEEDED', responseTime: 121, message: [], Results: { series } }),
    }
  },
})

function dataOf(name: string, shape: Shape, now: Date) {
  const data = []
  for (let year = now.getUTCFullYear(); year > now.getUTCFullYear() - 6; year--) {
    if (name.startsWith('CES') && year < now.getUTCFullYear())
      data.push(row(year, 'M13', 'Annual', shape.centre.toFixed(shape.digits)))
    for (let month = 11; month >= 0; month--) {
      const date = new Date(Date.UTC(year, month, 1))
      if (date.getTime() > now.getTime() - 38 * 86_400_000) continue
      const wasShut = year === 2025 && month === 9 && (name.startsWith('LNS') || name.startsWith('CUSR'))
      data.push(row(year, `M${String(month + 1).padStart(2, '0')}`, names[month]!, wasShut ? '-' : valueAt(name, shape, date)))
    }
  }
  return data.map((one, i) => (i === 0 ? newest(one) : one))
}

const row = (year: number, period: string, periodName: string, value: string) => ({
  year: String(year),
  period,
  periodName,
  value,
  footnotes: [{}],
})

// The newest month says so, and is told to be a first estimate.
const newest = (one: ReturnType<typeof row>) => ({
  ...one,
  latest: 'true',
  footnotes: [{ code: 'P', text: 'Preliminary.' }],
})

function valueAt(name: string, { centre, swing, growthPct = 0, digits }: Shape, date: Date): string {
  const years = (dayNumber(date) - dayNumber(new Date('2020-01-01'))) / 365.25
  return (centre * (1 + growthPct / 100) ** years + level(`bls/${name}`, dayNumber(date), 0, swing)).toFixed(digits)
}
