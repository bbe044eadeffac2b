// Written by us in New York's shape: local times, the zone beside only some of them, a load that has not come yet.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const zones = ['CAPITL', 'CENTRL', 'N.Y.C.', 'LONGIL', 'WEST']
const fuels = {
  'Dual Fuel': 0.27,
  'Natural Gas': 0.2,
  Nuclear: 0.19,
  'Other Fossil Fuels': 0.002,
  'Other Renewables': 0.02,
  Wind: 0.07,
  Hydro: 0.248,
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'mis.nyiso.com') return null
    const at = new Date(Math.floor(now.getTime() / 300_000) * 300_000)
    const demand = 17_500 * (1 + level('nyiso', at.getTime() / 86_400_000, 0, 0.2))
    const stamp = (date: Date) => {
      const [day, time] = new Date(date.getTime() - 5 * 3_600_000).toISOString().slice(0, 19).split('T')
      const [year, month, dayOfMonth] = day!.split('-')
      return `${month}/${dayOfMonth}/${year} ${time}`
    }
    const name = url.pathname.split('/').at(-1)!
    if (name.endsWith('rtfuelmix.csv'))
      return csv([
        'Time Stamp,Time Zone,Fuel Category,Gen MW',
        ...Object.entries(fuels).map(([fuel, share]) => `${stamp(at)},EST,${fuel},${(demand * share).toFixed(1)}`),
      ])
    if (name.endsWith('pal.csv')) {
      const lines = zones.map((zone, i) => `"${stamp(at)}","EST","${zone}",6175${i},${(demand / zones.length).toFixed(4)}`)
      return csv([
        '"Time Stamp","Time Zone","Name","PTID","Load"',
        ...lines,
        `"${stamp(new Date(at.getTime() + 300_000))}","EST","WEST",61752,`,
      ])
    }
    if (name.endsWith('isolf.csv')) {
      const midnight = Date.parse(`${new Date(at.getTime() - 5 * 3_600_000).toISOString().slice(0, 10)}T00:00:00-05:00`)
      const hours = Array.from({ length: 48 }, (_, i) => new Date(midnight + i * 3_600_000))
      const lines = hours.map(
        (hour) =>
          `"${stamp(hour).slice(0, 16)}",1492,${Math.round(demand * (1 + 0.12 * Math.sin(((hour.getUTCHours() - 16) / 12) * Math.PI)))}`,
      )
      return csv(['"Time Stamp","Capitl","NYISO"', ...lines])
    }
    if (name === 'realtime_zone_lbmp.csv') {
      const price = level('nyc-price', at.getTime() / 86_400_000, 48, 30)
      const lines = zones.map((zone) => `"${stamp(at)}","${zone}",61761,${price.toFixed(2)},2.11,-3.04`)
      return csv([
        '"Time Stamp","Name","PTID","LBMP ($/MWHr)","Marginal Cost Losses ($/MWHr)","Marginal Cost Congestion ($/MWHr)"',
        ...lines,
      ])
    }
    return { status: 404, type: 'text/html', body: '<html><body>404</body></html>' }
  },
})

const csv = (lines: string[]) => ({ type: 'text/csv', body: lines.join('\n') })
