// Polls eight tables for the euro area and nineteen countries; a country that a table lacks is left out there, not refused.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { readJsonStat } from '../../formats/json-stat.ts'
import { datasets, euroArea, type Measure, measures, members, theirCode } from './datasets.ts'
import { eurostatFigures } from './topic.ts'

interface Answer {
  readonly measure: Measure
  readonly table: unknown
}

const base = 'https://ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data'
const places = new Map([euroArea, ...members].map((place) => [theirCode(place), place]))

export default defineIngestor<ValueOf<typeof eurostatFigures>, Answer[]>({
  source: 'eurostat',
  topic: eurostatFigures,
  // Releases come at 11:00 in Luxembourg, in summer and in winter.
  schedule: '10 9,10,17 * * 1-5',
  grade: 'B',
  proof: 'documented',
  apart: 1,
  async fetch({ http, since, signal, setAside }) {
    const answers: Answer[] = []
    for (const measure of measures) {
      const { code, query, periods } = datasets[measure]
      const asked = new URLSearchParams({
        format: 'JSON',
        ...query,
        lastTimePeriod: String(since === null ? periods.first : periods.later),
      })
      for (const place of places.keys()) asked.append('geo', place)
      const table = await fetchedOrAside(measure, http.json(`${base}/${code}?${asked}`, { signal }), setAside)
      if (table !== undefined) answers.push({ measure, table })
    }
    return answers
  },
  parse: (answers, at) =>
    answers.flatMap(({ measure, table }) => {
      const figures = readJsonStat(table).flatMap(({ at: cell, value }) => {
        const place = places.get(cell.geo ?? '')
        return place === undefined
          ? []
          : [{ measure, place, period: firstDay(cell.time ?? ''), value, vintage: at.toISOString() }]
      })
      if (figures.length === 0) throw new TollgateError('upstream_changed', `${measure} has no figure of any country`)
      return figures
    }),
})

// "2026-10" or "2026-Q3".
function firstDay(period: string): string {
  const [, year, month, quarter] = /^(\d{4})-(?:(0[1-9]|1[0-2])|Q([1-4]))$/.exec(period) ?? []
  if (year === undefined) throw new TollgateError('upstream_changed', `${JSON.stringify(period)} is not a period`)
  return `${year}-${month ?? String(3 * Number(quarter) - 2).padStart(2, '0')}-01`
}
