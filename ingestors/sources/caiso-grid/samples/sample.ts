// Written by us in the outlook's shape: clock times without a date, empty rows for the rest of the day, imports beside the fuels.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const shares: Readonly<Record<string, number>> = {
  Solar: 0.18,
  Wind: 0.09,
  Geothermal: 0.03,
  Biomass: 0.012,
  Biogas: 0.006,
  'Small hydro': 0.01,
  Coal: 0.0001,
  Nuclear: 0.085,
  'Natural Gas': 0.37,
  'Large Hydro': 0.08,
  Batteries: -0.02,
  Imports: 0.157,
  Other: 0,
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.caiso.com') return null
    const interval = Math.floor(now.getTime() / 300_000) * 300_000
    const local = new Date(interval - 8 * 3_600_000)
    const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
    const load = (at: number) =>
      Math.round(
        24_000 * (1 + level('caiso', interval / 86_400_000, 0, 0.15)) * (1 + 0.15 * Math.sin(((at / 60 - 12) / 12) * Math.PI)),
      )
    const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
    const minutes = Array.from({ length: 288 }, (_, i) => i * 5)
    const day = local.toISOString().slice(0, 10).replaceAll('-', '')
    switch (url.pathname.split('/').at(-1)) {
      case 'stats.txt':
        return {
          type: 'application/json',
          body: JSON.stringify({
            gridstatus: ['Normal'],
            CurrentSystemDemand: load(minute),
            todayForecastPeakDemand: load(1_080),
            todayForecastPeakDemandTS: `${day}1800`,
            Current_reserve: 3_421,
            renewablesPercent: 38,
          }),
        }
      case 'demand.csv':
        return csv([
          'Time,Day ahead forecast,Hour ahead forecast,Current demand,Demand response',
          ...minutes.map((at) => `${clock(at)},${Math.round(load(at) * 1.02)},${load(at)},${at <= minute ? load(at) : ''},`),
        ])
      case 'fuelsource.csv':
        return csv([
          ['Time', ...Object.keys(shares)].join(','),
          ...minutes.map((at) =>
            [clock(at), ...Object.values(shares).map((share) => (at <= minute ? Math.round(load(at) * share) : ''))].join(','),
          ),
        ])
      default:
        return { status: 404, type: 'text/plain', body: 'not found' }
    }
  },
})

const csv = (lines: string[]) => ({ type: 'text/csv', body: `${lines.join('\n')}\n` })
