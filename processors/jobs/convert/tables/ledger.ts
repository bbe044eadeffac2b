// Tables without a rule whose amounts end at one x, as bills and statements of accounts set them: not every row fills every column,
// and an entry may have further lines over or under its own.
import { boxAround, height } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isAmount, isPrecise } from './amount.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import { headAt } from './ledger-head.ts'
import { looseRows } from './loose-rows.ts'
import { styleOf } from './style.ts'
import type { FoundTable } from './table.ts'
import { type Column, columnsOf } from './text-columns.ts'
import { type Segment, segmentFrom } from './text-rows.ts'

const gapRatio = 1.1
const edgePt = 1.6
const samePt = 0.5
/** Of a line's height: between entries, and between the lines of one. */
const [mostGap, mostLeading] = [2.2, 0.9]
/** Between entries of which so many amounts end where those above do, or that fill so much of the columns. */
const [widestGap, sureAmounts, leastFull] = [4.5, 2, 0.7]
const [longestName, mostColumns] = [64, 10]
const [fewestEntries, fewestNamed] = [3, 2]
const mostLines = 5
/** Of a letter's size, and of the narrowest gap beside it. */
const [leastCut, leastWider] = [0.7, 1.3]
/** A page has few tables, a bomb thousands that might be: so many are tried from one row, and on a page. */
const [mostTries, mostTriesInAll] = [8, 60]
const [mostEntries, mostPieces] = [300, 2_000]
const [leastPrecise, leastFilled] = [0.5, 0.4]

export function ledgers(words: readonly Word[]): FoundTable[] {
  const rows = looseRows(words, gapRatio)
  const found: FoundTable[] = []
  const tries = { left: mostTriesInAll }
  for (let at = 0; at < rows.length && tries.left > 0; at++) {
    const named = headAt(rows, at)
    const head = named?.head ?? null
    const heads = named?.lines ?? 0
    const [table, length] = longestTable(head, runFrom(rows, at + heads, head), tries)
    if (table === null) continue
    found.push(table)
    at += heads + length - 1
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

/** Entries whose amounts end where others do, or under names, and the lines between them. */
function runFrom(rows: readonly SegmentRow[], at: number, head: SegmentRow | null): SegmentRow[] {
  const run: SegmentRow[] = []
  const edges: number[] = []
  const atEdge = (s: Segment) => edges.some((edge) => Math.abs(edge - s.x1) < edgePt)
  let [lines, pieces] = [0, 0]
  for (const found of rows.slice(at, at + mostEntries)) {
    const row = head === null ? found : clipped(partUnder(found, head), head)
    const last = run.at(-1) ?? head
    const gap = last === null ? 0 : (row.y0 - last.y1) / height(row)
    const amounts = amountsOf(row)
    const isFirst = edges.length === 0 && (head === null || amounts.every((s) => over(s, head.segments).length === 1))
    const isOwn =
      head === null
        ? /\p{L}{2}/u.test(row.segments[0]!.text)
        : row.segments.every((s) => over(s, head.segments).length === 1 || atEdge(s))
    // Under names amounts need not end at one x.
    const isSame = amounts.some(atEdge) || (head !== null && amounts.length >= sureAmounts)
    const isEntry = amounts.length > 0 && (isFirst || isSame) && isOwn
    const isFull = head !== null && row.segments.length >= leastFull * head.segments.length
    const isSure = head !== null && isEntry && (isFull || amounts.filter(atEdge).length >= sureAmounts)
    const isLine = lines < mostLines && gap < (run.length === 0 ? mostGap : mostLeading) && goesBeside(row, run, head)
    pieces += row.segments.length
    if (gap > (isSure ? widestGap : mostGap) || !(isEntry || isLine) || pieces > mostPieces || edges.length > mostColumns) break
    lines = isEntry ? 0 : lines + 1
    if (isEntry) edges.push(...amounts.filter((s) => !atEdge(s)).map((s) => s.x1))
    run.push(row)
  }
  return withoutEnd(run, head)
}

// Without names nothing tells that what follows the last entry belongs to it; with them, what keeps to no column does not.
function withoutEnd(run: readonly SegmentRow[], head: SegmentRow | null): SegmentRow[] {
  const last = run.findLastIndex((row) => amountsOf(row).length > 0)
  if (last < 0 || head === null) return run.slice(0, last + 1)
  const after = run.slice(last + 1)
  const end = after.findIndex((row) => row.words.at(-1)!.x1 > row.segments.at(-1)!.x1 + edgePt)
  return [...run.slice(0, last + 1), ...after.slice(0, end < 0 ? after.length : end)]
}

/** What stands under several names is cut at its widest gaps. */
function partUnder(row: SegmentRow, head: SegmentRow): SegmentRow {
  const segments = row.segments.flatMap((s) => {
    if (s.words.length < 2 || over(s, head.segments).length < 2) return [s]
    const gaps = s.words.slice(1).map((word, i) => word.x0 - s.words[i]!.x1)
    const least = Math.max(leastCut * s.words[0]!.size, leastWider * Math.min(...gaps))
    const parts: Word[][] = [[s.words[0]!]]
    for (const [i, word] of s.words.slice(1).entries()) {
      if (gaps[i]! >= least) parts.push([word])
      else parts.at(-1)!.push(word)
    }
    return parts.length === 1 ? [s] : parts.map(segmentFrom)
  })
  return { ...row, segments }
}

/** A line that begins in one column and goes on over the next, alone in its row, is of the column that it begins in. */
function clipped(row: SegmentRow, head: SegmentRow): SegmentRow {
  const [piece, ...others] = row.segments
  const [first, second] = over(piece!, head.segments)
  if (others.length > 0 || first === undefined || second === undefined) return row
  return { ...row, segments: [{ ...piece!, x1: Math.max(piece!.x0 + edgePt, Math.min(piece!.x1, second.x0 - 2 * edgePt)) }] }
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
  const groups = [...(head === null ? [] : [[head]]), ...entriesOf(run)]
  const all = head === null ? run : [head, ...run]
  return {
    ...boxAround(all),
    grid: gridFromRows(groups, columns, 1, []),
    words: new Set(all.flatMap((r) => r.words)),
    by: 'text',
  }
}

/** Each entry with its lines: between two of them the widest gap parts what belongs to the one and to the other. */
function entriesOf(run: readonly SegmentRow[]): SegmentRow[][] {
  const groups: SegmentRow[][] = []
  let lines: SegmentRow[] = []
  for (const row of run) {
    const above = groups.at(-1)
    if (amountsOf(row).length === 0) {
      lines.push(row)
      continue
    }
    const stack = above === undefined ? [] : [above.at(-1)!, ...lines, row]
    const gaps = stack.slice(1).map((below, i) => below.y0 - stack[i]!.y1)
    const own = above === undefined ? 0 : gaps.findLastIndex((gap) => gap > Math.max(...gaps) - samePt)
    above?.push(...lines.slice(0, own))
    groups.push([...lines.slice(own), row])
    lines = []
  }
  groups.at(-1)?.push(...lines)
  return groups
}

/** Where amounts end at one x, or stand under one name, a column does; the others are those of the text beside them. None overlaps another. */
function columnsOfRun(head: SegmentRow | null, run: readonly SegmentRow[]): Column[] | null {
  const edges: Segment[][] = []
  const nameOf = (s: Segment) => (head === null ? undefined : over(s, head.segments)[0])
  for (const amount of run.flatMap(amountsOf)) {
    const name = nameOf(amount)
    const same = edges.find(
      ([first]) => Math.abs(first!.x1 - amount.x1) < edgePt || (name !== undefined && nameOf(first!) === name),
    )
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
