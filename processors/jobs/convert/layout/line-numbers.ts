// The numbers that count a page's lines in its margin, as courts and journals print them: they are no words of those lines.
import type { Drawing } from '../drawing/drawing.ts'
import { type Box, boxAround, centreX, centreY, height, median } from '../geometry.ts'
import type { Word } from '../page-text.ts'

const alignedPt = 1.5
const fewest = 12
const mostNumbers = 400
/** Of the page's height. */
const leastReach = 0.4
const steps = [1, 2, 5]
const fewestBlank = 3
/** Items of a list and rows of a table seldom begin with a small letter; lines of a text do. */
const leastOnward = 0.25
const fewestLines = 6

export function takeLineNumbers(
  words: readonly Word[],
  page: { height: number },
  drawing: Drawing | null,
): { numbers: Word[]; rest: Word[] } {
  const counted = words.filter((w) => /^\d{1,4}$/.test(w.text))
  if (counted.length < fewest || counted.length > mostNumbers) return { numbers: [], rest: [...words] }
  for (const edge of ['x1', 'x0'] as const) {
    const sorted = [...counted].sort((a, b) => a[edge] - b[edge])
    for (let from = 0; from < sorted.length; ) {
      let to = from + 1
      while (to < sorted.length && sorted[to]![edge] - sorted[from]![edge] < alignedPt) to++
      const column = sorted.slice(from, to).sort((a, b) => a.y0 - b.y0)
      if (isCount(column) && isOfLines(column, words, page, drawing)) {
        const own = new Set(column)
        return { numbers: column, rest: words.filter((w) => !own.has(w)) }
      }
      from = to
    }
  }
  return { numbers: [], rest: [...words] }
}

function isCount(column: readonly Word[]): boolean {
  if (column.length < fewest) return false
  const step = Number(column[1]!.text) - Number(column[0]!.text)
  return steps.includes(step) && column.every((w, i) => i === 0 || Number(w.text) - Number(column[i - 1]!.text) === step)
}

// In the margin, from far up to far down, and what stands beside them is running text, or nothing, behind a line that is drawn.
function isOfLines(column: readonly Word[], words: readonly Word[], page: { height: number }, drawing: Drawing | null): boolean {
  const box = boxAround(column)
  if (height(box) < leastReach * page.height) return false
  const own = new Set(column)
  const others = words.filter((w) => !own.has(w) && w.y1 > box.y0 && w.y0 < box.y1)
  const isLeft = !others.some((w) => w.x0 < box.x1)
  if (!isLeft && others.some((w) => w.x1 > box.x0)) return false
  const rows = column.map((n) => others.filter((w) => Math.abs(centreY(w) - centreY(n)) < 0.5 * n.size))
  const starts = rows.flatMap((row) => (row.length === 0 ? [] : [row.reduce((a, b) => (a.x0 < b.x0 ? a : b))]))
  if (starts.length < fewestLines) return false
  const onward = starts.filter((w) => /^[\p{Ll}(]/u.test(w.text)).length
  if (onward >= leastOnward * starts.length) return true
  const blank = rows.filter((row) => row.length === 0).length
  return blank >= fewestBlank && isEven(column) && isRuledOff(box, others, drawing)
}

function isEven(column: readonly Word[]): boolean {
  const pitches = column.slice(1).map((w, i) => w.y0 - column[i]!.y0)
  const usual = median(pitches)
  return pitches.every((p) => Math.abs(p - usual) < 0.12 * usual)
}

// A line that runs down the page between the numbers and the text.
function isRuledOff(numbers: Box, others: readonly Box[], drawing: Drawing | null): boolean {
  const edge = boxAround(others)
  return (drawing?.strokes ?? []).some((s) => {
    const isLong = height(s) > 0.8 * height(numbers) && s.x1 - s.x0 < 4
    const x = centreX(s)
    return isLong && (x > numbers.x1 ? x < edge.x0 + 2 : x < numbers.x0 && x > edge.x1 - 2)
  })
}
