// Makes lines whole that the source gives in pieces, and parts those that it runs on over a gutter.
import { partitionPoint } from '../../../../base/partition-point.ts'
import type { Word } from '../page-text.ts'
import { type Line, lineFrom } from './lines.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'

// Poppler runs a line on over a narrow gutter; where several other lines begin at the same x, a column begins.
export function splitAtColumnEdges(pieces: readonly Line[]): Line[] {
  const starts = pieces.map((l) => l.x0).sort((a, b) => a - b)
  return pieces.flatMap((line) => {
    for (let i = 1; i < line.words.length; i++) {
      const [a, b] = [line.words[i - 1]!, line.words[i]!]
      if (b.x0 - a.x1 < 0.7 * line.size || !beginColumn(starts, b.x0)) continue
      return [lineFrom(line.words.slice(0, i)), lineFrom(line.words.slice(i))]
    }
    return [line]
  })
}

function beginColumn(starts: readonly number[], x: number): boolean {
  const first = partitionPoint(starts.length, (i) => starts[i]! <= x - 2.5)
  let found = 0
  for (let i = first; i < starts.length && starts[i]! < x + 2.5; i++)
    if (Math.abs(starts[i]! - x) < 2 && ++found === 4) return true
  return false
}

// No row of a real page has as many pieces, nor a line as many words: a page that has is a bomb, and stays in pieces.
export const mostNeighbours = 300
export const mostWordsJoined = 800

// Poppler puts superscripts, list markers and heading numbers on lines of their own: pieces that stand in one row, close
// together, are one line again. A script may have waited for a line that another script was given to.
export function joinPieces(pieces: Line[]): Line[] {
  const once = joinOnce(pieces, belongTogether)
  if (once.length === pieces.length) return once
  return joinOnce(once, (a, b) => isRaised(a) !== isRaised(b) && belongTogether(a, b))
}

const isRaised = (line: Line) => line.words.every((w) => w.script !== undefined)

function joinOnce(pieces: readonly Line[], isOne: (a: Line, b: Line) => boolean): Line[] {
  const lines: Line[] = []
  const places = new Map<Line, number>()
  const rows = createRowIndex<Line>()
  for (const piece of pieces) {
    const host = firstHost(piece, rows, places, isOne)
    if (!host) {
      places.set(piece, lines.length)
      lines.push(piece)
      rows.add(piece)
      continue
    }
    const words = [...host.words, ...piece.words].sort((a, b) => a.x0 - b.x0)
    const { y0, y1 } = host
    Object.assign(host, lineFrom(words), { block: host.block })
    if (host.y0 < y0 || host.y1 > y1) rows.add(host)
  }
  return lines
}

function firstHost(
  piece: Line,
  rows: RowIndex<Line>,
  places: ReadonlyMap<Line, number>,
  isOne: (a: Line, b: Line) => boolean,
): Line | null {
  let first: Line | null = null
  let firstPlace = Number.POSITIVE_INFINITY
  let seen = 0
  for (const line of rows.near(piece.y0, piece.y1)) {
    if (++seen > mostNeighbours) break
    const place = places.get(line)!
    if (place >= firstPlace || line.words.length + piece.words.length > mostWordsJoined || !isOne(line, piece)) continue
    first = line
    firstPlace = place
  }
  return first
}

/** A figure in large type is no item's number. */
const widestMarkerGapPt = 60

function belongTogether(a: Line, b: Line): boolean {
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  if (shared < 0.45 * Math.min(a.y1 - a.y0, b.y1 - b.y0)) return false
  const [left, right] = a.x0 <= b.x0 ? [a, b] : [b, a]
  const size = Math.max(a.size, b.size)
  const gap = right.x0 - left.x1
  const reach = isMarker(left.text) && /[\p{L}\p{N}]/u.test(right.text) ? Math.min(3.2 * size, widestMarkerGapPt) : 0.6 * size
  if (gap >= 0) return gap < reach && Math.abs(a.y1 - b.y1) < 0.6 * size
  // Inside the other: only where it leaves a hole for it.
  return !overlapAnywhere(left.words, right.words)
}

/** Whether a word of one shares a point or more with a word of the other. */
function overlapAnywhere(some: readonly Word[], others: readonly Word[]): boolean {
  if (some.length * others.length <= 64)
    return others.some((w) => some.some((v) => Math.min(w.x1, v.x1) - Math.max(w.x0, v.x0) >= 1))
  const sorted = some.filter((v) => v.x1 - v.x0 >= 1).sort((a, b) => a.x0 - b.x0)
  let reach = Number.NEGATIVE_INFINITY
  const reaches = sorted.map((v) => {
    reach = Math.max(reach, v.x1)
    return reach
  })
  return others.some((w) => {
    if (w.x1 - w.x0 < 1) return false
    const before = partitionPoint(sorted.length, (i) => w.x1 - sorted[i]!.x0 >= 1)
    return before > 0 && reaches[before - 1]! - w.x0 >= 1
  })
}

export const bulletMark = /^[•●▪■◦○·‣–◆❖➢✓✔►▶⁃∙\p{Co}\p{Cn}-]$/u
const itemNumber = /^(?:\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)]|[0-9]+(?:\.[0-9]+)*\.?|[0-9]{1,3}[a-z]|[A-Z])$/
/** As exhibits are counted. */
const exhibit = /^(?:\*{1,2}[0-9]{1,3}(?:\.[0-9]{1,3})?|\([0-9]{1,3}[.-][0-9]{1,3}\)(?: ?[–-])?)$/

const isMarker = (text: string) => bulletMark.test(text) || itemNumber.test(text) || exhibit.test(text)
