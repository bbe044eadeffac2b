// Tables of figures whose every other row is painted from side to side, as company reports set them: the stripes are the rows.
import type { Fill } from '../drawing/drawing.ts'
import { type Box, centreX, centreY, height, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isFigure } from './figure.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import { looksTabular } from './looks-tabular.ts'
import { partSegments } from './part-segments.ts'
import type { Rule, Rules } from './rules.ts'
import type { FoundTable } from './table.ts'
import { columnsOf } from './text-columns.ts'
import { segmentsOf, textRows } from './text-rows.ts'

const sameEdgePt = 2
const touchPt = 4
const lowestPt = 7
const highestPt = 70
const narrowestPt = 150
const mostFills = 2000
const mostStacks = 40
const mostHeaderLines = 6
/** Lines of one heading stand closer, of their height. */
const farLines = 0.8
/** Wide enough for a column. */
const besidePt = 40
const headerPt = 120
/** Of a stripe's height: further apart begins another table. */
const mostGap = 2.6

export function stripedTables(fills: readonly Fill[], rules: Rules, words: readonly Word[]): FoundTable[] {
  const painted = fills.filter((f) => f.color !== 'shape' && height(f) > lowestPt && height(f) < highestPt)
  if (painted.length < 2 || painted.length > mostFills) return []
  return stacksOf(bandsOf(painted))
    .slice(0, mostStacks)
    .flatMap((stripes) => tableOf(stripes, rules, words) ?? [])
}

// Cells painted one by one are one band where they touch.
function bandsOf(fills: readonly Box[]): Box[] {
  const bands: Box[] = []
  const sorted = [...fills].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    while (end < sorted.length && sorted[end]!.y0 - sorted[start]!.y0 < sameEdgePt) end++
    let open: Box | null = null
    for (const fill of sorted.slice(start, end).sort((a, b) => a.x0 - b.x0)) {
      if (open && Math.abs(fill.y1 - open.y1) < sameEdgePt && fill.x0 < open.x1 + touchPt) open.x1 = Math.max(open.x1, fill.x1)
      else {
        open = { x0: fill.x0, y0: fill.y0, x1: fill.x1, y1: fill.y1 }
        bands.push(open)
      }
    }
    start = end
  }
  return bands.filter((b) => width(b) > narrowestPt)
}

/** Bands of one width below each other, with unpainted rows between them. */
function stacksOf(bands: readonly Box[]): Box[][] {
  const stacks: Box[][] = []
  for (const band of bands) {
    const isBelow = (b: Box) =>
      Math.abs(b.x0 - band.x0) < 2 * sameEdgePt &&
      Math.abs(b.x1 - band.x1) < 2 * sameEdgePt &&
      band.y0 - b.y1 < mostGap * Math.max(height(b), height(band))
    const stack = stacks.findLast((s) => isBelow(s.at(-1)!))
    if (!stack) stacks.push([band])
    else if (band.y0 - stack.at(-1)!.y1 > lowestPt) stack.push(band)
  }
  return stacks.filter((s) => s.length >= 2)
}

function tableOf(stripes: readonly Box[], rules: Rules, words: readonly Word[]): FoundTable | null {
  const [first, last] = [stripes[0]!, stripes.at(-1)!]
  const tallest = Math.max(...stripes.map(height))
  const isWall = (r: Rule) =>
    r.at > first.x0 + 3 && r.at < first.x1 - 3 && r.from < last.y1 && r.to > first.y0 && r.to - r.from > 1.5 * tallest
  if (rules.vertical.some(isWall) || isPartOfRuled(first, last, rules.horizontal)) return null
  const across = words.filter((w) => centreX(w) > first.x0 - 1 && centreX(w) < first.x1 + 1)
  const rowsOf = (own: readonly Word[]) => textRows(own).map((r) => ({ ...r, segments: segmentsOf(r.words, 0.9) }))
  const inside = rowsOf(across.filter((w) => centreY(w) > first.y0 && centreY(w) < last.y1))
  const widest = Math.max(...stripes.slice(1).map((s, i) => s.y0 - stripes[i]!.y1))
  const below = rowsOf(across.filter((w) => centreY(w) > last.y1 && w.y1 < last.y1 + widest + 1))
  const after = below.every(hasFigures) ? below : below.slice(0, hasFigures(below[0]) ? 1 : 0)
  const body = [...inside, ...after]
  if (body.filter(hasFigures).length < Math.max(3, 0.5 * body.length)) return null
  const columns = columnsOf(body.map((r) => r.segments))
  if (columns.length < 2) return null
  const over = rules.horizontal.filter(
    (r) => r.at < first.y0 + 3 && r.at > first.y0 - headerPt && r.to - r.from < 0.9 * width(first),
  )
  const above = rowsOf(across.filter((w) => centreY(w) < first.y0 && w.y0 > first.y0 - headerPt))
  const head = headerOver(above, over, first, topRule(above, rules.horizontal, first))
  // Words that stand close over several of the headings and have no rule: what they span is not to be seen here.
  const next = above.at(-1 - head.length)
  const foot = head[0] ?? first
  if (head.length > 0 && next?.segments.length === 1 && next.x0 > columns[1]!.x0 && foot.y0 - next.y1 < farLines * height(next))
    return null
  const parted = partSegments(body, columns)
  const header = headerGroups(partSegments(head, columns), over)
  const groups = bodyGroups(parted, stripes)
  const grid = gridFromRows([...header, ...groups], columns, Math.max(1, header.length), over)
  if (!looksTabular(grid, 0.25)) return null
  const rows = [...head, ...body]
  return {
    x0: first.x0,
    x1: first.x1,
    y0: Math.min(first.y0, ...rows.map((r) => r.y0)),
    y1: Math.max(last.y1, ...rows.map((r) => r.y1)),
    grid,
    words: new Set(rows.flatMap((r) => r.words)),
    by: 'rules',
  }
}

/** Rules of one width go on beside the stripes, or enclose a heading and rows above them: they are the better witness. */
function isPartOfRuled(first: Box, last: Box, rules: readonly Rule[]): boolean {
  const across = rules.filter((r) => r.from < first.x0 + touchPt && r.to > first.x1 - touchPt)
  const under = across.find((r) => r.at > last.y1 - touchPt && r.at < last.y1 + highestPt)
  if (under === undefined) return false
  const over = across.filter((r) => r.at < first.y0 + touchPt && r.at > first.y0 - headerPt && goesFrom(r, under.from, under.to))
  const isBeside = under.to - under.from > width(first) + besidePt
  const isAbove = over.length >= 2 && first.y0 - Math.max(...over.map((r) => r.at)) > 1.5 * height(first)
  return over.length > 0 && (isBeside || isAbove)
}

const hasFigures = (row: SegmentRow | undefined) =>
  row !== undefined && row.segments.length >= 2 && row.segments.slice(1).some((s) => isFigure(s.text) || /^[$–—-]/.test(s.text))

// Lines that stand close over the first stripe: over several columns, or with a rule under them that leaves the names' column out.
// The rule over the table, where there is one, begins it.
function headerOver(above: readonly SegmentRow[], rules: readonly Rule[], first: Box, top: number): SegmentRow[] {
  const head: SegmentRow[] = []
  let foot = first.y0
  for (const row of [...above].reverse().slice(0, mostHeaderLines)) {
    const tall = height(row)
    const isOverRule = rules.some((r) => r.at > row.y1 - 4 && r.at < foot + 3 && row.x0 > r.from - 3 && row.x1 < r.to + 3)
    const isNear = row.y0 > top - 2 || foot - row.y1 < (isOverRule ? 1.2 : head.length === 0 ? 1 : farLines) * tall
    const isParted = row.segments.length >= 2 && row.segments.every((s) => width(s) < 0.5 * width(first))
    if (!isNear || !(isOverRule || isParted)) break
    head.unshift(row)
    foot = row.y0
  }
  return head
}

const goesFrom = (r: Rule, from: number, to: number): boolean =>
  Math.abs(r.from - from) < touchPt && Math.abs(r.to - to) < touchPt

/** Where the lowest rule as wide as the stripes lies that has words under it; below everything where there is none. */
function topRule(above: readonly SegmentRow[], rules: readonly Rule[], first: Box): number {
  const ats = rules
    .filter((r) => goesFrom(r, first.x0, first.x1) && r.at > first.y0 - headerPt && above.some((row) => row.y0 > r.at - 2))
    .map((r) => r.at)
  return ats.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...ats)
}

// A rule under a heading parts it from the next, and so does space; other lines are one heading, wrapped.
function headerGroups(head: readonly SegmentRow[], rules: readonly Rule[]): SegmentRow[][] {
  const groups: SegmentRow[][] = []
  for (const row of head) {
    const above = groups.at(-1)?.at(-1)
    const isParted =
      above && (row.y0 - above.y1 > farLines * height(row) || rules.some((r) => r.at > centreY(above) && r.at < centreY(row)))
    if (above && !isParted) groups.at(-1)!.push(row)
    else groups.push([row])
  }
  return groups
}

// What stands in one stripe is one row, and so is what stands between two, unless several of its lines hold figures.
function bodyGroups(rows: readonly SegmentRow[], stripes: readonly Box[]): SegmentRow[][] {
  const groups: SegmentRow[][] = []
  let stripe = -1
  for (const row of rows) {
    const middle = centreY(row)
    const own = stripes.filter((s) => s.y0 < middle).length * 2 - (stripes.some((s) => middle > s.y0 && middle < s.y1) ? 0 : -1)
    const group = groups.at(-1)
    const isFull = group?.some(hasFigures) && hasFigures(row)
    if (group && own === stripe && !isFull) group.push(row)
    else groups.push([row])
    stripe = own
  }
  return groups
}
