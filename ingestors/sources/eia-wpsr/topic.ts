// The weekly petroleum status report as its own files give it: the newest weeks of every figure, six years of crude stocks.
import { petroleumWeeks } from '../../shapes/petroleum-weeks.ts'

export const petroleumReport = petroleumWeeks('eia.petroleum-report.v1', {
  id: 'eia-wpsr',
  name: 'EIA Weekly Petroleum Status Report',
  url: 'https://www.eia.gov/petroleum/supply/weekly/',
  licence: 'public domain',
  attribution: 'U.S. Energy Information Administration',
})

export { type PetroleumSeries, petroleumNames } from '../../shapes/petroleum-weeks.ts'
