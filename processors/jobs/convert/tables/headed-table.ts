// Tables with one rule alone, under their heading: the columns are the heading's, and what crosses them ends the table.
import { median } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import { isProseInColumns } from './prose-columns.ts'
import type { Rule } from './rules.ts'
import { isSumUnder } from './sum-rows.ts'
import type { FoundTable } from './table.ts'
import { type Column, columnsOf } from './text-columns.ts'
import { type Segment, segmentFrom, segmentsOf, type TextRow, textRows } from './text-rows.ts'

const shortestPt = 120
const slackPt = 3
const mostRows = 200
const mostHeaderLines = 3
const headerPt = 80
const longestName = 60
const fewestFull = 4

/** `pieces`: the strokes a rule was drawn with; one for each column says where columns end. `isMargin`: in a page's running head. */
export function headedTable(
  rule: Rule,
  pieces: readonly Rule[],
  words: readonly Word[],
  end: number,
  isMargin: boolean,
): FoundTable | null {
  if (rule.to - rule.from < shortestPt) return null
  const middle = (w: Word) => (w.y0 + w.y1) / 2
  const within = words.filter((w) => (w.x0 + w.x1) / 2 > rule.from - slackPt && (w.x0 + w.x1) / 2 < rule.to + slackPt)
  // Most rules are no heading's: what is near tells that without the rest.
  const head = headerOver(textRows(within.filter((w) => middle(w) < rule.at && w.y0 > rule.at - headerPt)), rule)
  if (head.length === 0) return null
  const below = textRows(within.filter((w) => middle(w) > rule.at && middle(w) < end)).slice(0, mostRows)
  const parted = columnsOfPieces(pieces)
  if (isMargin && parted === null) return null
  const columns = parted ?? columnsOfText(head, below)
  if (columns === null || !head.every((r) => keepsTo(columns, r))) return null
  const body = bodyUnder(below, rule, columns)
  const lines = body.map((r) => inColumns(r, columns))
  const header = head.map((r) => inColumns(r, columns))
  if (
    !isHeading(header, columns.length) ||
    isProseInColumns(
      lines.map((r) => r.segments),
      rule.to - rule.from,
    )
  )
    return null
  const groups = groupLines(lines, columns)
  const rich = groups.filter((g) => new Set(g.flatMap((r) => r.segments.map((s) => columnAt(columns, s)))).size >= 2)
  const names = groups.flatMap((g) => g.flatMap((r) => r.segments.filter((s) => columnAt(columns, s) === 0)))
  const isNamed = names.reduce((n, s) => n + s.text.length, 0) <= 40 * Math.max(1, groups.length)
  if (rich.length < (parted === null ? 2 : 1) || rich.length < 0.6 * groups.length || !isNamed) return null
  const own = [...head, ...body].flatMap((r) => r.words)
  const grid = gridFromRows([header, ...groups], columns, 1, [])
  return { x0: rule.from, x1: rule.to, y0: head[0]!.y0, y1: body.at(-1)!.y1, grid, words: new Set(own), by: 'rules' }
}

function headerOver(above: readonly TextRow[], rule: Rule): TextRow[] {
  const head: TextRow[] = []
  let foot = rule.at
  for (const row of above.slice(-mostHeaderLines).reverse()) {
    const near = foot - row.y1 < (head.length === 0 ? 1.3 : 0.35) * (row.y1 - row.y0)
    if (!near || (namesIn(head).length >= 2 && segmentsOf(row.words, 0.9).length < 2)) break
    head.unshift(row)
    foot = row.y0
  }
  if (head.length === 0) return []
  // The last line of a heading that wraps may be one word, under one of many.
  const least = segmentsOf(head.at(-1)!.words, 0.9).length >= 2 ? 2 : fewestFull
  return namesIn(head).length >= least ? head : []
}

const namesIn = (head: readonly TextRow[]): Segment[] =>
  head.map((row) => segmentsOf(row.words, 0.9)).reduce((most, row) => (row.length >= most.length ? row : most), [])

// Word processors draw a rule under each cell by itself.
function columnsOfPieces(pieces: readonly Rule[]): Column[] | null {
  const sorted = [...pieces].sort((a, b) => a.from - b.from)
  if (sorted.length < 2 || sorted.length > 20 || sorted.some((p) => p.to - p.from < 12)) return null
  if (sorted.some((p, i) => i > 0 && Math.abs(p.from - sorted[i - 1]!.to) > 1.5)) return null
  return sorted.map((p) => ({ x0: p.from, x1: p.to }))
}

// Each heading stands over its own column; they part in the middle of what no line crosses.
function columnsOfText(head: readonly TextRow[], below: readonly TextRow[]): Column[] | null {
  const names = namesIn(head)
  const lines: TextRow[] = []
  for (const row of below) {
    const last = lines.at(-1)
    if (last && row.y0 - last.y1 > 1.6 * (row.y1 - row.y0)) break
    lines.push(row)
  }
  const found = columnsOf([names, ...lines.map((r) => segmentsOf(r.words, 0.9)).filter((s) => s.length >= 2)])
  return found.length === names.length ? found : null
}

/** No run of words that belong together reaches over the end of a column. */
export function keepsTo(columns: readonly Column[], row: TextRow): boolean {
  const ends = columns.slice(1).map((c, i) => (columns[i]!.x1 + c.x0) / 2)
  return segmentsOf(row.words, 0.45).every((s) => !ends.some((x) => s.x0 < x - slackPt && s.x1 > x + slackPt))
}

// Entries of several lines stand further apart: what begins one fills more columns than text beside text would.
const isFull = (row: TextRow, columns: readonly Column[]): boolean =>
  columns.length >= fewestFull && inColumns(row, columns).segments.length >= Math.max(fewestFull, 0.6 * columns.length)

function bodyUnder(below: readonly TextRow[], rule: Rule, columns: readonly Column[]): TextRow[] {
  const body: TextRow[] = []
  for (const row of below) {
    const tall = row.y1 - row.y0
    const gap = row.y0 - (body.at(-1)?.y1 ?? rule.at)
    if (gap > (isFull(row, columns) ? 2.6 : 1.6) * tall || !keepsTo(columns, row)) break
    body.push(row)
  }
  // What stands alone at the end, in the first column only, is the text that follows.
  while (body.length > 0 && inColumns(body.at(-1)!, columns).segments.every((s) => columnAt(columns, s) === 0)) body.pop()
  return body
}

export function inColumns(row: TextRow, columns: readonly Column[]): SegmentRow {
  const parts: Word[][] = columns.map(() => [])
  for (const word of row.words) parts[columnAt(columns, word)]!.push(word)
  return { ...row, segments: parts.filter((p) => p.length > 0).map(segmentFrom) }
}

export function columnAt(columns: readonly Column[], box: Column): number {
  const x = (box.x0 + box.x1) / 2
  const ends = columns.slice(1).map((c, i) => (columns[i]!.x1 + c.x0) / 2)
  return ends.filter((end) => end <= x).length
}

function isHeading(header: readonly SegmentRow[], columns: number): boolean {
  const cells = header.flatMap((r) => r.segments)
  const named = Math.max(...header.map((r) => new Set(r.segments.map((s) => s.x0)).size))
  // The figures over a line of a chart's grid name nothing.
  const isNaming = cells.some((s) => /\p{L}{2}/u.test(s.text))
  return named >= Math.max(2, 0.6 * columns) && isNaming && cells.every((s) => s.text.length <= longestName)
}

// A row begins where its first column does; where rows stand further apart than their lines, by that distance.
export function groupLines(lines: readonly SegmentRow[], columns: readonly Column[]): SegmentRow[][] {
  const pitch = lines.slice(1).map((r, i) => r.y1 - lines[i]!.y1)
  const usual = [...pitch].sort((a, b) => a - b)[pitch.length >> 2] ?? 0
  const begins = (r: SegmentRow) => r.segments.some((s) => columnAt(columns, s) === 0)
  const starts = pitch.filter((_, i) => begins(lines[i + 1]!))
  const isSpaced = pitch.some((p) => p <= 1.15 * usual) && median(starts) > 1.2 * usual
  const groups: SegmentRow[][] = []
  for (const [i, line] of lines.entries()) {
    const isApart = i > 0 && pitch[i - 1]! > 1.2 * usual
    const isNew = isSpaced ? isApart && (begins(line) || line.segments.length >= 2) : begins(line)
    if (groups.length === 0 || isNew || isSumUnder(line, groups.at(-1)!, (s) => columnAt(columns, s))) groups.push([line])
    else groups.at(-1)!.push(line)
  }
  return groups
}
