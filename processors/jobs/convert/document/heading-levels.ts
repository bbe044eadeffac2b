// Gives headings their levels: the structure tree first, then the outline, then the order of their styles.
import type { Element } from '../element.ts'
import { isInCapitals } from '../layout/blocks.ts'
import { isRomanTitle } from '../layout/numbered-heads.ts'
import type { PageLayout } from '../page-layout.ts'
import type { Bookmark } from '../poppler/runs.ts'
import { headingKey, type TaggedHeadings } from '../poppler/structure.ts'

type Heading = Element & { kind: 'heading' }

export function levelHeadings(pages: readonly PageLayout[], bookmarks: readonly Bookmark[], tagged: TaggedHeadings): void {
  const headings = pages.flatMap((p) =>
    p.elements.filter((e): e is Heading => e.kind === 'heading').map((heading) => ({ page: p.number, heading })),
  )
  const outlined = new Map(bookmarks.map((b) => [`${b.page} ${headingKey(b.title)}`, b.level]))
  const styles = [...new Set(headings.map((h) => styleOf(h.heading)))].sort((a, b) => b - a)
  for (const { page, heading } of headings) {
    const key = headingKey(textOf(heading))
    const known = tagged.get(key) || outlined.get(`${page} ${key}`)
    heading.level = known ?? Math.min(6, styles.indexOf(styleOf(heading)) + 1)
  }
}

// Half points of size; bold outranks plain at one size, and so does a chapter in small capitals, which is as large as its first letters.
function styleOf(h: Heading): number {
  const first = h.lines[0]!
  const largest = Math.max(...first.words.map((w) => w.size))
  if (isRomanTitle(textOf(h)) || (isInCapitals(textOf(h)) && largest > first.size)) return Math.round(largest * 2) + 0.5
  return Math.round(first.size * 2) + (first.bold ? 0.5 : 0)
}
const textOf = (h: Heading) => h.lines.map((l) => l.text).join(' ')
