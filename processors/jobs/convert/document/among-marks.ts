// Which words of a page stand where anything but text is painted.
import { type Box, holdsCentre } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'

const cellPt = 2
const mostCells = 4_000_000
// Boxes that lie over each other many times over are made to be slow.
const mostCover = 40

/** `marks`: null where it is not known. What stands in a filled field is never among them: readers write its text anew. */
export function amongMarks(words: readonly Word[], page: PageText, marks: readonly Box[] | null, fields: readonly Box[]): Word[] {
  const isField = (word: Word) => fields.some((field) => holdsCentre(field, word))
  const asked = fields.length === 0 ? [...words] : words.filter((word) => !isField(word))
  if (asked.length === 0 || marks?.length === 0) return []
  const marked = marks === null ? null : rasterOf(marks, page)
  return marked === null ? asked : asked.filter((word) => marked(word))
}

function rasterOf(marks: readonly Box[], page: PageText): ((box: Box) => boolean) | null {
  const [across, down] = [Math.ceil(page.width / cellPt) + 1, Math.ceil(page.height / cellPt) + 1]
  if (!(across * down < mostCells)) return null
  const cells = new Uint8Array(across * down)
  const rangeOf = ({ x0, y0, x1, y1 }: Box) => ({
    left: within(x0, across),
    right: within(x1, across),
    top: within(y0, down),
    bottom: within(y1, down),
  })
  let left = mostCover * across * down
  for (const mark of marks) {
    const { left: from, right, top, bottom } = rangeOf(mark)
    left -= (right - from + 1) * (bottom - top + 1)
    if (left < 0) return null
    for (let y = top; y <= bottom; y++) cells.fill(1, y * across + from, y * across + right + 1)
  }
  return (box) => {
    const { left: from, right, top, bottom } = rangeOf(box)
    for (let y = top; y <= bottom; y++) if (cells.subarray(y * across + from, y * across + right + 1).includes(1)) return true
    return false
  }
}

const within = (value: number, cells: number) => Math.min(cells - 1, Math.max(0, Math.floor(value / cellPt) || 0))
