// Parts names that stand close together over columns which stand apart: what is under each never reaches over the gap between them.
import { type Segment, segmentFrom, type TextRow } from './text-rows.ts'

type Row = TextRow & { segments: Segment[] }

const leastGap = 0.45
const fewestUnder = 2
/** Tables of more rows are of figures, not of names; each is compared with all. */
const [mostRows, mostWords] = [150, 1_500]

export function partNarrowGaps(rows: readonly Row[]): Row[] {
  if (rows.length > mostRows || rows.reduce((sum, row) => sum + row.words.length, 0) > mostWords) return [...rows]
  return rows.map((row) => {
    const others = rows.filter((other) => other !== row)
    return { ...row, segments: row.segments.flatMap((s) => parted(s, others)) }
  })
}

function parted(segment: Segment, others: readonly Row[]): Segment[] {
  const at = segment.words.findIndex((w, i) => {
    const before = segment.words[i - 1]
    return before !== undefined && w.x0 - before.x1 > leastGap * w.size && isParted(before.x1, w.x0, segment, others)
  })
  if (at < 0) return [segment]
  return [segmentFrom(segment.words.slice(0, at)), ...parted(segmentFrom(segment.words.slice(at)), others)]
}

function isParted(from: number, to: number, { x0, x1 }: Segment, others: readonly Row[]): boolean {
  let [left, right] = [0, 0]
  for (const { segments } of others) {
    const under = segments.filter((s) => s.x1 > x0 && s.x0 < x1)
    // One that reaches over the gap says that this is one name.
    if (under.some((s) => s.x0 < from - 1 && s.x1 > to + 1)) return false
    if (under.some((s) => s.x1 < to + 1)) left++
    if (under.some((s) => s.x0 > from - 1)) right++
  }
  return left >= fewestUnder && right >= fewestUnder
}
