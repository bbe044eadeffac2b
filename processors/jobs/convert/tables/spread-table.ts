// Tables without a rule in which one column is prose that wraps: a heading says where columns stand, figures or marks beside the prose
// where rows begin.
import { boxAround } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import type { FoundTable } from './table.ts'
import type { Column } from './text-columns.ts'
import { type Segment, segmentFrom, segmentsOf, textRows } from './text-rows.ts'

const gapRatio = 0.75
const [fewestColumns, mostColumns] = [4, 12]
const longestHeading = 30
const longestValue = 14
const mostRows = 120
const mostHeads = 60

type Placed = SegmentRow & { at: ReadonlyMap<number, Segment> }

export function spreadTables(words: readonly Word[]): FoundTable[] {
  const rows = textRows(words).map((r): SegmentRow => ({ ...r, segments: segmentsOf(r.words, gapRatio) }))
  const found: FoundTable[] = []
  let heads = 0
  for (let i = 0; i < rows.length; i++) {
    if (!isHead(rows[i]!) || ++heads > mostHeads) continue
    const body = bodyUnder(rows[i]!, rows.slice(i + 1, i + 1 + mostRows))
    const table = tableOf(rows[i]!, body)
    if (table === null) continue
    found.push(table)
    i += body.length
  }
  return found
}

const isHead = ({ segments }: SegmentRow): boolean =>
  segments.length >= fewestColumns &&
  segments.length <= mostColumns &&
  segments.every((s) => s.text.length <= longestHeading) &&
  segments.filter((s) => /\p{L}/u.test(s.text)).length >= segments.length - 1

function bodyUnder(head: SegmentRow, below: readonly SegmentRow[]): Placed[] {
  const body: Placed[] = []
  for (const row of below) {
    const last = body.at(-1) ?? head
    const gap = (row.y0 - last.y1) / (row.y1 - row.y0)
    const at = placed(row, head.segments)
    if (at === null || gap > 2.2 || gap < -0.5 || (at.size === 1 && !at.has(0) && gap > 0.8)) break
    body.push({ ...row, segments: [...at.values()], at })
  }
  // What stands alone in the first column at the end is the text that follows.
  while (body.length > 0 && body.at(-1)!.at.size === 1 && body.at(-1)!.at.has(0)) body.pop()
  return body
}

/** Its pieces by the heading they stand under, or null where one stands under several. */
function placed(row: SegmentRow, head: readonly Segment[]): Map<number, Segment> | null {
  const at = new Map<number, Segment>()
  for (const s of row.segments) {
    const open = head.flatMap((h, k) => {
      const [before, after] = [head[k - 1]?.x1 ?? h.x0 - 40, head[k + 1]?.x0 ?? h.x1 + 40]
      return s.x0 >= before && s.x1 <= after ? [{ k, off: Math.max(h.x0 - s.x1, s.x0 - h.x1) }] : []
    })
    const nearest = open.sort((a, b) => a.off - b.off)[0]
    if (nearest === undefined) return null
    const other = at.get(nearest.k)
    at.set(nearest.k, other ? segmentFrom([...other.words, ...s.words]) : s)
  }
  return at
}

function tableOf(head: SegmentRow, body: readonly Placed[]): FoundTable | null {
  const count = head.segments.length
  const full = body.filter((r) => r.at.size >= count - 1 && r.at.has(0))
  const rest = body.filter((r) => r.at.size === 1 && !r.at.has(0))
  if (full.length < 2 || rest.length < 2) return null
  const prose = new Set(rest.flatMap((r) => [...r.at.keys()]))
  if (prose.size !== 1) return null
  const cells = (k: number) => body.flatMap((r) => r.at.get(k)?.text ?? [])
  const values = head.segments.flatMap((_, k) => (!prose.has(k) && cells(k).every(isValue) ? [k] : []))
  const isNarrow = head.segments.every((_, k) => prose.has(k) || cells(k).every((t) => t.length <= longestValue))
  if (values.length < 2 || !isNarrow) return null
  const groups: Placed[][] = []
  for (const row of body) {
    const last = groups.at(-1)
    if (last && !row.at.has(0)) last.push(row)
    else groups.push([row])
  }
  if (!groups.every(([first]) => first!.at.has(0)) || full.length < 0.5 * groups.length) return null
  const columns = head.segments.map((h, k): Column => {
    const own = [h, ...body.flatMap((r) => r.at.get(k) ?? [])]
    return { x0: Math.min(...own.map((s) => s.x0)), x1: Math.max(...own.map((s) => s.x1)) }
  })
  const all = [head, ...body]
  return {
    ...boxAround(all),
    grid: gridFromRows([[head], ...groups], columns, 1, []),
    words: new Set(all.flatMap((r) => r.words)),
    by: 'text',
  }
}

const isValue = (text: string) => text.length <= longestValue && (/\d/.test(text) || /^\P{L}{1,3}$|^[xX]$/u.test(text))
