// Writes rows of plain columns as CSV, JSON lines or Parquet.
import { writeFile } from 'node:fs/promises'
import { parquetWriteBuffer } from 'hyparquet-writer'

export type Cell = string | number | boolean | Date | null
export type ColumnType = 'STRING' | 'DOUBLE' | 'INT64' | 'TIMESTAMP'
export type Columns = Readonly<Record<string, ColumnType>>
export type Line = Readonly<Record<string, Cell>>

export const formats = ['csv', 'jsonl', 'parquet'] as const
export type Format = (typeof formats)[number]

export function formatLines(columns: Columns, lines: readonly Line[], format: 'csv' | 'jsonl'): string {
  const names = Object.keys(columns)
  if (format === 'jsonl') return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return [names, ...lines.map((line) => names.map((name) => line[name] ?? null))]
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('')
}

export async function writeLines(path: string, columns: Columns, lines: readonly Line[], format: Format): Promise<void> {
  await writeFile(path, format === 'parquet' ? formatParquet(columns, lines) : formatLines(columns, lines, format))
}

function formatParquet(columns: Columns, lines: readonly Line[]): Uint8Array {
  const columnData = Object.entries(columns).map(([name, type]) => ({
    name,
    type,
    nullable: true,
    data: lines.map((line) => {
      const cell = line[name] ?? null
      if (type === 'INT64' && typeof cell === 'number') return BigInt(cell)
      // A field may be a number in some rows and a word in others.
      return type === 'STRING' && cell !== null ? textOf(cell) : cell
    }),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

function csvCell(cell: Cell): string {
  const text = cell === null ? '' : textOf(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function textOf(cell: NonNullable<Cell>): string {
  return cell instanceof Date ? cell.toISOString() : String(cell)
}
