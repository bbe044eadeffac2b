// Turns a form's boxes into elements, one box after the other: its labels and what stands beside them, lines as they are read.
import type { Element } from '../element.ts'
import { boxAround } from '../geometry.ts'
import type { FormBox } from '../tables/boxed-form.ts'
import { blocksOf } from './blocks.ts'
import { type HeadingContext, isHeading } from './headings.ts'
import { bullet, textElements } from './lists.ts'
import { readingOrder } from './reading-order.ts'
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
