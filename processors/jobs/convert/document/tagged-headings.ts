// Makes headings of the paragraphs a tagged document calls so.
import type { Element } from '../element.ts'
import { boxAround } from '../geometry.ts'
import type { Line } from '../layout/lines.ts'
import type { PageLayout } from '../page-layout.ts'
import { headingKey, type TaggedHeadings } from '../poppler/structure.ts'

const mostLines = 4

export function applyTaggedHeadings(pages: readonly PageLayout[], tagged: TaggedHeadings): void {
  if (tagged.size === 0) return
  for (const page of pages)
    page.elements = page.elements.flatMap((e) => (e.kind === 'paragraph' ? split(e.lines, tagged, e) : [e]))
}

function split(lines: readonly Line[], tagged: TaggedHeadings, whole: Element): Element[] {
  for (let count = Math.min(mostLines, lines.length); count > 0; count--) {
    const head = lines.slice(0, count)
    if (!tagged.has(headingKey(head.map((l) => l.text).join('')))) continue
    const heading: Element = { kind: 'heading', level: 1, lines: head, ...boxAround(head) }
    const rest = lines.slice(count)
    return rest.length === 0 ? [heading] : [heading, { kind: 'paragraph', lines: rest, ...boxAround(rest) }]
  }
  return [whole]
}
