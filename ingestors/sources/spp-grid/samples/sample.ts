// Written by us in SPP's shape: local and universal times side by side, newest first, hours to come with a forecast alone.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const stamp = (at: number) => {
  const [day, time] = new Date(at).toISOString().slice(0, 19).split('T')
  const [year, month, dayOfMonth] = day!.split('-')
  return `${month}/${dayOfMonth}/${year} ${time}`
}
const both = (at: number) => `${stamp(at - 6 * 3_600_000)},${stamp(at)}`

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'portal.spp.org') return null
    const last = Math.floor(now.getTime() / 300_000) * 300_000
    if (url.pathname.startsWith('/file-browser-api/download/rtbm-lmp-by-location')) {
      const price = 24 + level('spp-price', last / 86_400_000, 0, 22)
      const places = ['AEC', 'AECC_CSWS', 'SPPNORTH_HUB', 'SPPSOUTH_HUB']
      return csv([
        'Interval,GMTIntervalEnd,Settlement Location,Pnode,LMP,MLC,MCC,MEC',
        ...places.map((place, i) => `${both(last)},${place},${place},${(price + i).toFixed(4)},-0.71,-0.09,${price.toFixed(4)}`),
      ])
    }
    if (url.pathname !== '/chart-api/load-forecast/asFile') return { status: 404, type: 'text/plain', body: 'not found' }
    const load = (at: number) =>
      30_000 *
      (1 + level('spp', last / 86_400_000, 0, 0.15)) *
      (1 + 0.12 * Math.sin(((((at / 3_600_000) % 24) - 17) / 12) * Math.PI))
    const from = Math.floor((last - 6 * 3_600_000) / 86_400_000) * 86_400_000 + 6 * 3_600_000
    const rows = Array.from({ length: 288 * 2 }, (_, i) => from + i * 300_000).map((at) => {
      const forecast = at % 3_600_000 === 0 ? (load(at) * 1.01).toFixed(3) : ''
      const isPast = at <= last
      return `${both(at)},${isPast ? (load(at) * 0.99).toFixed(3) : ''},${forecast},${isPast ? load(at).toFixed(3) : ''},,,,`
    })
    return csv(['Interval,GMTIntervalEnd,STLF,MTLF,Actual Load,STWF,MTWF,Actual Wind,STSF', ...rows.reverse()])
  },
})

const csv = (lines: string[]) => ({ type: 'text/csv', body: `${lines.join('\n')}\n` })
