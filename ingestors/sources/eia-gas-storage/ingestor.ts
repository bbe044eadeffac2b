// Polls the storage report's summary, which begins with a byte order mark: this week with its comparisons. Proof: captured.
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { type Row, readDay, readList, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { gasStorage } from './topic.ts'

type Stored = Unstamped<ValueOf<typeof gasStorage>>

const regions: Readonly<Record<string, Stored['region']>> = {
  'total lower 48 states': 'total',
  'east region': 'east',
  'midwest region': 'midwest',
  'mountain region': 'mountain',
  'pacific region': 'pacific',
  'south central region': 'south-central',
}

export default defineIngestor<ValueOf<typeof gasStorage>, unknown>({
  source: 'eia-gas-storage',
  topic: gasStorage,
  schedule: '*/20 14-17 * * 4,5',
  grade: 'A',
  proof: 'captured 2026-09-24',
  fetch: ({ http, signal }) => http.json('https://ir.eia.gov/ngs/wngsr.json', { signal }),
  parse(report, _at, setAside) {
    const series = readRows(readRow(report, 'the report').series, 'series')
    const read = readEach(series, readSeries, setAside)
    const week = read.reduce((newest, one) => (one.week > newest ? one.week : newest), '')
    // A region whose newest week is missing begins with an older one, beside the newest one's comparisons.
    return read.filter((one) => one.week === week)
  },
})

// Salt and nonsalt facilities are parts of a region that is there already. Of older weeks the file has no comparisons.
function readSeries(series: Row): Stored[] {
  const region = regions[readText(series.name, 'name').toLowerCase()]
  const [newest] = readList(series.data, 'data')
  if (region === undefined || newest === undefined) return []
  const [week, bcf] = readList(newest, 'a week')
  const told = readRow(series.calculated, 'calculated')
  const figure = (name: string) => readNumberOrNull(told[name], name)
  return [
    {
      week: readDay(week, 'a week'),
      region,
      bcf: readNumber(bcf, 'a stock'),
      net_change_bcf: figure('net_change'),
      average_5y_bcf: figure('5yr-avg'),
      vs_5y_pct: figure('pct-chg_5yr-avg'),
      vs_year_pct: figure('pct-change_yrago'),
    },
  ]
}
