// Written by us in the data portal's shape: one row an observation, months without a day, NaN where a market was shut.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, level } from '../../../samples/walk.ts'

const bonds: Record<string, number> = {
  DE: 2.6,
  FR: 3.3,
  IT: 3.6,
  ES: 3.2,
  NL: 2.8,
  BE: 3.1,
  AT: 3,
  IE: 2.9,
  PT: 3,
  GR: 3.4,
  FI: 3,
}
const rates: Record<string, number> = {
  USD: 1.12,
  PLN: 4.3,
  SEK: 11,
  DKK: 7.46,
  CZK: 24.6,
  HUF: 395,
  RON: 5.05,
  CHF: 0.94,
  NOK: 11.6,
  GBP: 0.86,
  CNY: 8.1,
  JPY: 172,
  INR: 101,
  KRW: 1_650,
  IDR: 19_200,
  THB: 36.5,
  MYR: 4.75,
  PHP: 66,
  SGD: 1.5,
  HKD: 8.75,
  BRL: 6.2,
  MXN: 21.4,
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'data-api.ecb.europa.eu' || url.pathname.includes('/EXR/D.')) return null
    const [flow, key] = url.pathname.split('/').slice(-2) as [string, string]
    const from = dayNumber(new Date(url.searchParams.get('startPeriod')!))
    const keys = key
      .split('.')
      .map((part) => part.split('+'))
      .reduce<string[]>((names, parts) => names.flatMap((name) => parts.map((part) => `${name}.${part}`)), [flow])
    const days = Array.from({ length: dayNumber(now) - from }, (_, i) => from + i)
    const isMonthly = key.startsWith('M.')
    const wanted = days.filter((day) => {
      const date = dateOfDay(day)
      const isThisMonth = isoDate(date).slice(0, 7) === isoDate(now).slice(0, 7)
      if (isMonthly) return date.getUTCDate() === 1 && !isThisMonth
      return (key.startsWith('D.') && flow !== 'EXR') || (date.getUTCDay() !== 0 && date.getUTCDay() !== 6)
    })
    const rows = keys.flatMap((name) =>
      wanted.map((day, i) => {
        const period = isoDate(dateOfDay(day)).slice(0, isMonthly ? 7 : 10)
        const value = i === 3 && flow === 'YC' ? 'NaN' : figure(name, day).toFixed(6)
        return `${name},${name.split('.')[1]},${period},${value}`
      }),
    )
    return { type: 'text/csv', body: `${['KEY,FREQ,TIME_PERIOD,OBS_VALUE', ...rows].join('\r\n')}\r\n` }
  },
})

function figure(name: string, day: number): number {
  const part = name.split('.')[2]!
  if (name.startsWith('IRS')) return level('ecb/bonds', day, bonds[part]!, 1.4) + level(`ecb/${part}`, day, 0, 0.3)
  if (name.startsWith('EXR')) return rates[part]! * (1 + level(`ecb/${part}`, day * 4, 0, part === 'DKK' ? 0.001 : 0.08))
  if (name.startsWith('CISS')) return Math.max(0.01, level('ecb/ciss', day * 3, 0.16, 0.12))
  if (name.startsWith('YC')) return level('ecb/bonds', day, name.endsWith('SR_2Y') ? 2.1 : 2.7, 1.3)
  return level('ecb/policy', Math.floor(day / 45), 2, 0.2)
}
