// Tables without a rule whose amounts end at one x, as bills and statements of accounts set them: not every row fills every column,
// and an entry may have further lines over or under its own.
import { boxAround, centreY, height } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isAmount, isPrecise } from './amount.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import { looseRows } from './loose-rows.ts'
import { styleOf } from './style.ts'
import type { FoundTable } from './table.ts'
import { type Column, columnsOf } from './text-columns.ts'
import { type Segment, segmentFrom } from './text-rows.ts'

const gapRatio = 1.1
const edgePt = 1.6
/** Of a line's height: between entries, and between the lines of one. */
const [mostGap, mostLeading] = [2.2, 0.8]
const [longestName, longestHead, mostColumns] = [64, 30, 10]
const [fewestEntries, fewestNamed, fewestHeads] = [3, 2, 3]
const mostLines = 3
/** A page has few tables, a bomb thousands that might be: so many are tried from one row, and on a page. */
const [mostTries, mostTriesInAll] = [8, 60]
const [mostEntries, mostPieces] = [300, 2_000]
const [leastPrecise, leastFilled] = [0.5, 0.4]

export function ledgers(words: readonly Word[]): FoundTable[] {
  const rows = looseRows(words, gapRatio)
  const found: FoundTable[] = []
  const tries = { left: mostTriesInAll }
  for (let at = 0; at < rows.length && tries.left > 0; at++) {
    const head = headAt(rows, at)
    const run = runFrom(rows, head === null ? at : at + 1, head)
    const [table, length] = longestTable(head, run, tries)
    if (table === null) continue
    found.push(table)
    at += head === null ? length - 1 : length
  }
  return found
}

/** Sums under the entries may stand in columns of their own: the table ends before them. */
function longestTable(head: SegmentRow | null, run: readonly SegmentRow[], tries: { left: number }): [FoundTable | null, number] {
  for (let length = run.length; length > Math.max(0, run.length - mostTries) && tries.left-- > 0; length--) {
    const table = tableOf(head, run.slice(0, length))
    if (table !== null) return [table, length]
  }
  return [null, 0]
}

const amountsOf = ({ segments }: SegmentRow): Segment[] => segments.filter(({ text }, i) => i > 0 && isAmount(text))

/** Names of columns, which may stand closer to each other than what begins or ends below them where they do. */
function headAt(rows: readonly SegmentRow[], at: number): SegmentRow | null {
  const row = rows[at]!
  if (row.segments.some(({ text }) => isAmount(text))) return null
  const below = rows.slice(at + 1, at + 1 + mostLines).flatMap((r) => r.segments)
  const segments = row.segments.flatMap((s) => partAt(s, below))
  const areNames = segments.every(({ text }) => text.length <= longestHead && /\p{L}/u.test(text))
  return areNames && segments.length >= fewestHeads ? { ...row, segments } : null
}

function partAt({ words }: Segment, below: readonly Segment[]): Segment[] {
  const parts: Word[][] = []
  for (const [i, word] of words.entries()) {
    const before = words[i - 1]
    const isStart = below.some((s) => Math.abs(s.x0 - word.x0) < edgePt)
    const isBehindEnd = before !== undefined && below.some((s) => isAmount(s.text) && Math.abs(s.x1 - before.x1) < edgePt)
    if (before === undefined || isStart || isBehindEnd) parts.push([word])
    else parts.at(-1)!.push(word)
  }
  return parts.map(segmentFrom)
}

/** Entries whose amounts end where others do, or under names, and the lines between them. */
function runFrom(rows: readonly SegmentRow[], at: number, head: SegmentRow | null): SegmentRow[] {
  const run: SegmentRow[] = []
  const edges: number[] = []
  let [lines, pieces] = [0, 0]
  for (const row of rows.slice(at, at + mostEntries)) {
    const last = run.at(-1) ?? head
    const gap = last === null ? 0 : (row.y0 - last.y1) / height(row)
    const amounts = amountsOf(row)
    const isFirst = edges.length === 0 && (head === null || amounts.every((s) => over(s, head.segments).length === 1))
    const isSame = isFirst || amounts.some((s) => edges.some((edge) => Math.abs(edge - s.x1) < edgePt))
    const isNamed = (s: Segment) => over(s, head!.segments).length === 1 || edges.some((edge) => Math.abs(edge - s.x1) < edgePt)
    const isOwn = head === null ? /\p{L}{2}/u.test(row.segments[0]!.text) : row.segments.every(isNamed)
    const isEntry = amounts.length > 0 && isSame && isOwn
    const isLine = lines < mostLines && gap < (run.length === 0 ? mostGap : mostLeading) && goesBeside(row, run, head)
    pieces += row.segments.length
    if (gap > mostGap || !(isEntry || isLine) || pieces > mostPieces || edges.length > mostColumns) break
    lines = isEntry ? 0 : lines + 1
    if (isEntry) edges.push(...amounts.map((s) => s.x1).filter((x) => !edges.some((edge) => Math.abs(edge - x) < edgePt)))
    run.push(row)
  }
  // Without names nothing tells that what follows the last entry belongs to it.
  while (run.length > 0 && amountsOf(run.at(-1)!).length === 0 && (head === null || run.length === lines)) run.pop()
  return run
}

const over = (s: Column, columns: readonly Column[]): Column[] =>
  columns.filter((c) => s.x0 < c.x1 + edgePt && s.x1 > c.x0 - edgePt)

/** A line without amounts: under one name each, or one piece that begins where one of an entry does and ends before its amounts. */
function goesBeside(row: SegmentRow, run: readonly SegmentRow[], head: SegmentRow | null): boolean {
  if (row.segments.some(({ text }) => isAmount(text))) return false
  if (head !== null) return row.segments.every((s) => over(s, head.segments).length === 1)
  const [piece, ...others] = row.segments
  const entry = run.find((r) => amountsOf(r).length > 0)
  if (entry === undefined || others.length > 0) return false
  return (
    piece!.x1 < Math.min(...amountsOf(entry).map((s) => s.x0)) && entry.segments.some((s) => Math.abs(s.x0 - piece!.x0) < edgePt)
  )
}

function tableOf(head: SegmentRow | null, run: readonly SegmentRow[]): FoundTable | null {
  const entries = run.filter((row) => amountsOf(row).length > 0)
  const columns = columnsOfRun(head, run)
  if (entries.length === 0 || columns === null || columns.length < 2 || columns.length > mostColumns) return null
  const amounts = entries.flatMap(amountsOf)
  if (head !== null && entries.length < (styleOf(head) !== styleOf(entries[0]!) ? 1 : fewestNamed)) return null
  if (head !== null && head.segments.length < columns.length - 1) return null
  const precise = amounts.filter(({ text }) => isPrecise(text)).length
  const pieces = entries.reduce((sum, { segments }) => sum + segments.length, 0)
  if (precise === 0 || pieces < leastFilled * columns.length * entries.length) return null
  if (head === null && (entries.length < fewestEntries || precise < leastPrecise * amounts.length)) return null
  if (run.some(({ segments }) => segments.some((s) => s.text.length > longestName))) return null
  const nearest = (row: SegmentRow) =>
    entries.reduce((a, b) => (Math.abs(centreY(b) - centreY(row)) < Math.abs(centreY(a) - centreY(row)) ? b : a))
  const own = Map.groupBy(run, nearest)
  const groups = [...(head === null ? [] : [[head]]), ...entries.map((entry) => own.get(entry)!)]
  const all = head === null ? run : [head, ...run]
  return {
    ...boxAround(all),
    grid: gridFromRows(groups, columns, 1, []),
    words: new Set(all.flatMap((r) => r.words)),
    by: 'text',
  }
}

/** Where amounts end at one x a column does; the others are those of the text beside them. None overlaps another. */
function columnsOfRun(head: SegmentRow | null, run: readonly SegmentRow[]): Column[] | null {
  const edges: Segment[][] = []
  for (const amount of run.flatMap(amountsOf)) {
    const same = edges.find(([first]) => Math.abs(first!.x1 - amount.x1) < edgePt)
    if (same) same.push(amount)
    else edges.push([amount])
  }
  const ofAmounts = edges.map((own): Column => ({ x0: Math.min(...own.map((s) => s.x0)), x1: Math.max(...own.map((s) => s.x1)) }))
  const taken = new Set(edges.flat())
  const names = head?.segments.filter((s) => over(s, ofAmounts).length === 0) ?? []
  const rest = [names, ...run.map(({ segments }) => segments.filter((s) => !taken.has(s)))]
  const columns = [...columnsOf(rest), ...ofAmounts].sort((a, b) => a.x0 - b.x0)
  const isClear = columns.every((c, i) => i === 0 || columns[i - 1]!.x1 < c.x0)
  const isApart = (s: Segment) => columns.filter((c) => s.x0 < c.x1 && s.x1 > c.x0).length === 1
  return isClear && run.every(({ segments }) => segments.every(isApart)) ? columns : null
}
