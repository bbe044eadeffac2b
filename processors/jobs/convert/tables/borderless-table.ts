// Tables set by alignment alone: several rows in a run whose pieces stand in the same columns, and no prose among them.
import { type Box, boxAround } from '../geometry.ts'
import { isCaption } from '../layout/captions.ts'
import type { Word } from '../page-text.ts'
import { isFigure } from './figure.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import { looksTabular } from './looks-tabular.ts'
import { partSegments } from './part-segments.ts'
import { rowsFromText } from './row-groups.ts'
import type { FoundTable } from './table.ts'
import { type Column, columnsOf } from './text-columns.ts'
import { segmentsOf, textRows } from './text-rows.ts'

const longestHeading = 60
const proseLine = 32
const fewestProseLines = 5
const fewestRowsBeside = 6
/** Columns of prose beside tables: a page has few. */
const mostSides = 4

export function borderlessTables(words: readonly Word[], isCaptioned: (table: Box) => boolean, sides = mostSides): FoundTable[] {
  const rows = textRows(words).map((r): SegmentRow => ({ ...r, segments: segmentsOf(r.words, 1.1) }))
  const places = new Map(rows.map((row, i) => [row, i]))
  let left = sides
  return runsOf(rows).flatMap((run) => {
    const isBesideProse = left > 0 ? besideProse(run) : null
    if (isBesideProse === null) return tableOf(run, overhead(rows[places.get(run[0]!)! - 1], run[0]!), isCaptioned) ?? []
    left--
    const beside = rows.flatMap((row) => row.segments.filter(isBesideProse))
    const words = beside.flatMap((s) => s.words)
    return borderlessTables(words, isCaptioned, 0).filter((t) => t.grid.rows >= fewestRowsBeside)
  })
}

// Where the first or last column is prose that fills its lines, a column of the page: what stands on the other side of its edge.
function besideProse(run: readonly SegmentRow[]): ((segment: Column) => boolean) | null {
  const columns = columnsOf(run.map((r) => r.segments))
  if (columns.length < 3) return null
  const whole = columns.at(-1)!.x1 - columns[0]!.x0
  const isProse = (column: Column): boolean => {
    const lines = run.flatMap((r) => r.segments.filter((s) => overlapX(s, column) > 0))
    const end = Math.max(...lines.map((s) => s.x1))
    const long = lines.filter((s) => isLongLine(s.text) && s.x1 - s.x0 > 0.3 * whole && end - s.x1 < 0.12 * (s.x1 - s.x0))
    return long.length >= fewestProseLines && long.length >= 0.6 * lines.length
  }
  const prose = columns.filter(isProse)
  // Two of them are text set in columns, with the numbers of its notes or paragraphs.
  if (prose.length > 1) return () => false
  if (prose[0] === columns[0]) return (s) => s.x0 > columns[1]!.x0 - 1
  if (prose[0] === columns.at(-1)) return (s) => s.x1 < columns.at(-2)!.x1 + 1
  return null
}

// Dots that lead to a figure are none.
export const isLongLine = (text: string) => text.length >= proseLine && text.replace(/\P{L}/gu, '').length >= 0.5 * text.length

// Two columns are little proof: every row must be a name and a figure.
function isPairs(run: readonly SegmentRow[]): boolean {
  const pairs = run.filter(
    (r) => r.segments.length === 2 && /\p{L}{2,}/u.test(r.segments[0]!.text) && isFigure(r.segments[1]!.text),
  )
  return run.length >= 5 && pairs.length >= run.length - 1
}

// Words in most columns, but every row has every column, and one column holds nothing but figures.
function isRegister(run: readonly SegmentRow[], columns: readonly Column[]): boolean {
  const full = run.filter((r) => r.segments.length === columns.length)
  if (run.length < 5 || full.length < run.length) return false
  return columns.some((_, c) => c > 0 && full.slice(1).every((r) => isFigure(r.segments[c]!.text)))
}

/** Stretches of rows in which at least every other row has two or more pieces. */
function runsOf(rows: readonly SegmentRow[]): SegmentRow[][] {
  const runs: SegmentRow[][] = []
  let run: SegmentRow[] = []
  const flush = () => {
    while (run.length > 0 && run.at(-1)!.segments.length < 2) run.pop()
    if (run.length >= 3) runs.push(run)
    run = []
  }
  for (const row of rows) {
    const last = run.at(-1)
    const height = row.y1 - row.y0
    if (last && row.y0 - last.y1 > 2.2 * height) flush()
    if (row.segments.length >= 2) run.push(row)
    else if (run.length > 0 && run.at(-1)!.segments.length >= 2 && row.segments[0]!.text.length < 40) run.push(row)
    else flush()
  }
  flush()
  return runs
}

// A heading over the columns of figures, right above the first row: it stands clear of the names.
function overhead(above: SegmentRow | undefined, first: SegmentRow): SegmentRow | null {
  const [name, figures] = first.segments
  if (!above || !name || !figures || above.segments.length > 3) return null
  const isNear = first.y0 - above.y1 < 0.9 * (first.y1 - first.y0) && above.y1 < first.y0 + 2
  const isClear =
    above.x0 > name.x1 + name.words[0]!.size || (above.x0 > name.x0 + 6 * name.words[0]!.size && isFigure(name.text))
  const isShort = above.segments.every((s) => s.text.length <= longestHeading && /\p{L}{2}/u.test(s.text))
  return isNear && isClear && !isCaption(above.segments[0]!.text) && isShort && above.x1 <= first.x1 + name.words[0]!.size
    ? above
    : null
}

function tableOf(found: SegmentRow[], head: SegmentRow | null, isCaptioned: (table: Box) => boolean): FoundTable | null {
  const columns = columnsOf(found.map((r) => r.segments))
  const run = partSegments(found, columns)
  const box = boxAround(run)
  const captioned = isCaptioned(box)
  if (columns.length < (captioned || isPairs(run) ? 2 : 3) || columns.length > 20) return null
  // Cells that wrap make lines of few pieces; it is the rows they belong to that must be full.
  const groups = rowsFromText(run, columns, null)
  const filled = groups.map((group) => columnsIn(group, columns))
  const rich = filled.filter((own) => own.size >= Math.max(2, columns.length - 1))
  if (rich.length < Math.max(3, groups.length * 0.6)) return null
  const segments = run.flatMap((r) => r.segments)
  const values = segments.filter((s) => isValue(s.text)).length / segments.length
  const meanLength = segments.reduce((n, s) => n + s.text.length, 0) / segments.length
  if (meanLength > 28 || (values < 0.35 && !captioned && !isRegister(run, columns))) return null
  if (columns.some((_, c) => filled.filter((own) => own.has(c)).length < 0.4 * groups.length)) return null
  if (groups.length < 3 || !looksTabular(gridFromRows(groups, columns, 1, []), 0.6)) return null
  const all = head === null ? run : [head, ...run]
  const grid = head === null ? gridFromRows(groups, columns, 1, []) : gridFromRows([[head], ...groups], columns, 2, [])
  return { ...boxAround(all), grid, words: new Set(all.flatMap((r) => r.words)), by: 'text' }
}

// A figure, with its unit or without one, or a mark that stands where one would.
const isValue = (text: string) =>
  (/\d/.test(text) && /^[^\p{L}]*(?:\p{L}{1,6}[.²³]?)?$/u.test(text)) || /^(?:n\/?a|yes|no|none|[-–—.✓✗×•]+)$/iu.test(text)

const columnsIn = (group: readonly SegmentRow[], columns: readonly Column[]): ReadonlySet<number> =>
  new Set(columns.flatMap((c, i) => (group.some((r) => r.segments.some((s) => overlapX(s, c) > 0)) ? [i] : [])))

const overlapX = (a: Column, b: Column) => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
