// Gives headings their levels: the structure tree first, then the outline, then the order of their styles.
import type { Element } from '../element.ts'
import { isInCapitals } from '../layout/blocks.ts'
import { isRomanTitle } from '../layout/numbered-heads.ts'
import type { PageLayout } from '../page-layout.ts'
import type { Bookmark } from '../poppler/runs.ts'
import { headingKey, type TaggedHeadings } from '../poppler/structure.ts'

const fewestParts = 2

type Heading = Element & { kind: 'heading' }

export function levelHeadings(pages: readonly PageLayout[], bookmarks: readonly Bookmark[], tagged: TaggedHeadings): void {
  const headings = pages.flatMap((p) =>
    p.elements.filter((e): e is Heading => e.kind === 'heading').map((heading) => ({ page: p.number, heading })),
  )
  const outlined = new Map(bookmarks.map((b) => [`${b.page} ${headingKey(b.title)}`, b.level]))
  const styles = [...new Set(headings.map((h) => styleOf(h.heading)))].sort((a, b) => b - a)
  const inOutline = ({ page, heading }: { page: number; heading: Heading }) =>
    outlined.get(`${page} ${headingKey(textOf(heading))}`)
  const parts = headings.filter((h) => inOutline(h) !== undefined)
  // An outline tells of the parts and leaves out what all of them are called.
  const [title] = headings
  const isUntitled =
    parts.length >= fewestParts &&
    inOutline(title!) === undefined &&
    parts.every(({ heading }) => styleOf(heading) < styleOf(title!.heading))
  for (const { page, heading } of headings) {
    const known = tagged.get(headingKey(textOf(heading)))
    const level = inOutline({ page, heading })
    const outlineLevel = level === undefined ? undefined : level + (isUntitled ? 1 : 0)
    heading.level = Math.min(6, known || outlineLevel || styles.indexOf(styleOf(heading)) + 1)
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
