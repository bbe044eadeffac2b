// Cells that lie under a merged one keep their values in the file, and no reader of the sheet sees them.

type Place = { readonly row: number; readonly column: number }
type Merge = Place & { readonly rowSpan: number; readonly columnSpan: number }

const columns = 16_384
// A sheet that merges more is not made by anybody: what goes beyond is taken as it stands.
const mostSteps = 8_000_000

/** Those that are seen; cells come in the order of their rows, or are put into it. */
export function uncovered<Cell extends Place>(cells: readonly Cell[], merges: readonly Merge[]): Cell[] {
  if (merges.length === 0) return [...cells]
  const starts = [...merges].sort((a, b) => a.row - b.row)
  const until = new Int32Array(columns)
  const from = new Int32Array(columns)
  const first = new Int32Array(columns)
  let [next, steps] = [0, 0]
  return [...cells]
    .sort((a, b) => a.row - b.row)
    .filter(({ row, column }) => {
      for (; next < starts.length && starts[next]!.row <= row && steps < mostSteps; next++) {
        const merge = starts[next]!
        const end = Math.min(columns, merge.column + merge.columnSpan)
        steps += end - merge.column
        until.fill(merge.row + merge.rowSpan, merge.column, end)
        from.fill(merge.row, merge.column, end)
        first.fill(merge.column, merge.column, end)
      }
      return row >= until[column]! || (row === from[column] && column === first[column])
    })
}
