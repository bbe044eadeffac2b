// Polls the feature service; seven years at first, so that what is usual is known, later the weeks that are still being counted.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readDay } from '../../formats/json.ts'
import { fetchFeatures } from '../../shapes/feature-service.ts'
import { fromDay } from '../../shapes/range.ts'
import { chokepoints, transits } from './topic.ts'

const layer = 'https://services9.arcgis.com/weJ1QsnbMYJlCHdG/arcgis/rest/services/Daily_Chokepoints_Data/FeatureServer/0'
const fields = { outFields: 'date,portname,n_total,capacity', orderByFields: 'date,portname' }

export default defineIngestor<ValueOf<typeof transits>, Row[]>({
  source: 'portwatch',
  topic: transits,
  schedule: '0 15 * * *',
  grade: 'B',
  proof: 'captured 2026-09-02',
  apart: 1,
  fetch(context) {
    const names = chokepoints.map((name) => `'${name}'`).join(',')
    const from = fromDay(context, { first: 2_700, revisableDays: 28 })
    const where = `portname IN (${names}) AND date >= timestamp '${from} 00:00:00'`
    return fetchFeatures({ layer, query: { where, ...fields }, mostPages: 40, setAside: context.setAside }, context)
  },
  parse: (rows) =>
    rows.map((row) => ({
      chokepoint: row.portname as string,
      date: dayOf(row.date),
      ships: row.n_total as number,
      capacity_tonnes: (row.capacity as number | null | undefined) ?? null,
    })),
})

// Milliseconds since 1970, or a text where the service was moved to dates without a time.
const dayOf = (value: unknown): string =>
  typeof value === 'number' ? new Date(value).toISOString().slice(0, 10) : readDay(value, 'the date of a transit')
