// Tables whose headings have a rule each, as statements in filings are set: the rules say where columns stand.
import type { Stroke } from '../drawing/drawing.ts'
import { type Box, boxAround, centreX, centreY, height, overlapX, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { closeSigns } from './close-signs.ts'
import { isFigure, isYear } from './figure.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import { columnAt, groupLines, keepsTo } from './headed-table.ts'
import { isProseInColumns } from './prose-columns.ts'
import { rowsFromText } from './row-groups.ts'
import type { Rule } from './rules.ts'
import type { FoundTable } from './table.ts'
import type { Column } from './text-columns.ts'
import { amount, type Segment, segmentFrom, segmentsOf, sign, type TextRow, textRows } from './text-rows.ts'

const sameAxisPt = 1.6
const touchPt = 1
const shortestPiecePt = 12
const headPt = 9
const twoLinesPt = 22
const fewestWrapped = 2
const tierPt = 44
const slackPt = 3
const overhangPt = 24
const mostLines = 60
const mostPieces = 24
const mostRows = 160
const mostHeaderLines = 8
const longestName = 60

type Line = { at: number; pieces: Rule[] }

/** onlyFigures: those of which at least half of the rows hold figures, which nothing else tells better. */
export function underlinedTables(
  strokes: readonly Stroke[],
  words: readonly Word[],
  taken: readonly Box[],
  onlyFigures: boolean,
): FoundTable[] {
  const lines = linesOf(strokes)
  const heads = lines.filter((line) => line.pieces.length >= 2 && line.pieces.length <= mostPieces).slice(0, mostLines)
  const found: FoundTable[] = []
  for (const line of heads) {
    const free = words.filter((w) => !found.some((t) => t.words.has(w)))
    const reach = { x0: line.pieces[0]!.from, x1: line.pieces.at(-1)!.to }
    const below = [...taken, ...found].filter(
      (t) => t.y0 > line.at && overlapX({ ...t, ...reach }, t) > 0 && t.x0 < reach.x1 && t.x1 > reach.x0,
    )
    const table = tableUnder(line, lines, free, Math.min(Infinity, ...below.map((t) => t.y0)), onlyFigures)
    if (table !== null) found.push(table)
  }
  return found
}

function linesOf(strokes: readonly Stroke[]): Line[] {
  const flat = strokes
    .filter((s) => !s.white && width(s) >= shortestPiecePt && width(s) > 4 * height(s))
    .sort((a, b) => centreY(a) - centreY(b))
  const lines: Line[] = []
  for (let from = 0; from < flat.length; ) {
    let to = from + 1
    while (to < flat.length && centreY(flat[to]!) - centreY(flat[from]!) <= sameAxisPt) to++
    const at = centreY(flat[from]!)
    const pieces: Rule[] = []
    for (const s of flat.slice(from, to).sort((a, b) => a.x0 - b.x0)) {
      const last = pieces.at(-1)
      if (last && s.x0 <= last.to + touchPt) last.to = Math.max(last.to, s.x1)
      else pieces.push({ at, from: s.x0, to: s.x1 })
    }
    lines.push({ at, pieces })
    from = to
  }
  return lines
}

function tableUnder(
  line: Line,
  lines: readonly Line[],
  words: readonly Word[],
  end: number,
  onlyFigures: boolean,
): FoundTable | null {
  const { at, pieces } = line
  if (!isHeading(line, words)) return null
  const [first, last] = [pieces[0]!, pieces.at(-1)!]
  const under = textRows(words.filter((w) => centreY(w) > at && centreY(w) < end && centreX(w) < last.to + overhangPt)).slice(
    0,
    mostRows,
  )
  const left = labelsFrom(under.slice(0, 6), first)
  const columns: Column[] = [
    ...(left === null ? [] : [{ x0: left, x1: Math.max(left + 1, first.from - 2) }]),
    ...pieces.map((p) => ({ x0: p.from, x1: p.to })),
  ]
  if (columns.length < 2) return null
  const from = (left ?? firstEdge(under.slice(0, 6), first)) - slackPt
  const own = (row: TextRow): TextRow | null => {
    const kept = row.words.filter((w) => centreX(w) > from)
    return kept.length === 0 ? null : { ...boxAround(kept), words: kept }
  }
  const rows = under.flatMap((row) => own(row) ?? [])
  const { over, body } = bodyUnder(rows, line, lines, columns, words)
  const head = headOver(line, lines, words, from, columns)
  if (head.length === 0 || body.length === 0) return null
  const cells = body.map((r) => inColumns(r, columns))
  const hasValue = (r: SegmentRow) => r.segments.some((s) => columnAt(columns, s) > 0 && isFigure(s.text))
  const isOfFigures = cells.filter(hasValue).length >= 0.5 * cells.length
  const isNamed =
    cells.filter((r) => r.segments.some((s) => columnAt(columns, s) === 0 && /\p{L}/u.test(s.text))).length >= 0.5 * cells.length
  if (onlyFigures && (!isOfFigures || !isNamed)) return null
  // Groups of columns have a rule each, too.
  const isOfSeveral = (s: Segment) =>
    columnAt(columns, s) > 0 && segmentsOf(s.words, 0.9).filter((p) => isFigure(p.text)).length > 1
  if (cells.filter((r) => r.segments.some(isOfSeveral)).length > 0.25 * cells.length) return null
  if (
    !isOfFigures &&
    isProseInColumns(
      cells.map((r) => r.segments),
      last.to - from,
    )
  )
    return null
  const groups = isOfFigures ? rowsFromText(cells, columns, null) : groupLines(cells, columns)
  const rich = groups.filter((g) => new Set(g.flatMap((r) => r.segments.map((s) => columnAt(columns, s)))).size >= 2)
  if (rich.length < (isOfFigures ? 1 : 2) || rich.length < 0.5 * groups.length) return null
  const header = headerGroups(head, lines, columns)
  const spans = over.map((row) => [spanning(row, first.from, last.to)])
  const partial = lines.filter((l) => l.at > head[0]!.y0 && l.at < at - 2).flatMap((l) => l.pieces)
  const grid = gridFromRows([...header, ...spans, ...groups], columns, header.length + spans.length, partial)
  const all = [...head, ...over, ...body]
  closeSigns(grid)
  return { ...boxAround(all), grid, words: new Set(all.flatMap((r) => r.words)), by: 'rules' }
}

/** Each piece has words close above it that are no values, but for one over the names of rows. */
function isHeading({ at, pieces }: Line, words: readonly Word[]): boolean {
  const over = (p: Rule, reach: number) =>
    words.filter((w) => w.y1 > at - reach && centreY(w) < at && centreX(w) > p.from - slackPt && centreX(w) < p.to + slackPt)
  // Where headings of one line and of two begin at one height, the short ones stand a line further from the rule.
  const wrapped = pieces.filter((p) => over(p, headPt).length > 0 && over(p, twoLinesPt).length > over(p, headPt).length)
  const names = pieces.map((p) => {
    const near = over(p, headPt)
    return (near.length === 0 && wrapped.length >= fewestWrapped ? over(p, twoLinesPt) : near).map((w) => w.text).join(' ')
  })
  const named = names.filter((name, i) => name !== '' || (i === 0 && names.length > 2))
  return (
    named.length === pieces.length &&
    named.some((name) => /\p{L}{2}/u.test(name) || isYear(name)) &&
    named.every((name) => name.length <= longestName) &&
    named.filter(isValue).length < 0.3 * named.length
  )
}

const isValue = (name: string) => /^[-–—*]+$|\d/.test(name) && !/\p{L}{4}|\p{L}{3} \d/u.test(name) && !isYear(name)

// Names stand in the last piece of text before the first rule; what stands under it, too, is of its column.
function labelsFrom(rows: readonly TextRow[], first: Rule): number | null {
  const labels = rows.flatMap((row) => {
    const parts = segmentsOf(
      row.words.filter((w) => !sign.test(w.text)),
      2,
    )
    return parts.filter((s) => s.x1 < first.from + slackPt).at(-1) ?? []
  })
  return labels.length === 0 ? null : Math.min(...labels.map((s) => s.x0)) - 6
}

// Entries may begin left of their heading.
function firstEdge(rows: readonly TextRow[], first: Rule): number {
  const under = rows.flatMap((row) => segmentsOf(row.words, 0.9).filter((s) => s.x0 < first.to && s.x1 > first.from))
  return Math.min(first.from, ...under.map((s) => s.x0))
}

/** over: what stands across several columns before the first row. */
function bodyUnder(
  rows: readonly TextRow[],
  line: Line,
  lines: readonly Line[],
  columns: readonly Column[],
  words: readonly Word[],
) {
  const over: TextRow[] = []
  const body: TextRow[] = []
  const [first, last] = [line.pieces[0]!, line.pieces.at(-1)!]
  const others = lines.filter((l) => l.at > line.at && l.pieces.length >= 2)
  let foot = line.at
  for (const row of rows) {
    const gap = row.y0 - foot
    // A row that fills its columns may stand further down.
    const isFull = columns.length > 2 && inColumns(row, columns).segments.length >= columns.length - 1
    if (gap > (body.length === 0 || isFull ? 3 : 2) * height(row)) break
    // The next heading: of this table, which begins under it, or of another, with the lines above it.
    if (others.some((l) => l.at > centreY(row) && l.at < row.y1 + 4 && isHeading(l, words))) {
      while (body.length > 0 && !inColumns(body.at(-1)!, columns).segments.some((s) => isFigure(s.text))) body.pop()
      break
    }
    const isOver =
      body.length === 0 && row.x0 > first.from - slackPt && row.x1 < last.to + slackPt && segmentsOf(row.words, 0.9).length === 1
    if (isOver && columns.length > line.pieces.length && /\p{L}/u.test(row.words[0]!.text)) over.push(row)
    else if (!keepsTo(columns, { ...row, words: row.words.filter((w) => !sign.test(w.text)) })) break
    else body.push(row)
    foot = row.y1
  }
  // What stands alone at the end, in the first column only, is the text that follows.
  while (body.length > 0 && inColumns(body.at(-1)!, columns).segments.every((s) => columnAt(columns, s) === 0)) body.pop()
  return { over: body.length === 0 ? [] : over, body }
}

function headOver(
  { at, pieces }: Line,
  lines: readonly Line[],
  words: readonly Word[],
  from: number,
  columns: readonly Column[],
): TextRow[] {
  const last = pieces.at(-1)!
  // Where headings begin that are none of the names of rows.
  const beside = (columns.length > pieces.length ? pieces[0]! : pieces[1]!).from
  const above = textRows(
    words.filter((w) => centreY(w) < at && w.y0 > at - tierPt - 30 && centreX(w) > from && centreX(w) < last.to + overhangPt),
  )
  const tiers = lines.filter((l) => l.at < at - 2 && l.at > at - tierPt)
  const head: TextRow[] = []
  let foot = at
  for (const row of above.slice(-mostHeaderLines).reverse()) {
    const isOverTier = tiers.some(
      (l) =>
        l.at > row.y1 - 4 && l.at < foot + slackPt && l.pieces.some((p) => overlapX(row, { ...row, x0: p.from, x1: p.to }) > 0),
    )
    const isNear = foot - row.y1 < (isOverTier ? 1.5 : head.length === 0 ? 1 : 0.5) * height(row)
    const parts = segmentsOf(row.words, 0.9)
    const fits = parts.every((s) => (s.x0 > beside - overhangPt || s.x1 < beside) && s.text.length <= longestName)
    const isCaption = head.length > 0 && parts.every((s) => s.x0 < beside - overhangPt)
    if (!isNear || !fits || isCaption) break
    // Over the names of rows, only what stands close to the rule is of the heading.
    const kept = head.length < 2 ? row.words : row.words.filter((w) => centreX(w) > beside - overhangPt)
    head.unshift(kept.length === row.words.length ? row : { ...boxAround(kept), words: kept })
    foot = row.y0
  }
  return head
}

// A rule parts a heading from what it stands over; lines with none between them are one heading, wrapped.
function headerGroups(head: readonly TextRow[], lines: readonly Line[], columns: readonly Column[]): SegmentRow[][] {
  const groups: TextRow[][] = []
  for (const row of head) {
    const above = groups.at(-1)?.at(-1)
    if (above && !lines.some((l) => l.at > centreY(above) && l.at < centreY(row))) groups.at(-1)!.push(row)
    else groups.push([row])
  }
  return groups.map((rows, i) =>
    rows.map((row) => ({ ...row, segments: i === groups.length - 1 ? namesOf(row, columns) : segmentsOf(row.words, 0.9) })),
  )
}

// Words that run on over two columns name both.
function namesOf(row: TextRow, columns: readonly Column[]): Segment[] {
  return segmentsOf(row.words, 0.45).flatMap((s) =>
    keepsTo(columns, s) || /^[$%]/.test(s.text) ? inColumns(s, columns).segments : [s],
  )
}

function spanning(row: TextRow, x0: number, x1: number): SegmentRow {
  return { ...row, segments: [{ ...segmentFrom(row.words), x0, x1 }] }
}

// A currency's sign stands at the left of its column, or before it: it goes with its sum.
function inColumns(row: TextRow, columns: readonly Column[]): SegmentRow {
  const parts: Word[][] = columns.map(() => [])
  for (const [i, word] of row.words.entries()) {
    const next = row.words[i + 1]
    parts[columnAt(columns, next && sign.test(word.text) && amount.test(next.text) ? next : word)]!.push(word)
  }
  return { ...row, segments: parts.filter((p) => p.length > 0).map(segmentFrom) }
}
