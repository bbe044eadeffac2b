// A row as of a moment as columns of a table, and back from the table to what a comparison looks at.
import { parse } from 'csv-parse/sync'
import type { SignalRow } from '../../db/rows/signals.ts'
import { pick } from '../history/series.ts'
import type { Columns, Line } from './columns.ts'

export const asOfColumns = {
  as_of: 'TIMESTAMP',
  service: 'STRING',
  route: 'STRING',
  key: 'STRING',
  formula: 'STRING',
  observed_at: 'TIMESTAMP',
  stale_after: 'TIMESTAMP',
  label: 'STRING',
  score: 'DOUBLE',
  confidence: 'DOUBLE',
  inputs: 'STRING',
  body: 'STRING',
  meta: 'STRING',
} as const satisfies Columns

/** What a comparison needs of a row. */
export interface Told {
  readonly at: number
  readonly formula: string
  readonly name: string
  readonly label: string | null
  readonly score: number | null
  readonly outcome: number | null
}

// A row that did not change stands in many lines.
const parsed = new WeakMap<SignalRow, { signal?: { label?: string; score?: number; confidence?: number } }>()

function bodyOf(row: SignalRow) {
  const body = parsed.get(row) ?? (JSON.parse(row.body) as object)
  parsed.set(row, body)
  return body as { signal?: { label?: string; score?: number; confidence?: number } }
}

export function asOfLine(row: SignalRow, at: Date, formula: string): Line {
  const { signal } = bodyOf(row)
  return {
    as_of: at,
    service: row.service,
    route: row.route,
    key: row.key,
    formula,
    observed_at: row.observedAt,
    stale_after: row.staleAfter,
    label: signal?.label ?? null,
    score: signal?.score ?? null,
    confidence: signal?.confidence ?? null,
    inputs: row.inputs,
    body: row.body,
    meta: row.meta,
  }
}

export function toldOf(row: SignalRow, at: Date, formula: string, outcome: string | null): Told {
  const body = bodyOf(row)
  return {
    at: at.getTime(),
    formula,
    name: `${row.route} ${row.key}`,
    label: body.signal?.label ?? null,
    score: body.signal?.score ?? null,
    outcome: numberIn(body, outcome),
  }
}

/** What an earlier run had written. */
export function readTold(text: string, format: 'csv' | 'jsonl', outcome: string | null): Told[] {
  const lines: Record<string, unknown>[] =
    format === 'csv'
      ? parse(text, { columns: true })
      : text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  return lines.map((line) => ({
    at: Date.parse(String(line.as_of)),
    formula: String(line.formula),
    name: `${line.route} ${line.key}`,
    label: line.label === '' || line.label === null ? null : String(line.label),
    score: line.score === '' || line.score === null ? null : Number(line.score),
    outcome: outcome === null ? null : numberIn(JSON.parse(String(line.body)), outcome),
  }))
}

function numberIn(body: object, field: string | null): number | null {
  const value = field === null ? null : pick(body, field)
  return typeof value === 'number' ? value : null
}
