// Written by us: rows in the shape captured of the service behind a key, the lists of countries as its documents have them; dollars are made up.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'

const areas: readonly (readonly [code: number, iso2: string, iso3: string, name: string])[] = [
  [56, 'BE', 'BEL', 'Belgium'],
  [156, 'CN', 'CHN', 'China'],
  [251, 'FR', 'FRA', 'France'],
  [276, 'DE', 'DEU', 'Germany'],
  [458, 'MY', 'MYS', 'Malaysia'],
  [699, 'IN', 'IND', 'India'],
  [842, 'US', 'USA', 'USA'],
]
const sizes: Readonly<Record<number, number>> = { 56: 900, 156: 2_400, 251: 1_300, 276: 1_900, 458: 1_700, 699: 250, 842: 1_100 }
const products = ['8542', '27', '120190']
// The year before this one is told in the course of this one.
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'comtradeapi.un.org') return null
    if (url.pathname === '/files/v1/app/reference/Reporters.json')
      return json({ results: [germanyOnce, ...areas.map(reporter)], more: false })
    if (url.pathname === '/files/v1/app/reference/partnerAreas.json')
      return json({ results: [world, ...areas.map(partner)], more: false })
    const asked = (name: string) => url.searchParams.get(name) ?? ''
    const [year, reporterCode] = [Number(asked('period')), Number(asked('reporterCode'))]
    const isTold = products.includes(asked('cmdCode')) && sizes[reporterCode] !== undefined && year < now.getUTCFullYear()
    const own = isTold ? areas.filter(([code]) => code !== reporterCode) : []
    const rows = own.map(([code]) => ({ code, usd: 1e6 * sizes[code]! * (1 + 0.3 * noise(url.search, code)) }))
    const all = { code: 0, usd: rows.reduce((sum, { usd }) => sum + usd, 0) }
    const data = (isTold ? [all, ...rows] : []).map(({ code, usd }) => ({
      typeCode: 'C',
      freqCode: 'A',
      refPeriodId: year * 10_000 + 101,
      refYear: year,
      refMonth: 52,
      period: String(year),
      reporterCode,
      reporterISO: null,
      flowCode: asked('flowCode'),
      partnerCode: code,
      partnerISO: null,
      partner2Code: 0,
      classificationCode: 'H6',
      cmdCode: asked('cmdCode'),
      customsCode: 'C00',
      mosCode: '0',
      motCode: 0,
      primaryValue: Math.round(usd),
      isReported: true,
      isAggregate: true,
    }))
    return json({ elapsedTime: '0.21 secs', count: data.length, data, error: '' })
  },
})

const reporter = ([code, iso2, iso3, text]: (typeof areas)[number]) => ({
  id: code,
  text,
  reporterCode: code,
  reporterDesc: text,
  reporterCodeIsoAlpha2: iso2,
  reporterCodeIsoAlpha3: iso3,
  entryEffectiveDate: '1991-01-01T00:00:00',
  isGroup: false,
})
const germanyOnce = {
  ...reporter([280, 'DE', 'DEU', 'Fed. Rep. of Germany (...1990)']),
  entryExpiredDate: '1990-12-31T00:00:00',
}
const partner = ([code, iso2, iso3, text]: (typeof areas)[number]) => ({
  id: code,
  text,
  PartnerCode: code,
  PartnerDesc: text,
  PartnerCodeIsoAlpha2: iso2,
  PartnerCodeIsoAlpha3: iso3,
  isGroup: false,
})
const world = { ...partner([0, 'W0', 'W00', 'World']), isGroup: false }
