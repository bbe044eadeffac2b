// Written by us in MISO's shape: numbers as text, an interval's name instead of a time, lists of objects of one member.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const shares = { Coal: 0.29, 'Natural Gas': 0.38, Nuclear: 0.15, Wind: 0.14, Solar: 0.02, Hydro: 0.01, Other: 0.01 }
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'public-api.misoenergy.org') return null
    const interval = Math.floor(now.getTime() / 300_000) * 300_000
    const local = new Date(interval - 5 * 3_600_000)
    const ref = `${local.getUTCDate()}-${months[local.getUTCMonth()]}-${local.getUTCFullYear()} - Interval ${local.toISOString().slice(11, 16)} EST`
    const load = (minute: number) =>
      Math.round(
        73_000 * (1 + level('miso', interval / 86_400_000, 0, 0.15)) * (1 + 0.12 * Math.sin(((minute / 60 - 11) / 12) * Math.PI)),
      )
    const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
    const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
    const price = 27 + level('indiana', interval / 86_400_000, 0, 20)
    const nodes = (base: number) => ({
      PricingNode: ['AECI', 'ARKANSAS.HUB', 'INDIANA.HUB'].map((name, i) => ({
        name,
        region: '',
        LMP: (base + i).toFixed(2),
        MLC: '0.51',
        MCC: '-0.12',
      })),
    })
    const bodies: Readonly<Record<string, unknown>> = {
      FuelMix: {
        RefId: ref,
        TotalMW: String(load(minute)),
        Fuel: {
          Type: Object.entries(shares).map(([name, share]) => ({
            INTERVALEST: `${local.toISOString().slice(0, 10)} ${clock(minute)}:00`,
            CATEGORY: name,
            ACT: String(Math.round(load(minute) * share)),
          })),
        },
      },
      RealTimeTotalLoad: {
        LoadInfo: {
          RefId: ref,
          ClearedMW: [],
          MediumTermLoadForecast: Array.from({ length: 24 }, (_, i) => ({
            Forecast: { HourEnding: String(i + 1), LoadForecast: String(Math.round(load((i + 1) * 60) * 1.01)) },
          })),
          FiveMinTotalLoad: Array.from({ length: minute / 5 + 1 }, (_, i) => ({
            Load: { Time: clock(i * 5), Value: String(load(i * 5)) },
          })),
        },
      },
      GetLmpConsolidatedTable: {
        LMPData: {
          RefId: ref,
          FiveMinLMP: { HourAndMin: clock(minute), ...nodes(price) },
          DayAheadExPostLMP: { Hour: 'HE 8', ...nodes(price * 1.04) },
        },
      },
    }
    const body = bodies[url.pathname.split('/').at(-1)!]
    return body === undefined
      ? { status: 404, type: 'application/json', body: '{}' }
      : { type: 'application/json', body: JSON.stringify(body) }
  },
})
