// Finds running headers, footers and page numbers: lines near a page's edge that come again, digits aside, on other pages.
import { boxAround } from '../geometry.ts'
import type { Line } from '../layout/lines.ts'
import type { PageParts } from '../page-layout.ts'

const band = 0.11
/** Of a page with wide margins: what stands alone above all else of it. */
const wideBand = 0.2
const gapPt = 12

export function findFurniture(pages: readonly PageParts[]): Set<Line> {
  const seen = new Map<string, { pages: Set<number>; lines: Line[] }>()
  const numbers = new Set<Line>()
  for (const page of pages) {
    const head = headOf(page)
    for (const line of page.lines) {
      const place = line === head ? 'top' : placeOf(line, page)
      if (!place) continue
      if (isPageNumber(line.text)) numbers.add(line)
      const key = `${place} ${Math.round(line.y0 / 8)} ${masked(line.text)}`
      const entry = seen.get(key) ?? { pages: new Set(), lines: [] }
      entry.pages.add(page.number)
      entry.lines.push(line)
      seen.set(key, entry)
    }
  }
  const furniture = new Set(numbers)
  const enough = pages.length <= 4 ? 2 : 3
  for (const { pages: on, lines } of seen.values()) if (on.size >= enough) for (const line of lines) furniture.add(line)
  // What most pages consist of is no furniture, however alike they are.
  const bare = pages.filter((page) => page.lines.length > 0 && page.lines.every((line) => furniture.has(line)))
  return 2 * bare.length > pages.length ? numbers : furniture
}

// A line with a gap under it: on narrow pages of wide margins a running head stands far down.
function headOf(page: PageParts): Line | null {
  const [first, ...rest] = [...page.lines].sort((a, b) => a.y0 - b.y0)
  if (first === undefined || first.y1 > wideBand * page.height) return null
  const below = boxAround([...rest, ...page.tables, ...page.contents.flat()]).y0
  return below - first.y1 > gapPt ? first : null
}

function placeOf(line: Line, page: PageParts): 'top' | 'bottom' | null {
  if (line.y1 < band * page.height) return 'top'
  return line.y0 > (1 - band) * page.height ? 'bottom' : null
}

const masked = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b[ivxlc]+\b|\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()

const isPageNumber = (text: string) =>
  /^(?:[-–|]?\s*(?:page\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|\/)\s*\d{1,4})?\s*[-–|]?)$/i.test(text.trim())
