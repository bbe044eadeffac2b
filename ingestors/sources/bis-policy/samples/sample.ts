// Written by us in the bank's shape: a row a month and area with its dataflow before it, an empty cell where there was no rate.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const centres: Readonly<Record<string, number>> = {
  AR: 35,
  BR: 13,
  CH: 0.4,
  CN: 3.1,
  EG: 24,
  GB: 4.2,
  HU: 6.5,
  IN: 6,
  JP: 0.4,
  MX: 8,
  PL: 5,
  RU: 16,
  TR: 40,
  US: 4,
  XM: 2.2,
  ZA: 7.3,
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'stats.bis.org') return null
    const [, asked] = /\/M\.([A-Z+]+)$/.exec(url.pathname) ?? []
    const start = url.searchParams.get('startPeriod')
    if (asked === undefined || start === null) return { status: 404, type: 'text/plain', body: 'No results found\n' }
    const first = Number(start.slice(0, 4))
    const count = (now.getUTCFullYear() - first) * 12 + now.getUTCMonth()
    const months = Array.from({ length: count }, (_, i) => new Date(Date.UTC(first, i, 1)))
    const rows = asked.split('+').flatMap((area) =>
      months.map((month, i) => {
        const rate = rateOf(area, dayNumber(month))
        return `BIS:WS_CBPOL(1.0),M,${area},${month.toISOString().slice(0, 7)},${i === 2 && area === 'AR' ? '' : rate},A`
      }),
    )
    return { type: 'text/csv', body: `${['DATAFLOW,FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE,OBS_STATUS', ...rows].join('\n')}\n` }
  },
})

// Moved by quarters of a point, a few times a year.
function rateOf(area: string, day: number): string {
  const centre = centres[area] ?? 3.5
  const rate = level(`policy/${area}`, Math.floor(day / 45) * 45, centre, Math.max(1, centre / 3))
  return String(Math.max(area === 'CH' ? -0.75 : 0, Math.round(rate * 4) / 4))
}
