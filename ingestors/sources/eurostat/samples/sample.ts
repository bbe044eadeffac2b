// Written by us in Eurostat's shape: JSON-stat with empty cells, no sentiment for Switzerland, Greece as EL.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const tables: Record<string, { centre: number; swing: number; dimensions: readonly string[]; lagMonths: number; every: 1 | 3 }> =
  {
    prc_hicp_minr: { centre: 2.3, swing: 2.4, dimensions: ['freq', 'unit', 'coicop18'], lagMonths: 1, every: 1 },
    une_rt_m: { centre: 6.2, swing: 1.8, dimensions: ['freq', 's_adj', 'age', 'unit', 'sex'], lagMonths: 2, every: 1 },
    sts_inpr_m: { centre: 0.6, swing: 4, dimensions: ['freq', 'indic_bt', 'nace_r2', 's_adj', 'unit'], lagMonths: 2, every: 1 },
    ei_bssi_m_r2: { centre: 98, swing: 8, dimensions: ['freq', 'indic', 's_adj'], lagMonths: 1, every: 1 },
    namq_10_gdp: { centre: 1.3, swing: 2, dimensions: ['freq', 'unit', 's_adj', 'na_item'], lagMonths: 4, every: 3 },
    gov_10q_ggdebt: { centre: 78, swing: 30, dimensions: ['freq', 'na_item', 'sector', 'unit'], lagMonths: 6, every: 3 },
  }
const gdpMeur: Record<string, number> = { EA21: 3_900_000, DE: 1_110_000, FR: 750_000, IT: 560_000, ES: 415_000, PL: 230_000 }

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'ec.europa.eu' || !url.pathname.startsWith('/eurostat/')) return null
    const code = url.pathname.split('/').at(-1)!
    const table = tables[code]
    if (table === undefined)
      return { status: 404, type: 'application/json', body: '{"error":[{"status":404,"label":"unknown"}]}' }
    const count = Number(url.searchParams.get('lastTimePeriod'))
    const geos = url.searchParams.getAll('geo')
    const months = Array.from({ length: count }, (_, i) => {
      const newest = now.getUTCFullYear() * 12 + now.getUTCMonth() - table.lagMonths
      const last = table.every === 3 ? Math.floor((newest + 1) / 3) * 3 - 3 : newest
      return last - (count - 1 - i) * table.every
    })
    const names = [...table.dimensions, 'geo', 'time']
    const indexOf = (keys: readonly string[]) => ({ category: { index: Object.fromEntries(keys.map((key, i) => [key, i])) } })
    const dimension = {
      ...Object.fromEntries(
        table.dimensions.map((name) => [name, indexOf([url.searchParams.get(name) ?? (table.every === 3 ? 'Q' : 'M')])]),
      ),
      geo: indexOf(geos),
      time: indexOf(months.map((month) => periodOf(month, table.every))),
    }
    const isLevel = url.searchParams.get('unit') === 'CP_MEUR'
    const name = `${code}/${url.searchParams.get('coicop18') ?? ''}`
    const value: Record<string, number> = {}
    for (const [g, geo] of geos.entries())
      for (const [t, month] of months.entries()) {
        if (geo === 'CH' && code !== 'prc_hicp_minr') continue
        const day = Date.UTC(0, month) / 86_400_000 + 700_000
        const rate =
          table.centre + level(`${name}/eu`, day * 6, 0, table.swing) + level(`${name}/${geo}`, day * 6, 0, table.swing / 2)
        const size = gdpMeur[geo] ?? 90_000
        value[String(g * months.length + t)] = Math.round(10 * (isLevel ? size * (1 + (month - 24_300) / 300) : rate)) / 10
      }
    const size = [...table.dimensions.map(() => 1), geos.length, months.length]
    const body = { version: '2.0', class: 'dataset', label: code, source: 'ESTAT', id: names, size, dimension, value }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})

function periodOf(month: number, every: 1 | 3): string {
  const [year, at] = [Math.floor(month / 12), month % 12]
  return every === 3 ? `${year}-Q${Math.floor(at / 3) + 1}` : `${year}-${String(at + 1).padStart(2, '0')}`
}
