// Written by us in Energy-Charts' shape: two lists side by side in quarters of an hour, one zone that is not free to pass on.
import { defineSample } from '../../../define.ts'
import { level, noise } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.energy-charts.info' || url.pathname !== '/price') return null
    const zone = url.searchParams.get('bzn') ?? ''
    // Days by Berlin's clocks in winter; tomorrow's prices come at one in the afternoon.
    const localMidnight = (day: string) => Date.parse(`${day}T00:00:00+01:00`) / 1_000
    const today = localMidnight(new Date(now.getTime() + 3_600_000).toISOString().slice(0, 10))
    const isTomorrowKnown = now.getTime() / 1_000 - today >= 13 * 3_600
    const [start, end] = ['start', 'end'].map((side) => localMidnight(url.searchParams.get(side)!)) as [number, number]
    const until = Math.min(end + 86_400, today + (isTomorrowKnown ? 2 : 1) * 86_400)
    const seconds = Array.from({ length: Math.max(0, until - start) / 900 }, (_, i) => start + i * 900)
    const price = (at: number) => {
      const hour = (at / 3_600) % 24
      const shape = 30 * Math.sin(((hour - 12) / 6) * Math.PI) - (hour > 11 && hour < 14 ? 25 : 0)
      return Math.round(100 * (62 + level(`price/${zone}`, at / 86_400, 0, 40) + shape + 4 * noise(zone, at))) / 100
    }
    const body = {
      license_info: zone === 'SI' ? 'for private and internal use only' : 'CC BY 4.0 (creativecommons.org/licenses/by/4.0)',
      unix_seconds: seconds,
      price: seconds.map(price),
      unit: 'EUR / MWh',
      deprecated: false,
    }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})
