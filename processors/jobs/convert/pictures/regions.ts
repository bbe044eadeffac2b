// Where a page's pictures stand: images whose tiles are joined, and shapes that are drawn like letters and are no text to a reader of files.
import type { Drawing } from '../drawing/drawing.ts'
import { type Box, boxAround, height, holdsCentre, width } from '../geometry.ts'
import type { PageText } from '../page-text.ts'
import { outlinedRegions } from './outlined.ts'

/** How it was drawn. */
export type Region = Box & { by: 'picture' | 'outlines' }

const mostImages = 400
const mostRegions = 40
const touchPt = 3
const leastWidth = 36
const leastHeight = 18
const leastShare = 0.006
const backgroundShare = 0.8
const wordsOnBackground = 80

export function pictureRegions(page: PageText, drawing: Drawing | null): Region[] {
  if (drawing === null || !(page.width > 0 && page.height > 0)) return []
  const words = page.words.filter((w) => !w.hidden)
  const shareOf = (b: Box) => (width(b) * height(b)) / (page.width * page.height)
  const shown = drawing.images.slice(0, mostImages).flatMap((image) => shownPart(image, page))
  const isBackground = (b: Box) => shareOf(b) >= backgroundShare && words.length >= wordsOnBackground
  const pictures = joined(shown.filter((b) => !isBackground(b))).filter(
    (b) => width(b) >= leastWidth && height(b) >= leastHeight && shareOf(b) >= leastShare && !isBackground(b),
  )
  const outlines = outlinedRegions(drawing, words).filter((b) => !pictures.some((p) => holdsCentre(p, b)))
  return [...pictures.map((b) => ({ ...b, by: 'picture' as const })), ...outlines.map((b) => ({ ...b, by: 'outlines' as const }))]
    .sort((a, b) => width(b) * height(b) - width(a) * height(a))
    .slice(0, mostRegions)
    .sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)
}

function shownPart(image: Box, page: PageText): Box[] {
  const box = {
    x0: Math.max(0, image.x0),
    y0: Math.max(0, image.y0),
    x1: Math.min(page.width, image.x1),
    y1: Math.min(page.height, image.y1),
  }
  return box.x1 - box.x0 > 1 && box.y1 - box.y0 > 1 ? [box] : []
}

// Writers cut pictures into strips and lay masks over them: what touches is one picture.
function joined(boxes: readonly Box[]): Box[] {
  let open = [...boxes]
  for (let before = -1; before !== open.length; ) {
    before = open.length
    const next: Box[] = []
    for (const box of open) {
      const at = next.findIndex((other) => touches(other, box))
      if (at < 0) next.push(box)
      else next[at] = boxAround([next[at]!, box])
    }
    open = next
  }
  return open
}

const touches = (a: Box, b: Box): boolean =>
  a.x0 <= b.x1 + touchPt && b.x0 <= a.x1 + touchPt && a.y0 <= b.y1 + touchPt && b.y0 <= a.y1 + touchPt

type OfPage = { readonly page: PageText; readonly regions: readonly Region[] }

/** What stands in one place on most pages is a letterhead or a logo, and no figure. */
export function withoutRepeated(pages: readonly OfPage[]): OfPage[] {
  const counts = new Map<string, number>()
  for (const { regions } of pages) for (const key of new Set(regions.map(placeOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const isRepeated = (region: Region) => counts.get(placeOf(region))! >= Math.max(leastRepeats, pages.length / 2)
  return pages.map(({ page, regions }) => ({ page, regions: regions.filter((region) => !isRepeated(region)) }))
}

const leastRepeats = 3
const placeOf = ({ x0, y0, x1, y1 }: Box) => [x0, y0, x1, y1].map((v) => Math.round(v / 4)).join(' ')
