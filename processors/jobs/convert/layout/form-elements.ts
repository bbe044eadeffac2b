// Turns a form's boxes into elements, one box after the other, and puts names and what stands beside them together.
import type { Element } from '../element.ts'
import { boxAround, height, overlapY } from '../geometry.ts'
import type { FormBox } from '../tables/boxed-form.ts'
import { blocksOf } from './blocks.ts'
import { type HeadingContext, isHeading } from './headings.ts'
import type { Line } from './lines.ts'
import { bullet, textElements } from './lists.ts'
import { isValue, readingOrder } from './reading-order.ts'
import { linesOf } from './text-lines.ts'

/** A heading reaches across the form and is its box's only line; labels are often bold. */
export function formElements(boxes: readonly FormBox[], context: HeadingContext): Element[] {
  return boxes.flatMap(({ words, isAcross }) => {
    const blocks = blocksOf(readingOrder(linesOf(words)))
    const [first] = blocks
    if (first && isAcross && blocks.length === 1 && first.length === 1 && isHeading(first, { ...context, next: null }))
      return [{ kind: 'heading', level: 1, lines: first, ...boxAround(first) }]
    return blocks.flatMap(textElements).map(asField)
  })
}

// "12. Name" in a box beside "11. Name" is a field, and no deeper item of a list.
const asField = (e: Element): Element =>
  e.kind === 'list-item' && !bullet.test(e.lines[0]!.text) ? { ...boxAround(e.lines), kind: 'paragraph', lines: e.lines } : e

const [longestName, longestValue] = [40, 60]
const [widest, mostPieces] = [30, 12]

/** "Name:" and what was filled in beside it, or a name and its figures, are one paragraph. */
export function joinFields(elements: readonly Element[]): Element[] {
  const joined: Element[] = []
  for (const e of elements) {
    const above = joined.at(-1)
    if (above && isPlain(e) && isField(above, e))
      joined[joined.length - 1] = { ...above, ...boxAround([above, e]), lines: [...above.lines, ...e.lines] }
    else joined.push(e)
  }
  return joined
}

type Paragraph = Element & { kind: 'paragraph' }
const isPlain = (e: Element): e is Paragraph => e.kind === 'paragraph' && e.ready === undefined

function isField(name: Element, of: Paragraph): name is Paragraph {
  if (!isPlain(name) || name.lines.length > mostPieces || of.lines.length > 1) return false
  const [first, last, value] = [name.lines[0]!, name.lines.at(-1)!, of.lines[0]!]
  if (first.text.length > longestName || value.text.length > longestValue || value.text.endsWith(':') || isValue(first.text))
    return false
  const isInRow = (a: Line, b: Line) => overlapY(a, b) > 0.5 * Math.min(height(a), height(b))
  if (value.x0 < last.x1 || value.x0 - last.x1 > widest * last.size || !isInRow(first, value) || !isInRow(first, last))
    return false
  return last.text.endsWith(':') || /^[:：]/.test(value.text) || isValue(value.text)
}
