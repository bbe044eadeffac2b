// Understands a whole document: page kinds, hidden text, OCR, then layout with what only all pages together show.
import { type Drawing, drawingOfRules } from '../drawing/drawing.ts'
import type { Box } from '../geometry.ts'
import { bodyFontOf } from '../layout/body-font.ts'
import { isFigureCaption } from '../layout/captions.ts'
import { nestLists } from '../layout/lists.ts'
import { pageElements } from '../layout/page-elements.ts'
import { mostWordsLaidOut, pageParts } from '../layout/page-parts.ts'
import type { OcrOutcome } from '../ocr/read-scanned.ts'
import type { PageLayout, PageParts } from '../page-layout.ts'
import type { PageText } from '../page-text.ts'
import { drawnRegions } from '../pictures/drawn-regions.ts'
import type { PagePictures, PicturesRead } from '../pictures/read-pictures.ts'
import { pictureRegions, type Region, withoutRepeated } from '../pictures/regions.ts'
import type { Picture } from '../pictures/stand-pictures.ts'
import type { Bookmark } from '../poppler/runs.ts'
import type { TaggedHeadings } from '../poppler/structure.ts'
import type { ConvertWarning } from '../schema.ts'
import { textTrust } from './confidence.ts'
import { findFurniture } from './furniture.ts'
import { levelHeadings } from './heading-levels.ts'
import { hideText } from './hide-text.ts'
import { type Lexicon, lexiconOf } from './lexicon.ts'
import { type PageKind, pageKind } from './page-kind.ts'
import { type Looked, type Unsure, unknownWarning } from './seen-ink.ts'
import { applyTaggedHeadings } from './tagged-headings.ts'

export type DocumentParts = {
  kinds: Map<number, PageKind>
  parts: PageParts[]
  trust: Map<number, number>
  /** Pages of which every word is a guess of tesseract's. */
  guessed: ReadonlySet<number>
  warnings: ConvertWarning[]
  hasDrawings: boolean
  pictures: ReadonlyMap<number, readonly Picture[]>
  /** Drawings that are figures where a caption stands beside them. */
  figures: ReadonlyMap<number, readonly Box[]>
}
export type Understood = { pages: PageLayout[]; lexicon: Lexicon; bodySize: number }

export async function readParts(
  pages: readonly PageText[],
  drawing: (page: number) => Drawing | null,
  { fontsKnown, asLatex }: { fontsKnown: boolean; asLatex: boolean },
  pause: () => Promise<void>,
  ocr: {
    pages: (pages: readonly PageText[], kinds: ReadonlyMap<number, PageKind>) => Promise<OcrOutcome>
    pictures: (pages: readonly PagePictures[]) => Promise<PicturesRead>
  },
  look: (unsure: readonly Unsure[]) => Promise<Looked>,
): Promise<DocumentParts> {
  const kinds = new Map<number, PageKind>()
  const trust = new Map<number, number>()
  const drawings = new Map<number, Drawing | null>()
  const hidden = new Map<number, number>()
  const layers = new Set<number>()
  const unsure: Unsure[] = []
  for (const page of pages) {
    await pause()
    const drawn = page.words.length > mostWordsLaidOut ? null : drawing(page.number)
    const hiding = hideText(page, drawn, fontsKnown)
    if (hiding.isTextLayer) layers.add(page.number)
    if (hiding.unsure.length + hiding.doubted.length > 0)
      unsure.push({ page, words: hiding.unsure, doubted: hiding.doubted, drawing: drawn })
    hidden.set(page.number, hiding.words)
    drawings.set(page.number, drawn)
  }
  const looked = await look(unsure)
  for (const page of pages) {
    const words = hidden.get(page.number)! + (looked.hidden.get(page.number) ?? 0)
    hidden.set(page.number, words)
    kinds.set(page.number, pageKind(page, drawings.get(page.number)!, layers.has(page.number)))
    trust.set(page.number, textTrust(page))
  }
  const { confidence, guessed, warnings } = await ocr.pages(pages, kinds)
  for (const [page, value] of confidence) trust.set(page, value)
  const seen = pages.filter(({ number }) => kinds.get(number) !== 'scanned' && !confidence.has(number))
  const regions = withoutRepeated(
    seen.map((page) => ({ page, regions: pictureRegions(page, drawings.get(page.number) ?? null) })),
  ).filter((of) => of.regions.length > 0)
  const read = await ocr.pictures(regions)
  const pictures = new Map(
    regions.map((of) => [of.page.number, of.regions.map((region) => pictureOf(region, read.found.get(region)))]),
  )
  const hasDrawings = [...drawings.values()].some(isDrawn)
  const parts: PageParts[] = []
  const figures = new Map<number, readonly Box[]>()
  for (const page of pages) {
    await pause()
    const drawn = confidence.has(page.number) ? null : (drawings.get(page.number) ?? null)
    const part = pageParts(page, drawn ?? drawingOfRules(page.rules ?? []), asLatex)
    parts.push(part)
    drawings.delete(page.number)
    if (drawn !== null && part.lines.some(({ text }) => isFigureCaption(text)))
      figures.set(page.number, drawnRegions(drawn, page, part.tables))
  }
  const told = [...hiddenWarning(hidden), ...unknownWarning(looked.unknown), ...simplified(pages), ...warnings, ...read.warnings]
  return { kinds, parts, trust, guessed, warnings: told, hasDrawings, pictures, figures }
}

const pictureOf = ({ x0, y0, x1, y1 }: Region, text: Picture['text'] = null): Picture => ({ x0, y0, x1, y1, text })

export async function understand(
  pages: readonly PageText[],
  parts: readonly PageParts[],
  bookmarks: readonly Bookmark[],
  tagged: TaggedHeadings,
  pause: () => Promise<void>,
): Promise<Understood> {
  const body = bodyFontOf(pages)
  const furniture = findFurniture(parts)
  const laidOut: PageLayout[] = []
  for (const p of parts) {
    await pause()
    laidOut.push({ number: p.number, elements: pageElements(p, body, furniture) })
  }
  for (const page of laidOut) nestLists(page.elements)
  applyTaggedHeadings(laidOut, tagged)
  levelHeadings(laidOut, bookmarks, tagged)
  return { pages: laidOut, lexicon: lexiconOf(parts), bodySize: body.size }
}

const isDrawn = (drawing: Drawing | null): boolean =>
  drawing !== null && drawing.images.length + drawing.fills.length + drawing.strokes.length > 0

function hiddenWarning(hidden: ReadonlyMap<number, number>): ConvertWarning[] {
  const count = [...hidden.values()].reduce((a, b) => a + b, 0)
  if (count === 0) return []
  const message = `${count} word(s) that no reader of the page could see were left out`
  const pages = [...hidden].flatMap(([page, words]) => (words > 0 ? [page] : []))
  return [{ code: 'hidden_text', message, count, pages: pages.slice(0, 100) }]
}

function simplified(pages: readonly PageText[]): ConvertWarning[] {
  const dense = pages.filter((p) => p.words.length > mostWordsLaidOut).map((p) => p.number)
  return dense.length === 0
    ? []
    : [{ code: 'page_simplified', message: 'pages with this many words are given as plain text', pages: dense }]
}
