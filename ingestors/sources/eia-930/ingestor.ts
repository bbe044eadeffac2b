// Polls the last hours of every balancing authority; the operators' own codes replace EIA's where they differ.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { sumMix, unknownState } from '../../grid-state.ts'
import { eiaGrid } from './topic.ts'

interface Row {
  readonly period: string
  readonly respondent: string
  readonly type?: string
  readonly fueltype?: string
  readonly value: number | string | null
}

interface Raw {
  readonly region: { readonly response?: { readonly data?: readonly Row[] } }
  readonly fuel: { readonly response?: { readonly data?: readonly Row[] } }
}

const base = 'https://api.eia.gov/v2/electricity/rto'
const operators: Record<string, string> = { CISO: 'CAISO', ERCO: 'ERCOT', NYIS: 'NYISO', ISNE: 'ISONE', SWPP: 'SPP' }
// Sums over regions, which would be counted again.
const sums = new Set(['US48', 'CAL', 'CAR', 'CENT', 'FLA', 'MIDA', 'MIDW', 'NE', 'NW', 'NY', 'SE', 'SW', 'TEN', 'TEX'])
const hoursBack = 8

export default defineIngestor<ValueOf<typeof eiaGrid>, Raw>({
  source: 'eia-930',
  topic: eiaGrid,
  schedule: '12 * * * *',
  grade: 'A',
  needs: ['EIA_API_KEY'],
  async fetch({ http, at, signal, credential }) {
    const start = new Date(at.getTime() - hoursBack * 3_600_000).toISOString().slice(0, 13)
    const query = `api_key=${credential('EIA_API_KEY') ?? ''}&frequency=hourly&data[0]=value&start=${start}&sort[0][column]=period&sort[0][direction]=desc&length=5000`
    const types = ['D', 'DF', 'TI'].map((type) => `&facets[type][]=${type}`).join('')
    return {
      region: (await http.json(`${base}/region-data/data/?${query}${types}`, { signal })) as Raw['region'],
      fuel: (await http.json(`${base}/fuel-type-data/data/?${query}`, { signal })) as Raw['fuel'],
    }
  },
  parse({ region, fuel }, at) {
    const rows = region.response?.data
    if (!Array.isArray(rows)) throw new TollgateError('upstream_changed', 'region-data has no rows')
    const fuels = Map.groupBy(fuel.response?.data ?? [], (row) => `${row.respondent} ${row.period}`)
    const places = Map.groupBy(rows as Row[], (row) => row.respondent)
    return [...places].flatMap(([respondent, list]) => {
      // The newest hour with a load; forecasts run ahead of it.
      const newest = list
        .filter((row) => row.type === 'D' && numberOf(row) !== null)
        .sort((a, b) => (a.period < b.period ? 1 : -1))[0]
      if (newest === undefined || sums.has(respondent)) return []
      const find = (type: string) => list.find((row) => row.type === type && row.period === newest.period)
      const mix = (fuels.get(`${respondent} ${newest.period}`) ?? []).flatMap((row) => {
        const mw = numberOf(row)
        return mw === null ? [] : [{ name: String(row.fueltype), mw }]
      })
      const hour = new Date(`${newest.period}:00:00Z`)
      return [
        {
          ...unknownState,
          region: operators[respondent] ?? respondent,
          at: hour.toISOString(),
          demand_mw: numberOf(newest),
          forecast_mw: numberOf(find('DF')),
          interchange_mw: numberOf(find('TI')),
          mix: sumMix(mix),
          vintage: at.toISOString(),
        },
      ]
    })
  },
})

function numberOf(row: Row | undefined): number | null {
  const value = row?.value === null || row?.value === undefined ? Number.NaN : Number(row.value)
  return Number.isFinite(value) ? value : null
}
