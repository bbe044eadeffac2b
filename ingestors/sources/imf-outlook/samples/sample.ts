// Written by us in the DataMapper's shape: years as members, forecasts beside what was, groups of countries in between.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'
import { sampleCountries } from '../../../samples/yearly.ts'

const spreads: Record<string, number> = {
  NGDP_RPCH: 1.2,
  PCPIPCH: 1,
  GGXWDG_NGDP: 4,
  GGXCNL_NGDP: 0.8,
  GGXONLB_G01_GDP_PT: 0.8,
  BCA_NGDPD: 0.8,
}

export default defineSample({
  answer(url) {
    if (url.hostname !== 'www.imf.org' || !url.pathname.startsWith('/external/datamapper/api/v1/')) return null
    const code = url.pathname.split('/').at(-1)!
    const periods = (url.searchParams.get('periods') ?? '').split(',')
    const places = Object.entries(sampleCountries).flatMap(([iso3, country]) => {
      const centre = country.outlook[code]
      if (centre === undefined) return []
      const years = periods.map((year) => [
        year,
        Math.round(10 * (centre + level(`${code}/${iso3}`, Number(year) * 365, 0, spreads[code]!))) / 10,
      ])
      return [[iso3, Object.fromEntries(years)]]
    })
    const groups = [['WEOWORLD', Object.fromEntries(periods.map((year) => [year, 3.2]))]]
    const values = { [code]: Object.fromEntries([...places, ...groups]) }
    return { type: 'application/json', body: JSON.stringify({ values, api: { version: '1', 'output-method': 'json' } }) }
  },
})
