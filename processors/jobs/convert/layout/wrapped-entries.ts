// Titles in a table of contents that wrap: their page stands on their last line, what stands above belongs to the same entry.
import type { Word } from '../page-text.ts'
import { type Line, sourceLines } from './lines.ts'
import { createRowIndex } from './row-index.ts'

export type Entry = {
  words: Word[]
  readonly isLed: boolean
  /** What has its page in the same row, where this one has no title there: another column's entry, or the figure before in a table. */
  readonly before?: Entry
}

const letters = /\p{L}{2}/u
const alignedPt = 3
const mostNear = 100
// Of a word's size, and of the space up to the page.
const [mostGap, leastFull] = [0.6, 0.55]

/** Puts what wraps in front of its page; a page without a title is none. */
export function joinWrapped(lists: readonly Entry[][], words: readonly Word[]): Entry[][] {
  const taken = new Set(lists.flatMap((list) => list.flatMap((row) => row.words)))
  const rows = createRowIndex(sourceLines(words.filter((word) => !taken.has(word))))
  const gone = new Set<Line>()
  for (const list of lists) {
    const left = Math.min(...list.map((row) => row.words[0]!.x0))
    for (const row of list) {
      const line = lineAbove(row, left, rows.near(row.words[0]!.y0 - row.words[0]!.size, row.words[0]!.y0), gone)
      if (line === null) continue
      gone.add(line)
      row.words.unshift(...line.words)
    }
  }
  const isTitled = (row: Entry) => row.words.some(({ text }) => letters.test(text))
  const figures = new Set(lists.flat().flatMap((row) => (row.before && !isTitled(row) ? [row.before] : [])))
  return lists.filter((list) => !list.some((row) => figures.has(row))).map((list) => list.filter(isTitled))
}

// A title that wraps fills its line; the name of a part is short, and set otherwise.
function lineAbove({ words }: Entry, left: number, near: Iterable<Line>, gone: ReadonlySet<Line>): Line | null {
  const [first, page] = [words[0]!, words.at(-1)!]
  let seen = 0
  for (const line of near) {
    if (++seen > mostNear) return null
    const isAbove = Math.abs(first.y0 - line.y1) < mostGap * first.size && line.y1 < first.y1
    const isInColumn = line.x0 > left - alignedPt && line.x1 < page.x1 + alignedPt
    const isFull = line.x1 - line.x0 > leastFull * (page.x0 - line.x0) && letters.test(line.text)
    const isAlike = Math.abs(line.size - first.size) < 0.3 && line.words.at(-1)!.bold === first.bold
    if (isAbove && isInColumn && isFull && isAlike && !gone.has(line)) return line
  }
  return null
}
