// Groups words into visual rows and cuts each row into segments at gaps wide enough to part two columns.
import { type Box, boxAround } from '../geometry.ts'
import { textOf } from '../layout/lines.ts'
import { createRowIndex, type RowIndex } from '../layout/row-index.ts'
import type { Word } from '../page-text.ts'

export type Segment = Box & { words: Word[]; text: string }
export type TextRow = Box & { words: Word[] }

export function textRows(words: readonly Word[]): TextRow[] {
  const sorted = [...words].sort((a, b) => a.y0 + a.y1 - b.y0 - b.y1)
  const rows: TextRow[] = []
  const index = createRowIndex<PlacedRow>()
  for (const word of sorted) {
    const row = lastShared(index, word)
    if (row) {
      row.words.push(word)
      // A row keeps the height of its tallest normal word; growing it without end would swallow its neighbours.
      row.x0 = Math.min(row.x0, word.x0)
      row.x1 = Math.max(row.x1, word.x1)
    } else {
      const begun = { x0: word.x0, y0: word.y0, x1: word.x1, y1: word.y1, words: [word] }
      // Found by the height it begins with: only its sides grow.
      index.add({ y0: word.y0, y1: word.y1, row: begun, place: rows.length })
      rows.push(begun)
    }
  }
  for (const row of rows) {
    row.words.sort((a, b) => a.x0 - b.x0)
    Object.assign(row, boxAround(row.words))
  }
  return rows.sort((a, b) => a.y0 - b.y0)
}

type Tall = Pick<Box, 'y0' | 'y1'>
type PlacedRow = { y0: number; y1: number; row: TextRow; place: number }
const mostNeighbours = 300

function lastShared(index: RowIndex<PlacedRow>, word: Word): TextRow | null {
  let last: PlacedRow | null = null
  let seen = 0
  for (const one of index.near(word.y0, word.y1)) {
    if (++seen > mostNeighbours) break
    if ((last === null || one.place > last.place) && sharesRow(one, word)) last = one
  }
  return last?.row ?? null
}

function sharesRow(row: Tall, word: Tall): boolean {
  const overlap = Math.min(row.y1, word.y1) - Math.max(row.y0, word.y0)
  return overlap > 0.5 * Math.min(row.y1 - row.y0, word.y1 - word.y0)
}

export function segmentsOf(words: readonly Word[], gapRatio = 1): Segment[] {
  const segments: Word[][] = []
  for (const word of words) {
    const last = segments.at(-1)?.at(-1)
    const isNext = last && sign.test(word.text) && (amount.test(last.text) || ending.test(last.text))
    if (last && !isNext && word.x0 - last.x1 < gapRatio * Math.max(last.size, word.size)) segments.at(-1)!.push(word)
    else segments.push([word])
  }
  return joinSigns(segments).map(segmentFrom)
}

export const sign = /^(?:US|C|A|HK)?[$€£¥]$/
const ending = /^(?:\)?%|\)|\)?[*†])$/
export const amount = /^[(–—−-]*\d[\d.,\u00a0 ]*\)?%?$|^[–—-]$/

// Statements set the currency's sign at its column's left and the figure at the right: they are one entry, and so is a closing mark.
function joinSigns(segments: readonly Word[][]): Word[][] {
  const joined: Word[][] = []
  for (const words of segments) {
    const last = joined.at(-1)
    const [first] = words
    const isAfterSign = last?.length === 1 && sign.test(last[0]!.text) && amount.test(first!.text)
    const isEnding = words.length === 1 && ending.test(first!.text) && last !== undefined && amount.test(last.at(-1)!.text)
    if (isAfterSign || (isEnding && first!.x0 - last.at(-1)!.x1 < 2 * first!.size)) last!.push(...words)
    else joined.push([...words])
  }
  return joined
}

export const segmentFrom = (words: Word[]): Segment => ({ ...boxAround(words), words, text: textOf(words) })
