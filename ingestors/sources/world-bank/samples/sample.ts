// Written by us in the World Bank's shape: two parts, null where a year is missing, aggregates among the countries.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'
import { sampleCountries } from '../../../samples/yearly.ts'

export default defineSample({
  answer(url) {
    // Source 15 is the monthly database.
    if (url.hostname !== 'api.worldbank.org' || url.searchParams.get('source') === '15') return null
    const code = url.pathname.split('/').at(-1)!
    const rows = code === 'country' ? countries() : figures(code, url.searchParams.get('date') ?? '')
    // The list of countries writes as text what the figures write as a number.
    const isList = code === 'country'
    const about = { page: 1, pages: 1, per_page: isList ? '500' : 5_000, total: rows.length }
    const more = isList ? {} : { sourceid: null, lastupdated: '2026-10-07' }
    return { type: 'application/json', body: JSON.stringify([{ ...about, ...more }, rows]) }
  },
})

function countries(): object[] {
  const real = Object.entries(sampleCountries).map(([id, { iso2, name, income }]) => ({
    id,
    iso2Code: iso2,
    name,
    region: { id: 'SMP', value: 'Sample' },
    incomeLevel: { id: 'SMP', value: income },
  }))
  const world = {
    id: 'WLD',
    iso2Code: '1W',
    name: 'World',
    region: { id: 'NA', value: 'Aggregates' },
    incomeLevel: { id: 'NA', value: 'Aggregates' },
  }
  return [...real, world]
}

function figures(code: string, date: string): object[] {
  const [from, to] = date.split(':').map(Number)
  const row = (id: string, iso3: string, name: string, year: number, value: number | null) => ({
    indicator: { id: code, value: code },
    // The database of governance has the three letters as the country's id, and the member for them empty.
    country: { id: code.startsWith('GOV_') ? iso3 : id, value: name },
    countryiso3code: code.startsWith('GOV_') ? '' : iso3,
    date: String(year),
    value,
    unit: '',
    obs_status: '',
    decimal: 1,
  })
  const years = Array.from({ length: to! - from! + 1 }, (_, i) => to! - i)
  const real = Object.entries(sampleCountries).flatMap(([iso3, { iso2, name, bank }]) => {
    const centre = bank[code]
    return years.map((year, i) => {
      // This year's is not there yet, nor is last year's of governance.
      const isThere = centre !== undefined && i >= (code.endsWith('.EST') ? 2 : 1)
      return row(iso2, iso3, name, year, isThere ? centre * (1 + level(`${code}/${iso3}`, year * 365, 0, 0.08)) : null)
    })
  })
  return [...years.map((year) => row('1W', 'WLD', 'World', year, 1)), ...real]
}
