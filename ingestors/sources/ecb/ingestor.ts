// Polls six flows as CSV; a key in which several parts stand brings a series for each of them.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { parseCsv, toIsoDate, toNumber } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { type Flow, flows, namesOf } from './series.ts'
import { ecbObservations } from './topic.ts'

interface Answer {
  readonly flow: Flow
  readonly csv: string
}

const base = 'https://data-api.ecb.europa.eu/service/data'
const revisableDays = 100
const dayMs = 86_400_000

export default defineIngestor<ValueOf<typeof ecbObservations>, Answer[]>({
  source: 'ecb',
  topic: ecbObservations,
  // €STR after 08:00, exchange rates and yields after 16:00 in Frankfurt.
  schedule: '20 7,11,16 * * 1-5',
  grade: 'B',
  async fetch({ http, at, since, signal }) {
    const answers: Answer[] = []
    for (const flow of flows) {
      const days = since === null ? flow.firstDays : Math.min(flow.firstDays, revisableDays)
      // Whole months: a monthly figure belongs to its month's first day.
      const start = `${new Date(at.getTime() - days * dayMs).toISOString().slice(0, 7)}-01`
      const url = `${base}/${flow.flow}/${flow.key}?format=csvdata&detail=dataonly&startPeriod=${start}`
      answers.push({ flow, csv: await http.text(url, { expect: 'csv', signal }) })
    }
    return answers
  },
  parse: (answers, at) =>
    answers.flatMap(({ flow, csv }) => {
      const names = new Set(namesOf(flow))
      const rows = parseCsv(csv, ['KEY', 'TIME_PERIOD', 'OBS_VALUE'])
      if (rows.length === 0) throw new TollgateError('upstream_changed', `${flow.flow} has no rows`)
      return rows.flatMap((row) => {
        const series = row.KEY!
        if (!names.has(series)) throw new TollgateError('upstream_changed', `${flow.flow} sends ${series.slice(0, 60)}`)
        const value = toNumber(row.OBS_VALUE)
        const period = row.TIME_PERIOD!
        const date = toIsoDate(/^\d{4}-\d{2}$/.test(period) ? `${period}-01` : period)
        return value === null ? [] : [{ series, date, value, vintage: at.toISOString() }]
      })
    }),
})
