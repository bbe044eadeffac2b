// One version of a signal row: as the tables hold it, and as the program reads it.
export interface HistoryRow {
  /** Grows with every change of any row. */
  readonly id: number
  readonly service: string
  readonly route: string
  readonly key: string
  readonly body: string
  readonly meta: string
  readonly observedAt: Date
  readonly computedAt: Date
  readonly formula: string
  readonly inputs: string
  readonly inputsHash: string
}

export interface VersionColumns {
  readonly id: string
  readonly service: string
  readonly route: string
  readonly key: string
  readonly body: string
  readonly meta: string
  readonly observed_at: Date
  readonly computed_at: Date
  readonly formula: string
  readonly inputs: string
  readonly inputs_hash: string
}

export const versionColumns = 'id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash'

export function toHistoryRow(row: VersionColumns): HistoryRow {
  return {
    id: Number(row.id),
    service: row.service,
    route: row.route,
    key: row.key,
    body: row.body,
    meta: row.meta,
    observedAt: row.observed_at,
    computedAt: row.computed_at,
    formula: row.formula,
    inputs: row.inputs,
    inputsHash: row.inputs_hash,
  }
}
