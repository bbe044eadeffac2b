// Written by us in the World Bank's shape: two parts, the newest month first, the code of a country as its id alone, null where a month is not known yet.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'
import { sampleCountries } from '../../../samples/yearly.ts'

const tradeMusd: Readonly<Record<string, number>> = {
  DEU: 130_000,
  FRA: 58_000,
  GBR: 62_000,
  ITA: 56_000,
  CHE: 30_000,
  NOR: 14_000,
}
const reservesMusd: Readonly<Record<string, number>> = { CHE: 820_000, POL: 220_000, GBR: 170_000, NOR: 80_000, CZE: 150_000 }

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.worldbank.org' || url.searchParams.get('source') !== '15') return null
    const [countries, , code] = url.pathname.split('/').slice(-3) as [string, string, string]
    const first = Number(url.searchParams.get('date')?.slice(0, 4))
    const count = (now.getUTCFullYear() - first) * 12 + now.getUTCMonth()
    const months = Array.from({ length: count }, (_, i) => new Date(Date.UTC(first, i, 1))).reverse()
    const rows = decodeURIComponent(countries)
      .split(';')
      .flatMap((iso3) =>
        months.map((month, i) => ({
          indicator: { id: code, value: code },
          country: { id: iso3, value: iso3 },
          countryiso3code: '',
          date: `${month.getUTCFullYear()}M${String(month.getUTCMonth() + 1).padStart(2, '0')}`,
          value: i === 0 ? null : figure(code, iso3, dayNumber(month)),
          unit: '',
          obs_status: '',
          decimal: 0,
        })),
      )
    const about = { page: 1, pages: 1, per_page: 20_000, total: rows.length, sourceid: null, lastupdated: '2026-11-10' }
    return { type: 'application/json', body: JSON.stringify([about, rows]) }
  },
})

// These have stood at one rate to the dollar for decades.
const fixed = new Set(['SAU', 'ARE', 'QAT', 'BHR', 'OMN', 'JOR', 'ECU', 'PAN'])

function figure(code: string, iso3: string, day: number): number {
  const country = sampleCountries[iso3]
  if (code === 'CPTOTSAXNZGY') {
    const inflation = country?.outlook.PCPIPCH ?? 2.6
    return Number(level(`gem/cpi/${iso3}`, day * 6, inflation, Math.max(2, inflation / 3)).toFixed(3))
  }
  if (code === 'DPANUSSPB') {
    const rate = country?.bank['PA.NUS.FCRF'] ?? 1
    return Number((rate * (fixed.has(iso3) ? 1 : 1 + level(`gem/fx/${iso3}`, day * 6, 0, 0.1))).toPrecision(6))
  }
  const centre = code === 'TOTRESV' ? (reservesMusd[iso3] ?? 40_000) : (tradeMusd[iso3] ?? 20_000)
  const growth = 1.03 ** ((day - 20_000) / 365)
  return Math.round(centre * growth * (1 + level(`gem/${code}/${iso3}`, day * 6, 0, 0.12)))
}
