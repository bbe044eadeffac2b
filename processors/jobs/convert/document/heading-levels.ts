// Gives headings their levels: the document's own outline first, then the order of their styles.
import type { Element } from '../element.ts'
import type { PageLayout } from '../page-layout.ts'
import type { Bookmark } from '../poppler/runs.ts'

type Heading = Element & { kind: 'heading' }

export function levelHeadings(pages: readonly PageLayout[], bookmarks: readonly Bookmark[]): void {
  const headings = pages.flatMap((p) =>
    p.elements.filter((e): e is Heading => e.kind === 'heading').map((heading) => ({ page: p.number, heading })),
  )
  const outlined = new Map(bookmarks.map((b) => [`${b.page} ${plain(b.title)}`, b.level]))
  const styles = [...new Set(headings.map((h) => styleOf(h.heading)))].sort((a, b) => b - a)
  for (const { page, heading } of headings) {
    const known = outlined.get(`${page} ${plain(textOf(heading))}`)
    heading.level = known ?? Math.min(6, styles.indexOf(styleOf(heading)) + 1)
  }
}

// Half points of size; bold outranks plain at one size.
const styleOf = (h: Heading) => Math.round(h.lines[0]!.size * 2) + (h.lines[0]!.bold ? 0.5 : 0)
const textOf = (h: Heading) => h.lines.map((l) => l.text).join(' ')
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
