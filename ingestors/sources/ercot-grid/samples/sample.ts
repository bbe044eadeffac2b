// Written by us in the dashboards' shape: local times with an offset, a reserve as text with a comma.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const offset = '-0600'
const local = (at: Date) => `${new Date(at.getTime() - 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')}${offset}`

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.ercot.com') return null
    const name = url.pathname.split('/').at(-1)
    const load = (at: Date) =>
      48_000 * (1 + level('ercot', at.getTime() / 86_400_000, 0, 0.2) + 0.1 * Math.sin(((at.getUTCHours() - 16) / 12) * Math.PI))
    const interval = Math.floor(now.getTime() / 300_000) * 300_000
    const at = new Date(interval - 60_000)
    const demand = load(at)
    const shares = {
      'Coal and Lignite': 0.15,
      Hydro: 0.005,
      Nuclear: 0.09,
      Other: 0.001,
      'Power Storage': -0.01,
      Solar: 0.1,
      Wind: 0.24,
      'Natural Gas': 0.424,
    }
    const day = local(at).slice(0, 10)
    const hour = (i: number) => {
      const epoch = Date.parse(`${day}T00:00:00-06:00`) + (i + 1) * 3_600_000
      const forecast = load(new Date(epoch))
      return {
        hourEnding: i + 1,
        dstFlag: 'N',
        currentLoadForecast: forecast,
        dayAheadForecast: forecast * 0.99,
        currentDayHsl: forecast * 1.35,
        ...(epoch <= now.getTime() ? { systemLoad: forecast * 1.01 } : {}),
        timestamp: local(new Date(epoch)),
        epoch,
      }
    }
    const bodies: Record<string, unknown> = {
      'fuel-mix.json': {
        lastUpdated: local(now),
        types: Object.keys(shares),
        data: {
          [day]: {
            [local(at)]: Object.fromEntries(Object.entries(shares).map(([fuel, share]) => [fuel, { gen: demand * share }])),
          },
        },
      },
      'loadForecastVsActual.json': {
        lastUpdated: local(now),
        currentDay: { dayDate: `${day} 00:00:00${offset}`, data: Array.from({ length: 24 }, (_, i) => hour(i)) },
      },
      'system-wide-prices.json': {
        lastUpdated: local(now),
        rtSppData: Array.from({ length: 40 }, (_, i) => ({
          timestamp: local(new Date(Math.floor(interval / 900_000) * 900_000 - (39 - i) * 900_000)),
          hbBusAvg: 28.11,
          hbHubAvg: Math.round(100 * (28 + level('ercot-price', interval / 86_400_000, 0, 20) + i / 10)) / 100,
          hbHouston: 29.04,
        })),
      },
      'daily-prc.json': {
        lastUpdated: local(now),
        current_condition: { state: 'normal', prc_value: '6,341', condition_note: 'Normal conditions', datetime: local(now) },
      },
    }
    const body = name === undefined ? undefined : bodies[name]
    return body === undefined
      ? { status: 404, type: 'text/plain', body: 'not found' }
      : { type: 'application/json', body: JSON.stringify(body) }
  },
})
