// Puts a page's pictures where a reader meets them: beside their captions, else behind what stands above them.
import { drawingOfRules } from '../drawing/drawing.ts'
import type { Element } from '../element.ts'
import { type Box, boxAround, height, overlapX, overlapY, width } from '../geometry.ts'
import { bodyFontOf } from '../layout/body-font.ts'
import { isFigureCaption } from '../layout/captions.ts'
import { sourceLines } from '../layout/lines.ts'
import { pageElements } from '../layout/page-elements.ts'
import { pageParts } from '../layout/page-parts.ts'
import { readingOrder } from '../layout/reading-order.ts'
import type { PageLayout, PageParts } from '../page-layout.ts'
import type { PageText } from '../page-text.ts'
import { takeLabels } from './figure-labels.ts'
import type { SureText } from './sure-words.ts'

export type Picture = Box & { text: SureText | null }

const captionReach = 48
const captionOverlap = 12
// As much text as a page has is laid out as one; less is labels.
const pageLikeShare = 0.3
const pageLikeLetters = 200
const leastTabled = 0.8
const insidePt = 8

/** `withLabels`: what stands in a drawn figure is put into its picture. */
export function standPictures(
  layouts: readonly PageLayout[],
  pages: readonly PageText[],
  { pictures, figures }: { pictures: ReadonlyMap<number, readonly Picture[]>; figures: ReadonlyMap<number, readonly Box[]> },
  withLabels: boolean,
): void {
  const texts = new Map(pages.map((page) => [page.number, page]))
  for (const layout of layouts) {
    for (const picture of pictures.get(layout.number) ?? []) {
      const { at, caption } = placeFor(picture, layout.elements)
      layout.elements.splice(at, 0, ...elementsOf(picture, caption, texts.get(layout.number)!))
    }
    for (const figure of figures.get(layout.number) ?? []) {
      const { caption } = placeFor(figure, layout.elements)
      const isTold = layout.elements.some((e) => e.kind === 'picture' && (e.caption === caption || isWithin(figure, e)))
      if (caption === null || isTold) continue
      const { lines, rest } = withLabels ? takeLabels(figure, layout.elements) : { lines: [], rest: layout.elements }
      const { at } = placeFor(figure, rest)
      rest.splice(at, 0, { kind: 'picture', page: layout.number, caption, confidence: null, ...figure, lines })
      layout.elements = rest
    }
  }
}

const isWithin = (inner: Box, outer: Box): boolean =>
  overlapX(inner, outer) > 0.5 * width(inner) && overlapY(inner, outer) > 0.5 * height(inner)

function placeFor(picture: Box, elements: readonly Element[]): { at: number; caption: string | null } {
  const captions = elements.flatMap((e, at) => {
    if (e.kind !== 'paragraph' && e.kind !== 'heading') return []
    const box = boxAround(e.lines.slice(0, 1))
    const gap = Math.max(box.y0 - picture.y1, picture.y0 - e.y1)
    const isBeside = overlapX(box, picture) > captionOverlap && gap > -captionOverlap && gap < captionReach
    return isBeside && isFigureCaption(e.lines[0]!.text) ? [{ e, at, gap, isBelow: box.y0 >= picture.y1 - captionOverlap }] : []
  })
  const nearest = captions.sort((a, b) => a.gap - b.gap)[0]
  if (nearest !== undefined) {
    const caption = nearest.e.lines.map((l) => l.text).join(' ')
    return { at: nearest.isBelow ? nearest.at : nearest.at + 1, caption }
  }
  const middle = picture.y0 + 0.5 * height(picture)
  const beside = elements.map((e, at) => ({ e, at })).filter(({ e }) => e.kind !== 'furniture' && overlapX(e, picture) > 0)
  const above = beside.filter(({ e }) => e.y1 <= middle).sort((a, b) => b.e.y1 - a.e.y1)[0]
  if (above !== undefined) return { at: above.at + 1, caption: null }
  return { at: beside.find(({ e }) => e.y0 >= middle)?.at ?? elements.length, caption: null }
}

function elementsOf({ text, ...box }: Picture, caption: string | null, page: PageText): Element[] {
  const picture = { kind: 'picture', page: page.number, caption, confidence: text?.confidence ?? null, ...box } as const
  if (text === null) return [{ ...picture, lines: [] }]
  const own: PageText = { number: page.number, width: page.width, height: page.height, words: text.words, rules: [...text.rules] }
  const letters = text.words.reduce((sum, word) => sum + word.text.length, 0)
  const isPageLike = width(box) * height(box) >= pageLikeShare * page.width * page.height && letters >= pageLikeLetters
  const parts = isPageLike || text.rules.length > 0 ? pageParts(own, drawingOfRules(text.rules)) : null
  if (parts === null || !(isPageLike || isOfTables(parts, text)))
    return [{ ...picture, lines: readingOrder(sourceLines(text.words)) }]
  const elements = pageElements(parts, bodyFontOf([own]), new Set())
  return [{ ...picture, lines: [] }, ...elements.map((e) => ({ ...e, ocr: text.confidence }))]
}

// Nearly all that it says stands in tables with walls: what a chart says stands beside its lines.
function isOfTables({ tables }: PageParts, { words, rules }: SureText): boolean {
  const walled = tables.filter((table) => table.by === 'rules' && rules.some((rule) => isWallIn(table, rule)))
  return walled.reduce((sum, table) => sum + table.words.size, 0) >= leastTabled * words.length
}

const isWallIn = (table: Box, rule: Box): boolean =>
  height(rule) > 0.5 * height(table) && rule.x0 > table.x0 + insidePt && rule.x1 < table.x1 - insidePt
