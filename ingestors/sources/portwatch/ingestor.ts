// Polls the feature service page by page; seven years at first, so that what is usual is known, later the weeks that are still being counted.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { chokepoints, transits } from './topic.ts'

type Attributes = Readonly<Record<string, unknown>>

const base = 'https://services9.arcgis.com/weJ1QsnbMYJlCHdG/arcgis/rest/services/Daily_Chokepoints_Data/FeatureServer/0/query'
const historyDays = 2_700
const revisableDays = 28
const mostPages = 40

export default defineIngestor<ValueOf<typeof transits>, Attributes[]>({
  source: 'portwatch',
  topic: transits,
  schedule: '0 15 * * *',
  grade: 'B',
  proof: 'captured 2026-09-02',
  apart: 1,
  async fetch({ http, at, since, signal, setAside }) {
    const from = since === null ? at.getTime() - historyDays * 86_400_000 : since.getTime() - revisableDays * 86_400_000
    const names = chokepoints.map((name) => `'${name}'`).join(',')
    const rows: Attributes[] = []
    let last = ''
    for (let page = 0; page < mostPages; page++) {
      const query = new URLSearchParams({
        where: `portname IN (${names}) AND date >= timestamp '${new Date(from).toISOString().slice(0, 10)} 00:00:00'`,
        outFields: 'date,portname,n_total,capacity',
        orderByFields: 'date,portname',
        resultOffset: String(rows.length),
        f: 'json',
      })
      // Errors come with HTTP status 200 and a body without features.
      const told = await fetchedOrAside(`page ${page + 1}`, http.json(`${base}?${query}`, { signal }), setAside)
      if (told === undefined) return rows
      const answer = told as { features?: unknown; exceededTransferLimit?: unknown }
      if (!Array.isArray(answer.features)) throw new TollgateError('upstream_changed', 'features is not a list')
      // Whoever sends one page over and over does not turn pages: a recording that answers every offset.
      const features = JSON.stringify(answer.features)
      if (features === last) return rows
      last = features
      rows.push(...(answer.features as ({ attributes?: Attributes } | null)[]).map((feature) => feature?.attributes ?? {}))
      if (answer.exceededTransferLimit !== true || answer.features.length === 0) return rows
    }
    throw new TollgateError('upstream_changed', `more than ${mostPages} pages of transits`)
  },
  parse: (rows, at) =>
    rows.map((row) => ({
      chokepoint: row.portname as string,
      date: readDate(row.date),
      ships: row.n_total as number,
      capacity_tonnes: (row.capacity as number | null | undefined) ?? null,
      vintage: at.toISOString(),
    })),
})

// Milliseconds since 1970, or a text where the service was moved to dates without a time.
function readDate(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return new Date(value).toISOString().slice(0, 10)
  if (typeof value === 'string') return toIsoDate(value)
  throw new TollgateError('upstream_changed', 'a transit has no date')
}
