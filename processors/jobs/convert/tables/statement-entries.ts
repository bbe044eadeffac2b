// Which lines of a statement are one row: a name that did not fit its column goes on below, and its values stand beside any of its lines.
import { height, median } from '../geometry.ts'
import type { SegmentRow } from './grid-from-rows.ts'
import type { Line } from './statement-values.ts'
import type { Column } from './text-columns.ts'
import { type Segment, segmentFrom } from './text-rows.ts'

/** Of a line's height: between the lines of one name. */
const mostLeading = 0.5
const spacePt = 2
/** Of the usual space between rows. */
const closer = 0.75
const fewestGaps = 2
/** Rows of values set in the middle of a name's lines overlap them. */
const overlapPt = 1

export function entriesOf(lines: readonly Line[], columns: readonly Column[], labels: readonly Column[]): SegmentRow[][] {
  const edge = Math.max(...lines.flatMap((l) => namesIn(l, columns, labels).map((s) => s.x1)))
  const place = { columns, labels, edge, pitch: pitchOf(lines) }
  const groups: Line[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const above = group?.at(-1)
    if (group !== undefined && above !== undefined && goesOn(group, above, line, place)) group.push(line)
    else groups.push([line])
  }
  return groups.map((group) => group.map((line) => inColumns(line, columns, labels)))
}

type Place = { columns: readonly Column[]; labels: readonly Column[]; edge: number; pitch: number | null }

/** The usual space between lines with values right below each other. */
function pitchOf(lines: readonly Line[]): number | null {
  const gaps = lines
    .slice(1)
    .flatMap((line, i) => (line.values.length > 0 && lines[i]!.values.length > 0 ? line.y0 - lines[i]!.y1 : []))
  return gaps.length < fewestGaps ? null : median(gaps)
}

function goesOn(group: readonly Line[], above: Line, line: Line, { columns, labels, edge, pitch }: Place): boolean {
  const [before, name] = [namesIn(above, columns, labels).at(-1), namesIn(line, columns, labels)[0]]
  const hasValues = (l: Line) => l.values.length > 0
  if (group.some(hasValues) && hasValues(line)) return false
  if (line.y0 < above.y1 - overlapPt) return true
  if (line.y0 - above.y1 > mostLeading * height(line) || before === undefined || name === undefined) return false
  if (line.texts.length + line.values.length > 1 && !hasValues(line)) return false
  const isSame = before.words[0]!.bold === name.words[0]!.bold && Math.abs(before.words[0]!.size - name.words[0]!.size) < 0.6
  // It would have gone on beside what is above it, had there been room.
  const isFull = before.x1 + spacePt + name.words[0]!.x1 - name.words[0]!.x0 > edge
  const isLower = /^\p{Ll}/u.test(name.text)
  const isCloser = pitch !== null && line.y0 - above.y1 < closer * pitch
  return (
    isSame && !before.text.endsWith(':') && (isLower || (isFull && (isCloser || (pitch === null && !name.text.endsWith(':')))))
  )
}

const namesIn = ({ texts }: Line, columns: readonly Column[], labels: readonly Column[]): Segment[] =>
  texts.filter((t) => t.x0 < columns[labels.length]!.x0)

/** What stands before the first values is one name where there is one column of names. */
function inColumns(line: Line, columns: readonly Column[], labels: readonly Column[]): SegmentRow {
  const names = namesIn(line, columns, labels)
  const rest = line.texts.filter((t) => !names.includes(t))
  const label = labels.length > 1 || names.length < 2 ? names : [segmentFrom(names.flatMap((s) => s.words))]
  const first = columns[labels.length]!.x0
  // A name alone may run on over its columns' first; it is no heading of them.
  const kept = label.map((s) => (s.x1 > first ? { ...s, x1: Math.max(s.x0 + 1, first - 1) } : s))
  return { ...line, segments: [...kept, ...rest, ...line.values].sort((a, b) => a.x0 - b.x0) }
}
