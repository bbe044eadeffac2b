// What stands over a statement's columns: headings of one or of several, each of one line or more, with or without rules between them.
import { centreX, centreY, height } from '../geometry.ts'
import { isCaption } from '../layout/captions.ts'
import type { SegmentRow } from './grid-from-rows.ts'
import { headingRange } from './header-spans.ts'
import type { Rule } from './rules.ts'
import { isOfYear, type Line } from './statement-values.ts'
import { type Column, columnRange } from './text-columns.ts'
import { type Segment, segmentsOf } from './text-rows.ts'

const [mostLines, mostNames] = [9, 4]
/** Of a line's height: over a heading, over one with a rule between, between the lines of one heading. */
const [mostGap, ruledGap, leading] = [1.3, 2.2, 0.7]
const longestName = 70
const overhangPt = 14
const leastNamed = 0.5

export type Head = { readonly head: SegmentRow[][]; readonly names: Line[] }

/** `above`: the page's lines over the first with values. `names`: lines between the headings and it that name what follows. */
export function statementHead(
  above: readonly Line[],
  first: Line,
  columns: readonly Column[],
  labels: number,
  rules: readonly Rule[],
): Head {
  const begin = columns[labels]!.x0
  const names: Line[] = []
  const head: Line[] = []
  let foot = first
  for (const line of [...above].reverse()) {
    const isRuled = rules.some((r) => r.at > centreY(line) && r.at < centreY(foot) && r.to > begin)
    const gap = (foot.y0 - line.y1) / height(line)
    if (gap > (isRuled ? ruledGap : mostGap) || head.length >= mostLines) break
    const isOver = line.words.some((w) => centreX(w) > begin - overhangPt)
    if (!isOver) {
      // Over the headings stands what the table is about; between them and the values, what the next lines are.
      if (head.length > 0 ? !isUnit(line) : names.length >= mostNames) break
      if (head.length > 0) head.unshift(line)
      else names.unshift(line)
      foot = line
      continue
    }
    if (!isHeading(line, begin, columns.at(-1)!.x1)) break
    head.unshift(line)
    foot = line
  }
  while (head.length > 0 && !head[0]!.words.some((w) => centreX(w) > begin - overhangPt)) head.shift()
  if (head.length === 0) return { head: [], names: [] }
  const groups = groupsOf(head, columns, labels, rules)
  // The lowest names the columns, or the unit of all of them.
  const lowest = groups.at(-1)!.flatMap((row) => row.segments.filter((s) => s.x1 > begin))
  const isOfColumns = lowest.every((s) => isUnitText(s.text)) || lowest.length >= leastNamed * (columns.length - labels)
  return isOfColumns ? { head: overYears(groups, columns, labels), names } : { head: [], names: [] }
}

const isUnitText = (text: string) => /^\(.*\)$/.test(text)
const isUnit = ({ words }: Line) => isUnitText(words.map((w) => w.text).join(' '))

function isHeading({ words, values }: Line, begin: number, end: number): boolean {
  const pieces = segmentsOf(words, 0.9)
  const over = pieces.filter((s) => s.x1 > begin - overhangPt)
  const isValue = values.length > 0 && !values.every(isOfYear)
  return (
    !isValue &&
    !isCaption(pieces[0]!.text) &&
    pieces.every((s) => s.text.length <= longestName) &&
    over.every((s) => s.x0 > begin - 3 * overhangPt && s.x1 < end + 3 * overhangPt)
  )
}

// A rule, or a piece over several columns, parts headings; lines close to each other are one.
function groupsOf(lines: readonly Line[], columns: readonly Column[], labels: number, rules: readonly Rule[]): SegmentRow[][] {
  const groups: SegmentRow[][] = []
  for (const line of lines) {
    const row = { ...line, segments: segmentsOf(line.words, 0.5) }
    const group = groups.at(-1)
    const above = group?.at(-1)
    const isParted =
      above === undefined ||
      rules.some((r) => r.at > centreY(above) && r.at < centreY(row) && r.to > columns[labels]!.x0) ||
      row.y0 - above.y1 > leading * height(row) ||
      spans(above, columns, labels) ||
      spans(row, columns, labels) ||
      isOneOverYears(above, row, columns[labels]!.x0)
    if (group !== undefined && !isParted) group.push(row)
    else groups.push([row])
  }
  return groups
}

/** One of its pieces stands over several columns, or in the middle between two. */
function spans(row: SegmentRow, columns: readonly Column[], labels: number): boolean {
  return row.segments.some((s) => {
    if (s.x1 < columns[labels]!.x0) return false
    const [from, to] = headingRange(s, row.segments, columns, columnRange(columns, s), undefined)
    return to > from && from >= labels
  })
}

/** Years share the columns in equal parts, and what stands alone in a line over them is of all. */
function overYears(groups: readonly SegmentRow[][], columns: readonly Column[], labels: number): SegmentRow[][] {
  const begin = columns[labels]!.x0
  const isOver = (s: Segment) => s.x1 > begin
  const at = groups.findIndex((group) => {
    const over = group.flatMap((row) => row.segments.filter(isOver))
    return over.length > 1 && over.every(isOfYear) && (columns.length - labels) % over.length === 0
  })
  const stretched = (row: SegmentRow): SegmentRow => {
    const over = row.segments.filter(isOver)
    const each = (columns.length - labels) / over.length
    const place = (s: Segment, i: number) => ({
      ...s,
      x0: columns[labels + i * each]!.x0,
      x1: columns[labels + (i + 1) * each - 1]!.x1,
    })
    return { ...row, segments: [...row.segments.filter((s) => !isOver(s)), ...over.map(place)] }
  }
  const isOne = (row: SegmentRow) => row.segments.filter(isOver).length === 1
  return groups.map((group, i) => (at >= 0 && (i === at || (i < at && group.every(isOne))) ? group.map(stretched) : group))
}

/** What stands alone over years is of all of them. */
function isOneOverYears(above: SegmentRow, row: SegmentRow, begin: number): boolean {
  const over = (r: SegmentRow) => r.segments.filter((s) => s.x1 > begin)
  return over(above).length === 1 && over(row).length > 1 && over(row).every(isOfYear)
}
