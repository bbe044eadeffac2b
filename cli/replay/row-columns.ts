// A replayed row as columns of a table.
import type { SignalRow } from '../../db/rows/signals.ts'
import type { Columns, Line } from './columns.ts'

export const rowColumns = {
  service: 'STRING',
  route: 'STRING',
  key: 'STRING',
  observed_at: 'TIMESTAMP',
  computed_at: 'TIMESTAMP',
  label: 'STRING',
  score: 'DOUBLE',
  confidence: 'DOUBLE',
  formula: 'STRING',
  inputs_hash: 'STRING',
  inputs: 'STRING',
  body: 'STRING',
  meta: 'STRING',
} as const satisfies Columns

export function rowLine(row: SignalRow): Line {
  const { signal } = JSON.parse(row.body) as { signal?: { label?: string; score?: number; confidence?: number } }
  return {
    service: row.service,
    route: row.route,
    key: row.key,
    observed_at: row.observedAt,
    computed_at: row.computedAt,
    label: signal?.label ?? null,
    score: signal?.score ?? null,
    confidence: signal?.confidence ?? null,
    formula: row.formula,
    inputs_hash: row.inputsHash,
    inputs: row.inputs,
    body: row.body,
    meta: row.meta,
  }
}
