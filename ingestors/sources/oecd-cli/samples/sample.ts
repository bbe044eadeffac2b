// Written by us in the service's shape: nine dimensions before each value, months in no order, a cell empty where nothing is known.
import { defineSample } from '../../../define.ts'
import { dayNumber, level, noise } from '../../../samples/walk.ts'

const header =
  'DATAFLOW,REF_AREA,FREQ,MEASURE,UNIT_MEASURE,ACTIVITY,ADJUSTMENT,TRANSFORMATION,TIME_HORIZ,METHODOLOGY,TIME_PERIOD,OBS_VALUE,' +
  'OBS_STATUS,UNIT_MULT,DECIMALS,BASE_PER'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'sdmx.oecd.org') return null
    const [, asked] = /\/([A-Z0-9+]+)\.M\.LI\.\.\.AA\.\.\.H$/.exec(url.pathname) ?? []
    const start = url.searchParams.get('startPeriod')
    if (asked === undefined || start === null) return { status: 403, type: 'text/plain', body: 'The key is too short.\n' }
    const first = Number(start.slice(0, 4))
    // Last month's comes in the second week of this one.
    const count = (now.getUTCFullYear() - first) * 12 + now.getUTCMonth() - (now.getUTCDate() < 14 ? 1 : 0)
    const months = Array.from({ length: count }, (_, i) => new Date(Date.UTC(first, i, 1)))
    const rows = asked.split('+').flatMap((area) =>
      months
        .toSorted((a, b) => noise(area, dayNumber(a)) - noise(area, dayNumber(b)))
        .map((month) => {
          const common = level('oecd/cycle', dayNumber(month), 0, 1.2)
          const index = 100 + common + level(`oecd/${area}`, dayNumber(month), 0, 0.8)
          const value = area === 'G4E' && month.getUTCMonth() === 0 ? '' : index.toFixed(4)
          const period = month.toISOString().slice(0, 7)
          return `OECD.SDD.STES:DSD_STES@DF_CLI(4.1),${area},M,LI,IX,_Z,AA,IX,_Z,H,${period},${value},A,0,2,`
        }),
    )
    return { type: 'text/csv', body: `${[header, ...rows].join('\r\n')}\r\n` }
  },
})
