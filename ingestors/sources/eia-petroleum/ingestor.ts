// Polls the weekly series by their numbers, stocks and flows apart; figures are texts, stocks in thousand barrels. Proof: captured.
import { TollgateError } from '../../../base/errors.ts'
import { readDay, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { type PetroleumSeries, petroleumNames, petroleumSeries } from '../../shapes/petroleum-weeks.ts'
import { fromDay } from '../../shapes/range.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { petroleumHistory } from './topic.ts'

const base = 'https://api.eia.gov/v2/petroleum'
const isStock = (series: PetroleumSeries): boolean => series.endsWith('_mmbbl')
const routes = { 'stoc/wstk': isStock, 'sum/sndw': (series: PetroleumSeries) => !isStock(series) } as const
const seriesOf = new Map<string, PetroleumSeries>(petroleumNames.map((series) => [petroleumSeries[series].id, series]))

export default jsonRows<any, string>({
  source: 'eia-petroleum',
  topic: petroleumHistory,
  schedule: '50 15,17 * * 3,4',
  grade: 'A',
  proof: 'captured 2026-10-05',
  needs: ['EIA_API_KEY'],
  tables: ({ at, since, credential }) =>
    Object.entries(routes).map(([route, holds]) => {
      const facets = petroleumNames.filter(holds).map((series) => `&facets[series][]=${petroleumSeries[series].id}`)
      const query = `api_key=${encodeURIComponent(credential('EIA_API_KEY') ?? '')}&frequency=weekly&data[0]=value&length=5000`
      return {
        id: route,
        url: `${base}/${route}/data/?${query}&start=${fromDay({ at, since }, { first: 2_200, revisableDays: 60 })}${facets.join('')}`,
      }
    }),
  rows: (answer, route) => readRows(readRow(readRow(answer, route).response, 'response').data, `${route} data`),
  row(row) {
    const series = seriesOf.get(readText(row.series, 'series'))
    if (series === undefined) throw new TollgateError('upstream_changed', 'a row is of a series that was not asked for')
    const unit = readText(row.units, 'units')
    if (unit !== (isStock(series) ? 'MBBL' : series.endsWith('_pct') ? '%' : 'MBBL/D'))
      throw new TollgateError('upstream_changed', `${series} is in ${unit.slice(0, 20)}`)
    const value = readNumberOrNull(row.value, 'value')
    return value === null ? null : { week: readDay(row.period, 'period'), series, value: isStock(series) ? value / 1_000 : value }
  },
})
