// Written by us in the shape of the Bureau's guide: a list of lists of texts, headers first; dollars are made up.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'

const countries: readonly (readonly [code: string, name: string, exports: number, imports: number])[] = [
  ['2010', 'MEXICO', 640, 310],
  ['4190', 'IRELAND', 60, 95],
  ['5570', 'MALAYSIA', 420, 700],
  ['5700', 'CHINA', 480, 120],
  ['5800', 'KOREA, SOUTH', 210, 520],
  ['5830', 'TAIWAN', 390, 1_450],
]
const titles: Readonly<Record<string, string>> = {
  '8542': 'ELECTRONIC INTEGRATED CIRCUITS; PARTS THEREOF',
  '27': 'MINERAL FUELS, MINERAL OILS AND PRODUCTS OF THEIR DISTILLATION',
  '120190': 'SOYBEANS, WHETHER OR NOT BROKEN, OTHER THAN SEED',
}
const months = 26
// September is told early in November.
const toldAfter = 2

export default defineSample({
  answer(url, now) {
    const [, flow] = /^\/data\/timeseries\/intltrade\/(exports|imports)\/hs$/.exec(url.pathname) ?? []
    if (url.hostname !== 'api.census.gov' || flow === undefined) return null
    const isExport = flow === 'exports'
    const code = isExport ? 'E_COMMODITY' : 'I_COMMODITY'
    const hs = url.searchParams.get(code) ?? ''
    const title = titles[hs]
    if (title === undefined) return { status: 204, type: 'application/json', body: '' }
    const header = (url.searchParams.get('get') ?? '').split(',')
    const rows = Array.from({ length: months }, (_, i) => {
      const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - toldAfter - (months - 1 - i), 1))
      const month = date.toISOString().slice(0, 7)
      const of = date.getUTCFullYear() * 12 + date.getUTCMonth()
      const own = countries.map(([country, name, exports, imports]) => {
        const usd = Math.round(1e6 * (isExport ? exports : imports) * (1 + i / 100 + 0.1 * noise(`${hs}${flow}${country}`, of)))
        return { country, name, usd, taxed: Math.round(0.97 * usd), duty: Math.round(usd * (i < 14 ? 0.012 : 0.055)) }
      })
      const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((total, one) => total + of(one), 0)
      const whole = {
        country: '-',
        name: 'TOTAL FOR ALL COUNTRIES',
        usd: sum(({ usd }) => usd),
        taxed: sum(({ taxed }) => taxed),
        duty: sum(({ duty }) => duty),
      }
      return [whole, ...own].map(({ country, name, usd, taxed, duty }) => {
        const figures = isExport ? [usd] : [usd, taxed, duty]
        return [country, name, title, ...figures.map(String), hs, `HS${hs.length}`, 'DET', month]
      })
    })
    return {
      type: 'application/json',
      body: JSON.stringify([[...header, code, 'COMM_LVL', 'SUMMARY_LVL', 'time'], ...rows.flat()]),
    }
  },
})
