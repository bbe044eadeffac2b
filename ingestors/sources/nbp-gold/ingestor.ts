// Polls both tables by date range; the API gives no more than 367 days of gold at once.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchParts } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { goldFixings } from './topic.ts'

type Fixing = ValueOf<typeof goldFixings>

export interface FixingTables {
  readonly gold?: unknown
  readonly dollar?: unknown
}

const base = 'https://api.nbp.pl/api'
const dayMs = 86_400_000
const rangeDays = 365
const historyYears = 5
const revisableDays = 14
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

export default defineIngestor<Fixing, FixingTables[]>({
  source: 'nbp-gold',
  topic: goldFixings,
  schedule: '20 8,12 * * 1-5',
  grade: 'B',
  proof: 'captured 2026-04-26',
  apart: 2,
  fetch({ http, at, since, signal, setAside }) {
    const first = since === null ? at.getTime() - historyYears * rangeDays * dayMs : since.getTime() - revisableDays * dayMs
    const paths: (readonly [of: keyof FixingTables, path: string])[] = []
    for (let from = first; from < at.getTime(); from += rangeDays * dayMs) {
      const range = `${iso(from)}/${iso(Math.min(at.getTime(), from + (rangeDays - 1) * dayMs))}`
      paths.push(['gold', `cenyzlota/${range}`], ['dollar', `exchangerates/rates/a/usd/${range}`])
    }
    return fetchParts(
      paths,
      ([, path]) => path,
      async ([of, path]): Promise<FixingTables> => ({ [of]: await http.json(`${base}/${path}/?format=json`, { signal }) }),
      setAside,
    )
  },
  parse(tables, at) {
    const vintage = at.toISOString()
    return tables.flatMap(({ gold, dollar }) => [
      ...(gold === undefined ? [] : listOf(gold)).map((row) => ({
        series: 'gold_pln_per_gram',
        ...read(row.data, row.cena),
        vintage,
      })),
      ...(dollar === undefined ? [] : listOf((dollar as { rates?: unknown }).rates)).map((row) => ({
        series: 'usd_pln',
        ...read(row.effectiveDate, row.mid),
        vintage,
      })),
    ])
  },
})

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value) || value.length === 0) throw new TollgateError('upstream_changed', 'a table of the bank is empty')
  return value
}

function read(date: unknown, value: unknown): { date: string; value: number } {
  if (typeof date !== 'string' || typeof value !== 'number')
    throw new TollgateError('upstream_changed', 'a fixing has no date or no number')
  return { date: toIsoDate(date), value }
}
