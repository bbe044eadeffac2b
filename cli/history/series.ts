// A signal's past as lines of a table, with fields of the body picked by their paths.
import type { HistoryRow } from '../../db/rows/row-version.ts'
import type { Cell, Columns, Line } from '../replay/columns.ts'

export function seriesColumns(fields: readonly string[], lines: readonly Line[]): Columns {
  const typeOf = (field: string) =>
    lines.every((line) => line[field] === null || typeof line[field] === 'number') ? 'DOUBLE' : 'STRING'
  return {
    row: 'INT64',
    key: 'STRING',
    computed_at: 'TIMESTAMP',
    observed_at: 'TIMESTAMP',
    formula: 'STRING',
    inputs_hash: 'STRING',
    ...Object.fromEntries(fields.map((field) => [field, typeOf(field)])),
  }
}

export function seriesLine(row: HistoryRow, fields: readonly string[]): Line {
  const body: unknown = JSON.parse(row.body)
  return {
    row: row.id,
    key: row.key,
    computed_at: row.computedAt,
    observed_at: row.observedAt,
    formula: row.formula,
    inputs_hash: row.inputsHash,
    ...Object.fromEntries(fields.map((field) => [field, pick(body, field)])),
  }
}

export function pick(body: unknown, field: string): Cell {
  let value = body
  for (const member of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return null
    value = (value as Record<string, unknown>)[member]
  }
  if (value === null || value === undefined) return null
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}
