// Joins a paragraph that a column or page break cut in two: it stops mid-sentence and goes on in lower case.
import type { Element } from '../element.ts'
import type { PageLayout } from '../page-layout.ts'

export function joinBrokenParagraphs(pages: readonly PageLayout[]): void {
  let open: (Element & { kind: 'paragraph' | 'list-item' }) | null = null
  for (const page of pages) {
    const kept: Element[] = []
    for (const e of page.elements) {
      if (e.kind === 'paragraph' && open && continues(open, e)) {
        open.lines.push(...e.lines)
        continue
      }
      kept.push(e)
      if (e.kind === 'paragraph' || e.kind === 'list-item') open = e
      else if (e.kind !== 'furniture' && e.kind !== 'footnote') open = null
    }
    page.elements = kept
  }
}

function continues(a: Element & { kind: 'paragraph' | 'list-item' }, b: Element & { kind: 'paragraph' }): boolean {
  const last = a.lines.at(-1)!
  const first = b.lines[0]!
  if (Math.abs(last.size - first.size) > 0.6 || last.bold !== first.bold || last.text.length < 20) return false
  return !/[.!?:;"')\]]$/.test(last.text) && /^\p{Ll}/u.test(first.text)
}
