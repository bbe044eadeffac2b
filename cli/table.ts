// Lines things up in columns for a person to read.
export function formatTable(rows: readonly object[], columns: readonly string[] = Object.keys(rows[0] ?? {})): string {
  const cells = [
    columns.map(String),
    ...rows.map((row) => columns.map((column) => text((row as Record<string, unknown>)[column]))),
  ]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]!.length)))
  return cells
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
