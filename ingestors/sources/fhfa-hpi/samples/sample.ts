// Written by us in the master file's layout: kinds of index nobody asked for among those that are read, empty cells where nothing is adjusted.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const states = { CA: 'California', FL: 'Florida', NY: 'New York', OH: 'Ohio', TX: 'Texas', WA: 'Washington' } as const
const metros = {
  '12420': 'Austin-Round Rock-San Marcos, TX',
  '16984': 'Chicago-Naperville-Schaumburg, IL (MSAD)',
  '17140': 'Cincinnati, OH-KY-IN',
  '31084': 'Los Angeles-Long Beach-Glendale, CA (MSAD)',
  '35614': 'New York-Jersey City-White Plains, NY-NJ (MSAD)',
  '42644': 'Seattle-Bellevue-Kent, WA (MSAD)',
} as const
const firstYear = 2012

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.fhfa.gov') return null
    const header = 'hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa,rstderr,note'
    const month = (place: string, id: string, flavor: string) =>
      periods(now, 1).map(([year, period, day]) => {
        const index = indexOf(id, day)
        return `traditional,${flavor},monthly,USA or Census Division,${place},${id},${year},${period},${(index * 0.998).toFixed(2)},${index.toFixed(2)},,`
      })
    const quarter = (kind: string, place: string, id: string, isAdjusted: boolean) =>
      periods(now, 3).map(([year, period, day]) => {
        const index = indexOf(id, day).toFixed(2)
        return `traditional,${kind},"${place}",${id},${year},${period},${index},${isAdjusted ? index : ''},,`
      })
    const rows = [
      ...month('East North Central Division', 'DV_ENC', 'purchase-only'),
      ...month('United States', 'USA', 'purchase-only'),
      ...Object.entries(states).flatMap(([id, name]) => [
        ...quarter('purchase-only,quarterly,State', name, id, true),
        ...quarter('all-transactions,quarterly,State', name, id, false),
      ]),
      ...Object.entries(metros).flatMap(([id, name]) => quarter('all-transactions,quarterly,MSA', name, id, false)),
      ...periods(now, 3).map(
        ([year, period]) => `developmental,purchase-only,quarterly,Puerto Rico,Puerto Rico,PR,${year},${period},200,200,,`,
      ),
    ]
    return { type: 'text/csv', body: `${[header, ...rows].join('\r\n')}\r\n` }
  },
})

/** Year, month or quarter of it, and its day; told two months after it is over. */
function periods(now: Date, step: number): [number, number, number][] {
  const told: [number, number, number][] = []
  for (let year = firstYear; year <= now.getUTCFullYear(); year++)
    for (let period = 1; period <= 12 / step; period++) {
      const end = Date.UTC(year, period * step, 1)
      if (now.getTime() - end > 56 * 86_400_000) told.push([year, period, dayNumber(new Date(end))])
    }
  return told
}

const indexOf = (id: string, day: number): number =>
  300 * 1.045 ** ((day - 18_000) / 365) * (1 + level(`fhfa/${id}`, day, 0, 0.08))
