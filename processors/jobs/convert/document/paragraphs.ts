// Joins a paragraph that a column or page break cut in two: it stops mid-sentence and goes on in lower case.
import type { Element } from '../element.ts'
import { isCaption } from '../layout/captions.ts'
import type { Line } from '../layout/lines.ts'
import { equationAlone } from '../math/marks.ts'
import type { PageLayout } from '../page-layout.ts'

const smallPrint = 0.93
/** Of what stands at a column's foot or head, between both parts. */
const mostBetween = 30

export function joinBrokenParagraphs(pages: readonly PageLayout[]): void {
  let open: (Element & { kind: 'paragraph' | 'list-item' }) | null = null
  let between = 0
  for (const page of pages) {
    const kept: Element[] = []
    for (const e of page.elements) {
      if (e.kind === 'paragraph' && open && continues(open, e)) {
        open.lines.push(...e.lines)
        between = 0
        continue
      }
      kept.push(e)
      if (e.kind === 'furniture' || e.kind === 'footnote') continue
      if (open && isUnfinished(open) && isApart(e, open) && ++between <= mostBetween) continue
      open = e.kind === 'paragraph' || e.kind === 'list-item' ? e : null
      between = 0
    }
    page.elements = kept
  }
}

// A float, what it is called, or small print under the text.
const isApart = (e: Element, open: Element & { kind: 'paragraph' | 'list-item' }): boolean =>
  e.kind === 'table' ||
  e.kind === 'picture' ||
  (e.kind === 'paragraph' && (isCaption(e.lines[0]!.text) || isSmall(e.lines[0]!, open.lines.at(-1)!)))

// What was read in a picture has no sure size.
const isSmall = (line: Line, beside: Line) => line.font !== '' && line.size <= smallPrint * beside.size

const isUnfinished = ({ lines }: Element & { kind: 'paragraph' | 'list-item' }): boolean =>
  !/[.!?:;"')\]]$/.test(lines.at(-1)!.text)

function continues(a: Element & { kind: 'paragraph' | 'list-item' }, b: Element & { kind: 'paragraph' }): boolean {
  const last = a.lines.at(-1)!
  const first = b.lines[0]!
  if (equationAlone(last.words) !== null) return false
  const slack = first.font === '' ? 0.15 * last.size : 0.6
  if (Math.abs(last.size - first.size) > slack || last.words.at(-1)!.bold !== first.words[0]!.bold || last.text.length < 20)
    return false
  const isCalled = first.words[0]!.script === 'superscript' // a note's or an address's own mark
  return isUnfinished(a) && !isCalled && /^\p{Ll}/u.test(first.text)
}
