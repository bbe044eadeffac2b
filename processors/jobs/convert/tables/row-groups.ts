// Which lines of text form one table row: rules part rows, and a line with few cells close under another continues it.
import { isFigure } from './figure.ts'
import type { SegmentRow as Row } from './grid-from-rows.ts'
import type { RuleStack } from './rule-stack.ts'
import type { Rule } from './rules.ts'
import { isSumUnder } from './sum-rows.ts'
import { type Column, columnRange } from './text-columns.ts'
import { topAlignedRows } from './top-aligned-rows.ts'
import { wrappedRows } from './wrapped-rows.ts'

export function rowsFromText(rows: readonly Row[], columns: readonly Column[], stack: RuleStack | null): Row[][] {
  const groups: Row[][] = []
  const inner = stack ? stack.ys.slice(1, -1) : []
  const perRule = inner.length >= 2 && isRuledByRow(rows, columns, stack!.ys)
  const firstInner = inner[0] ?? Number.NEGATIVE_INFINITY
  const aligned = perRule ? null : topAlignedRows(rows, columns)
  const wrapped = aligned ?? wrappedRows(rows, columns)
  for (const row of rows) {
    const above = groups.at(-1)
    const last = above?.at(-1)
    if (!above || !last) {
      groups.push([row])
      continue
    }
    const parted = [...(stack?.ys ?? []), ...(stack?.partial ?? []).map((p) => p.at)].some(
      (y) => y > (last.y0 + last.y1) / 2 && y < (row.y0 + row.y1) / 2,
    )
    const header = row.y1 <= firstInner + 2
    const isTier = header && above.some((r) => r.segments.some((s) => standsBetween(s, row, columns)))
    if (
      !parted &&
      !isTier &&
      (perRule ||
        wrapped.has(row) ||
        wrapsBoldHead(groups, row, columns) ||
        (header && continuesHeader(above, row, columns, stack?.partial ?? [])) ||
        (aligned === null && continues(last, row, columns))) &&
      !(!header && isSumUnder(row, above, (s) => columnRange(columns, s)[0]))
    )
      above.push(row)
    else groups.push([row])
  }
  return groups
}

// Rules part every row where no space between two of them holds several full rows of figures.
function isRuledByRow(rows: readonly Row[], columns: readonly Column[], ys: readonly number[]): boolean {
  let bands = 0
  let crowded = 0
  for (let i = 1; i < ys.length; i++) {
    const inside = rows.filter((r) => (r.y0 + r.y1) / 2 > ys[i - 1]! && (r.y0 + r.y1) / 2 < ys[i]!)
    if (inside.length > 0) bands++
    const full = inside.filter((r) => r.segments.length >= 0.7 * columns.length)
    const repeated = full.length >= 2 && full.every((r) => r.segments.slice(1).some((s) => isFigure(s.text)))
    if (repeated || inside.length > 12) crowded++
  }
  return bands >= 3 && crowded <= 0.25 * bands
}

// The lines of a column heading wrap freely, unless one line holds a heading that spans several columns and no rule under it
// says how far it goes.
function continuesHeader(above: readonly Row[], row: Row, columns: readonly Column[], partial: readonly Rule[]): boolean {
  const under = partial.filter((r) => r.at > row.y1 - 4 && r.at < row.y1 + 1.2 * (row.y1 - row.y0))
  const isOverRule = (s: Column) => under.some((r) => r.from < s.x0 + 3 && r.to > s.x1 - 3)
  const spans = (r: Row) => r.segments.some((s) => columnRange(columns, s)[0] !== columnRange(columns, s)[1] && !isOverRule(s))
  return !above.some(spans) && !spans(row)
}

// Over the space between two columns that both have a heading of their own below.
function standsBetween(segment: Column, below: Row, columns: readonly Column[]): boolean {
  const middle = (c: Column) => (c.x0 + c.x1) / 2
  return columns.slice(1).some((right, i) => {
    const left = columns[i]!
    const at = (middle(segment) - middle(left)) / (middle(right) - middle(left))
    const isNamed = (c: Column, other: Column) =>
      below.segments.some((s) => s.x0 < c.x1 && s.x1 > c.x0 && (s.x0 >= other.x1 || s.x1 <= other.x0))
    return at > 0.3 && at < 0.7 && isNamed(left, right) && isNamed(right, left)
  })
}

// Lines in bold over a body that is not bold: one heading, wrapped, where the lower line names as well and stands close.
function wrapsBoldHead(groups: readonly Row[][], row: Row, columns: readonly Column[]): boolean {
  const above = groups[0]!
  const isBold = (r: Row) => r.words.every((w) => w.bold)
  if (groups.length > 1 || above.length > 3 || row.segments.length < 2 || ![...above, row].every(isBold)) return false
  const isClose = row.y0 - above.at(-1)!.y1 < 0.45 * row.words[0]!.size
  return isClose && !row.segments.some((s) => isFigure(s.text)) && continuesHeader(above, row, columns, [])
}

function continues(last: Row, row: Row, columns: readonly Column[]): boolean {
  const height = Math.max(...row.words.map((w) => w.size))
  if (row.y0 < last.y1 - 0.2 * height && !collides(last, row)) return true
  if (row.y0 - last.y1 > 0.45 * height) return false
  const filled = (r: Row): Set<number> => new Set(r.segments.map((s) => columnRange(columns, s)[0]))
  const [mine, theirs] = [filled(row), filled(last)]
  if (mine.has(0)) return wrapsLabel(last, row, mine.size, theirs)
  return mine.size < theirs.size && [...mine].every((c) => theirs.has(c)) && mine.size <= Math.max(1, columns.length / 3)
}

// A row's label may wrap alone, above or below its figures: in mid-phrase, as its words show.
function wrapsLabel(last: Row, row: Row, mine: number, theirs: ReadonlySet<number>): boolean {
  if (!theirs.has(0) || (mine > 1 && theirs.size > 1)) return false
  return (
    /^[\p{Ll}(&]/u.test(row.segments[0]!.text) ||
    /(?:[,&/-]|\b(?:and|or|of|the|in|for|to|with|by|per|from))$/i.test(last.segments[0]!.text)
  )
}

// Vertically centred neighbours of wrapped cells overlap them in height without sharing their place.
const collides = (a: Row, b: Row) =>
  a.segments.some((s) =>
    b.segments.some((t) => Math.min(s.x1, t.x1) - Math.max(s.x0, t.x0) > 0 && t.y0 < s.y1 - 0.5 * (s.y1 - s.y0)),
  )
