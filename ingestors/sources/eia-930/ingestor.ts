// Polls the last hours of every balancing authority, each hour a fact; the operators' own codes replace EIA's where they differ.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, readOrSetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { seenState, sumMix } from '../../shapes/grid-state.ts'
import { eiaGrid } from './topic.ts'

interface Raw {
  readonly region: unknown
  /** Not there: it did not come. */
  readonly fuel: unknown
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
  proof: 'captured 2026-08-21',
  needs: ['EIA_API_KEY'],
  async fetch({ http, at, signal, credential, setAside }) {
    const start = new Date(at.getTime() - hoursBack * 3_600_000).toISOString().slice(0, 13)
    const query = `api_key=${encodeURIComponent(credential('EIA_API_KEY') ?? '')}&frequency=hourly&data[0]=value&start=${start}&sort[0][column]=period&sort[0][direction]=desc&length=5000`
    const types = ['D', 'DF', 'TI'].map((type) => `&facets[type][]=${type}`).join('')
    return {
      region: await http.json(`${base}/region-data/data/?${query}${types}`, { signal }),
      // The load stands without its fuels, and the fuels say nothing without the hours.
      fuel: await fetchedOrAside('fuel-type-data', http.json(`${base}/fuel-type-data/data/?${query}`, { signal }), setAside),
    }
  },
  parse({ region, fuel }, at, setAside) {
    const fuels = Map.groupBy(
      fuel === undefined ? [] : rowsOf(fuel, 'fuel-type-data'),
      (row) => `${row.respondent} ${row.period}`,
    )
    const hours = Map.groupBy(rowsOf(region, 'region-data'), (row) => `${row.respondent} ${row.period}`)
    const readHour = (name: string, rows: ReturnType<typeof rowsOf>) => {
      const find = (type: string) => readNumberOrNull(rows.find((row) => row.type === type)?.value, type)
      const { respondent, period } = rows[0]!
      const demand = find('D')
      // Forecasts run ahead of the load.
      if (demand === null || sums.has(respondent)) return []
      return [
        {
          ...seenState(at),
          region: operators[respondent] ?? respondent,
          at: `${period}:00:00.000Z`,
          demand_mw: demand,
          forecast_mw: find('DF'),
          interchange_mw: find('TI'),
          mix: sumMix((fuels.get(name) ?? []).flatMap(readFuel)),
        },
      ]
    }
    // A mix without one of its fuels would be wrong: the hour of that authority goes.
    return [...hours].flatMap(
      ([name, rows]) =>
        readOrSetAside(
          () => name,
          () => readHour(name, rows),
          setAside,
        ) ?? [],
    )
  },
})

function rowsOf(raw: unknown, what: string): (Row & { readonly respondent: string; readonly period: string })[] {
  return readRows(readRow(readRow(raw, what).response, what).data, what).map((row) => {
    const [respondent, period] = [readText(row.respondent, 'respondent'), readText(row.period, 'period')]
    if (!/^[A-Z0-9]{2,6}$/.test(respondent) || !/^\d{4}-\d{2}-\d{2}T\d{2}$/.test(period))
      throw new TollgateError('upstream_changed', `${what} has a row of ${respondent} at ${period}`)
    return { ...row, respondent, period }
  })
}

// Codes come and go; a new one is other, but what is no code is a mistake.
function readFuel(row: Row): { name: string; mw: number }[] {
  const name = readTextOrNull(row.fueltype, 'fueltype')
  const mw = readNumberOrNull(row.value, 'value')
  if (name === null || mw === null) return []
  if (!/^[A-Z]{2,4}$/.test(name)) throw new TollgateError('upstream_changed', `${name} is not the code of a fuel`)
  return [{ name, mw }]
}
