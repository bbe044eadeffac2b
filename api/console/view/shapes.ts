// What JSON may be, and which shape of it a person reads as what: one figure, a list of words, rows with columns.
export type Scalar = string | number | boolean | null
export type JsonValue = Scalar | readonly JsonValue[] | { readonly [member: string]: JsonValue }
export type Row = Readonly<Record<string, JsonValue>>

/** What the schema says of a value, of its members by name, and of members that have no name of their own there. */
export interface Told {
  readonly says?: string
  readonly of?: Readonly<Record<string, Told>>
  readonly any?: Told
}

export const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isScalar = (value: JsonValue): value is Scalar => typeof value !== 'object' || value === null
export const isWords = (value: JsonValue): boolean => Array.isArray(value) && (value as JsonValue[]).every((one) => isScalar(one))
/** What one cell of a table holds. */
export const isFlat = (value: JsonValue): boolean => isScalar(value) || isWords(value)

/** Nothing where a row has no such member of its own. */
export const cellOf = (row: Row, column: string): JsonValue => (Object.hasOwn(row, column) ? row[column]! : null)

/** Inherited names are nobody's members. */
export const toldOf = (told: Told | undefined, name: string): Told | undefined =>
  told?.of !== undefined && Object.hasOwn(told.of, name) ? told.of[name] : told?.any

/** Records that say the same of different things, by name: `{ "3m": { … }, "10y": { … } }`. */
export function isRowsByName(record: Row, mostColumns: number): boolean {
  const rows = Object.values(record)
  if (rows.length < 3 || !rows.every(isRecord) || !(rows as Row[]).every((row) => Object.values(row).every(isFlat))) return false
  const columns = columnsOf(rows as Row[])
  return columns.length <= mostColumns && (rows as Row[]).every((row) => Object.keys(row).length * 2 >= columns.length)
}

export const columnsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

const namingFields = ['name', 'title', 'symbol', 'token', 'ticker', 'country', 'market', 'pair', 'protocol', 'id', 'key']
const longestName = 80

/** What a row is of, as its summary says it. */
export function nameOfRow(row: Row, nth: number): string {
  const named = [...namingFields.map((field) => row[field]), ...Object.values(row)].find(
    (value) => typeof value === 'string' && value.trim() !== '',
  )
  return named === undefined ? `${nth}` : String(named).slice(0, longestName)
}
